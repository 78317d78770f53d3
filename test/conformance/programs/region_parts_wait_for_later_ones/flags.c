#include "flags.h"
#include <sched.h>

void wait_for(int *flag) {
  while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE))
    sched_yield();
}
void set(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
