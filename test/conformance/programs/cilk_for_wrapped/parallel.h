#include <cilk/cilk.h>
#include <stdint.h>
#define EACH(VARIABLE, COUNT) cilk_for(int VARIABLE = 0; VARIABLE < (COUNT); ++VARIABLE)
void scale(uint64_t *a, int n);
