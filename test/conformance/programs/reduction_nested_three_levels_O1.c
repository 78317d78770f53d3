// The same at -O1, where the innermost serial loop stays one: its value is used behind rows that are charged together.
// FLAGS: -O1
// CONVERTED: 3
// PROMOTES
#include "reduction_nested_three_levels.h"
