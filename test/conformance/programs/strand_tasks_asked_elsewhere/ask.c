#include "strands.h"

void count_by_number(long *slots) { slots[16 * omp_get_thread_num()] += 1 + (long)(work(1, 20) & 0); }
