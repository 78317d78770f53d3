#include "flags.h"
#include "timers.h"

int is_set(int *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }
void set(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
void wait_for(int *flag) {
  while (!is_set(flag))
    ;
}
