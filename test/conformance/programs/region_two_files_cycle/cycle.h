#include "strands.h"
enum { LEVELS = 5 };
void prepare(void);
void cycle(int levels);
long norm(void);
