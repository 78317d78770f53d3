#ifndef PHASES_H
#define PHASES_H
#include "support.h"

enum { COUNT = 1200, PHASES = 3 };
extern long cells[COUNT], entered;
extern void (*const phases[PHASES])(int step);

#endif
