#!/bin/sh
# iterations_wait_in_another_file.sh ROOT: with a thread for each iteration, iterations may wait for each other where the
# compiler does not see it; one after the other they would wait for ever. How many there are, the source may say, or
# only the run. And if those that hold the workers' slots then wait for one without, it still gets its thread number.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/loop.c" << 'END'
void waitOrSignal(int *flag, int signals);
static int first, second;
int main(void) {
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; i++)
    waitOrSignal(&first, i == 2);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; i++)
      waitOrSignal(&second, i == 1);
#pragma omp for
    for (int i = 0; i < 100; i++)
      waitOrSignal(&second, 1);
  }
  return 0;
}
END
cat > "$folder/waits.c" << 'END'
#include <unistd.h>
void waitOrSignal(int *flag, int signals) {
  alarm(20);
  if (signals)
    __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
  while (!__atomic_load_n(flag, __ATOMIC_SEQ_CST))
    usleep(10);
}
END
cat > "$folder/counted.cpp" << 'END'
#include <omp.h>
#include <vector>
extern "C" void begin(int members);
extern "C" void meet(int member);
struct Parts {
  int count;
  std::vector<int> places;
  void run() {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < count; i++)
      meet(i);
#pragma omp parallel for
    for (std::size_t i = 0; i < places.size(); i++)
      meet(i);
  }
};
static void withClauses(int count, int first) {
  long sum = 0, last = 0;
#pragma omp parallel for num_threads(count) firstprivate(first) lastprivate(last) reduction(+ : sum) schedule(static, 1)
  for (int i = first; i < first + 3 * count; i += 3) {
    meet(i);
    sum += i - first;
    last = i;
  }
  if (last != first + 3 * (count - 1) || sum != 3L * count * (count - 1) / 2)
    __builtin_trap();
}
static void nested(int count) {
  std::vector<long> sums(count);
#pragma omp parallel for proc_bind(close)
  for (int i = 0; i < count; i++) {
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = 0; k < 100000; k++)
      sum += k;
    meet(i);
    sums[i] = sum;
  }
  for (long sum : sums)
    if (sum != 4999950000)
      __builtin_trap();
}
int main() {
  int count = omp_get_max_threads();
  begin(count);
#pragma omp parallel for
  for (int i = 0; i < omp_get_max_threads(); i++)
    meet(i);
#pragma omp parallel for schedule(guided)
  for (long i = count; i > 0; i--)
    meet(i);
#pragma omp parallel for collapse(2) schedule(runtime)
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 1; k++)
      meet(i);
  Parts{count, std::vector<int>(count)}.run();
  nested(count);
  withClauses(count, 7);
  // Not all of the team.
  begin(count > 2 ? count - 1 : count);
  withClauses(count > 2 ? count - 1 : count, 0);
  // More iterations than threads: nobody may wait.
  begin(1);
#pragma omp parallel for
  for (int i = 0; i < 100 * count; i++)
    meet(i);
}
END
cat > "$folder/meet.c" << 'END'
#include <unistd.h>
static int members = 1, here;
void begin(int count) {
  alarm(20);
  members = count;
  here = 0;
}
void meet(int member) {
  (void)member;
  int number = __atomic_add_fetch(&here, 1, __ATOMIC_SEQ_CST);
  int all = (number + members - 1) / members * members;
  while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < all)
    usleep(10);
}
END
cat > "$folder/three.c" << 'END'
void run(int iteration);
int main(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 3; i++)
    run(i);
  return 0;
}
END
cat > "$folder/numbers.c" << 'END'
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static int lastBegan, complete;
static void await(int *word, int value) {
  while (__atomic_load_n(word, __ATOMIC_SEQ_CST) < value)
    usleep(10);
}
static void goOn(int number) {
  __atomic_store_n(&lastBegan, 1, __ATOMIC_SEQ_CST);
  signal(number, SIG_DFL);
  alarm(20);
}
/* The last iteration begins beside the others, or when they have waited for long enough. It asks when both of them have
   ended, and their threads wait for it. */
__attribute__((constructor)) static void begin(void) {
  signal(SIGALRM, goOn);
  alarm(3);
}
void run(int iteration) {
  if (iteration < 2) {
    omp_get_thread_num();
    await(&lastBegan, 1);
    __atomic_add_fetch(&complete, 1, __ATOMIC_SEQ_CST);
    return;
  }
  __atomic_store_n(&lastBegan, 1, __ATOMIC_SEQ_CST);
  await(&complete, 2);
  usleep(10000);
  if (omp_get_thread_num() < 0 || omp_get_thread_num() >= omp_get_num_threads())
    abort();
}
END
"$root/bin/tactus-clang" -O1 -fopenmp "$folder/loop.c" "$folder/waits.c" -o "$folder/program"
for workers in 1 2 4; do
  TACTUS_WORKERS=$workers "$folder/program"
done
"$root/bin/tactus-clang" -c -O1 "$folder/meet.c" -o "$folder/meet.o"
for level in -O0 -O2 "-O1 -g"; do
  # shellcheck disable=SC2086 # several flags
  "$root/bin/tactus-clang++" $level -fopenmp "$folder/counted.cpp" "$folder/meet.o" -o "$folder/counted"
  for workers in 1 2 4 9; do
    TACTUS_WORKERS=$workers "$folder/counted"
  done
  TACTUS_WORKERS=4 TACTUS_PROMOTE=all "$folder/counted"
done
"$root/bin/tactus-clang" -O1 -fopenmp -c "$folder/three.c" -o "$folder/three.o"
"$root/bin/tactus-clang" -O1 -fopenmp -c "$folder/numbers.c" -o "$folder/numbers.o"
for runtime in libomp tactus; do
  "$root/bin/tactus-clang" -fopenmp -ftactus-runtime=$runtime "$folder/three.o" "$folder/numbers.o" -o "$folder/numbers"
  for settings in TACTUS_CHAOS=1 TACTUS_CHAOS=2 TACTUS_PROMOTE=all TACTUS_HEARTBEAT_US=100; do
    env TACTUS_WORKERS=2 $settings "$folder/numbers"
  done
done
