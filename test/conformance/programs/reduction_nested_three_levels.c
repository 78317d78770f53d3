// FLAGS: -O2
// CONVERTED: 3
// PROMOTES
#include "reduction_nested_three_levels.h"
