#!/bin/sh
# tasks_wait_in_the_runtime.sh ROOT: tasks that wait for later ones where libtactus is linked into the program, or in a
# critical section, a lock or a region: in libomp, which plain clang's objects call, or in our own. What waits there polls
# nowhere, and the signal meets the runtime.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/tasks.c" << 'END'
void begin(void);
void waitFor(int *flag);
void set(int *flag);
int main(void) {
  begin();
  int ran = 0;
  for (int round = 0; round < 2; round++) {
    int flags[4] = {0};
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 4; i++) {
      // Each waits for the one that comes next.
#pragma omp task shared(flags, ran) firstprivate(i)
      {
        if (i < 3)
          waitFor(&flags[i + 1]);
        set(&flags[i]);
#pragma omp atomic
        ran++;
      }
    }
  }
  return ran != 8;
}
END
# The first task holds the lock, and waits for the third, which is latent on the stack of the second: that one waits
# for the lock.
cat > "$folder/holds.c" << 'END'
void begin(void);
void enter(void);
void leave(void);
void waitFor(int *flag);
void set(int *flag);
int main(void) {
  begin();
  int third = 0, isHeld = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task shared(third, isHeld)
    {
      enter();
      set(&isHeld);
      waitFor(&third);
      leave();
    }
#pragma omp task shared(isHeld)
    {
      waitFor(&isHeld);
      enter();
      leave();
    }
#pragma omp task shared(third)
    set(&third);
  }
  return 0;
}
END
cat > "$folder/waits.c" << 'END'
#include <sched.h>
#include <unistd.h>
#ifdef ALONE
void begin(void) { alarm(30); }
#else
#include <omp.h>
static omp_lock_t lock;
void begin(void) {
  alarm(30);
  omp_init_lock(&lock);
}
void enter(void) { omp_set_lock(&lock); }
void leave(void) { omp_unset_lock(&lock); }
#endif
#if defined CRITICAL
void waitFor(int *flag) {
  for (int isSet = 0; !isSet;) {
#pragma omp critical
    isSet = *flag;
  }
}
void set(int *flag) {
#pragma omp critical
  *flag = 1;
}
#elif defined LOCK
static omp_lock_t own;
__attribute__((constructor)) static void makeOwn(void) { omp_init_lock(&own); }
void waitFor(int *flag) {
  for (int isSet = 0; !isSet;) {
    omp_set_lock(&own);
    isSet = *flag;
    omp_unset_lock(&own);
  }
}
void set(int *flag) {
  omp_set_lock(&own);
  *flag = 1;
  omp_unset_lock(&own);
}
#elif defined REGION
// Both threads wait, each in a region of two.
void waitFor(int *flag) {
#pragma omp parallel num_threads(2)
  while (!__atomic_load_n(flag, __ATOMIC_SEQ_CST))
    sched_yield();
}
void set(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST); }
#else
void waitFor(int *flag) {
  while (!__atomic_load_n(flag, __ATOMIC_SEQ_CST))
    sched_yield();
}
void set(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST); }
#endif
END
status=0
run() {
  for workers in 1 2 4; do
    TACTUS_WORKERS=$workers "$folder/program" || {
      echo "$* with $workers workers: $?"
      status=1
    }
  done
}
for compiler in "clang-${LLVM:-19}" "$root/bin/tactus-clang"; do
  for how in SPIN CRITICAL LOCK REGION; do
    "$compiler" -O2 -fopenmp "-D$how" -c "$folder/waits.c" -o "$folder/waits.o"
    for link in "" -ftactus-static-runtime; do
      for source in tasks holds; do
        # shellcheck disable=SC2086 # none, or one flag
        "$root/bin/tactus-clang" -O2 $link -fopenmp "$folder/$source.c" "$folder/waits.o" -o "$folder/program"
        run "$source, waits.c by $compiler $how $link"
      done
    done
  done
done
# In a library without unwind tables.
"clang-${LLVM:-19}" -O2 -fPIC -shared -fno-asynchronous-unwind-tables -fno-unwind-tables -DALONE "$folder/waits.c" -o "$folder/libwaits.so"
for link in "" -fno-plt -ftactus-static-runtime; do
  # shellcheck disable=SC2086 # none, or one flag
  "$root/bin/tactus-clang" -O2 $link -fopenmp "$folder/tasks.c" "$folder/libwaits.so" "-Wl,-rpath,$folder" -o "$folder/program"
  run "tasks, a library without tables $link"
done
# With the C library in the program as well.
"$root/bin/tactus-clang" -O2 -static -DALONE -fopenmp "$folder/tasks.c" "$folder/waits.c" -o "$folder/program"
run "tasks, -static"
exit $status
