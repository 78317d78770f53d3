// FLAGS: -O2 -fsplit-machine-functions
// The same program where cold code has a section of its own.
#include "sections_of_basic_blocks.c"
