#!/bin/sh
# regions_call_other_files.sh ROOT: regions whose threads call functions of other files. They run in phases if these hold no
# barrier and wait for nobody, as objects, archives and bitcode say; they keep their threads where a callee does, or where
# nobody can tell: objects of plain clang, shared libraries, what is called through a pointer.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > region.c << 'END'
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
void enter(int part);
int seen(int number);
static double values[4000];
int main(void) {
  alarm(60);
  double sum = 0;
  int turns = 0;
#pragma omp parallel num_threads(4) reduction(+ : turns)
  {
    double own = 0;
    for (int round = 1; round <= 3; round++) {
      enter(round);
#pragma omp for
      for (int i = 0; i < 4000; i++)
        values[i] += round;
#pragma omp for
      for (int i = 0; i < 4000; i++)
        own += values[i];
#ifdef WAITS
      while (!seen(omp_get_thread_num()))
        turns++;
#else
      turns += seen(round);
#endif
    }
#pragma omp critical
    sum += own;
  }
#ifdef WAITS
  return sum != 4000.0 * (1 + 3 + 6);
#else
  return sum != 4000.0 * (1 + 3 + 6) || turns != 12;
#endif
}
END
# A timer of thread 0, with a clock and a lock, two files away.
cat > timer.c << 'END'
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
double now(void);
static double start;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void enter(int part) {
  double time = now();
  if (omp_get_thread_num() == 0)
    start = time + part;
  free(malloc(100));
}
int seen(int number) {
  pthread_mutex_lock(&lock);
  if (start < 0)
    fprintf(stderr, "%d\n", number);
  pthread_mutex_unlock(&lock);
  return 1;
}
END
cat > clock.c << 'END'
#include <time.h>
double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}
END
# The same in C++.
cat > timer.cpp << 'END'
#include <chrono>
#include <iostream>
#include <mutex>
#include <omp.h>
#include <vector>
static std::mutex mutex;
static std::vector<double> starts(1);
extern "C" double now();
extern "C" void enter(int part) {
  std::lock_guard<std::mutex> guard(mutex);
  starts.push_back(now() + part);
}
extern "C" int seen(int number) {
  if (starts[0] < 0)
    std::cerr << number << "\n";
  return 1;
}
END
cat > clock.cpp << 'END'
#include <chrono>
extern "C" double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
END
# A barrier, two files away.
cat > barrier.c << 'END'
double now(void) {
#pragma omp barrier
  return 1;
}
END
# Each thread waits for the next one: here where that is seen, and by a loop of the region.
cat > spins.c << 'END'
#include <sched.h>
#include <omp.h>
static int here[4];
void enter(int part) {
  int number = omp_get_thread_num();
  __atomic_store_n(&here[number], part, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&here[(number + 1) % 4], __ATOMIC_SEQ_CST) < part)
    sched_yield();
}
int seen(int number) { return number >= 0; }
END
cat > flags.c << 'END'
#include <sched.h>
#include <omp.h>
static int here[4], rounds[4];
void enter(int part) { __atomic_store_n(&here[omp_get_thread_num()], part, __ATOMIC_SEQ_CST); }
int seen(int number) {
  sched_yield();
  rounds[number] = __atomic_load_n(&here[number], __ATOMIC_SEQ_CST);
  return __atomic_load_n(&here[(number + 1) % 4], __ATOMIC_SEQ_CST) >= rounds[number];
}
END
# A thread's own variable, which the next phase has to find.
cat > local.c << 'END'
static _Thread_local int part;
void enter(int now) { part = now; }
int seen(int number) { return part == number; }
END
cat > pointer.c << 'END'
double now(void);
static double (*volatile function)(void) = now;
void enter(int part) { (void)part; function(); }
int seen(int number) { return number >= 0; }
END

clang=$root/bin/tactus-clang
# As the trace says who ran the region.
expect() {
  way=$1
  shift
  for workers in ${WORKERS:-1 3}; do
    rm -f trace.json
    TACTUS_WORKERS=$workers TACTUS_TRACE=trace.json ./program
    grep -q "\"by\": *\"$way\"" trace.json || {
      echo "not by $way: $*" >&2
      exit 1
    }
  done
}
link() {
  way=$1
  shift
  # shellcheck disable=SC2086 # flags
  "$clang" $flags -fopenmp "$@" -o program
  expect "$way" "$flags" "$@"
}

for flags in -O0 "-O2 -g" "-O2 -flto" "-O2 -flto=thin" "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections" \
  "-O1 -ftactus-beat=interrupt"; do
  link phases region.c timer.c clock.c
done
flags=-O2
link strands region.c timer.c barrier.c
link strands region.c spins.c
link strands -DWAITS region.c flags.c
link strands region.c local.c
link strands region.c pointer.c clock.c
# Quiet callees in a loop that waits for them.
cat > quiet.c << 'END'
void enter(int part) { (void)part; }
int seen(int number) { return number >= 0; }
END
link phases -DWAITS region.c quiet.c

"$clang" -O2 -fopenmp -c region.c timer.c clock.c
"$clang" -O2 -fPIC -fopenmp -c timer.c -o pic.o
"$clang" -O2 -fPIC -shared -fopenmp clock.c -o libclock.so
"clang-${LLVM:-19}" -O2 -c clock.c -o plain.o
ar rc libtimer.a timer.o clock.o
ar rc libpic.a pic.o clock.o
link phases region.o libtimer.a
link phases region.o libpic.a
link strands region.o timer.o plain.o
link strands region.o timer.o ./libclock.so
"$root/bin/tactus-clang++" -O2 -fopenmp region.o timer.cpp clock.cpp -o program
expect phases "C++"
# The region in a shared library, whose functions the program may replace.
"$clang" -O2 -fPIC -shared -fopenmp -Dmain=region region.c timer.c clock.c -o libregion.so
echo 'int region(void); int main(void) { return region(); }' > main.c
link strands main.c ./libregion.so
echo 'double now(void) {
#pragma omp barrier
  return 1;
}
int region(void); int main(void) { return region(); }' > main.c
link strands main.c ./libregion.so
# Of two definitions the stronger one counts, and that is not the one with a record.
sed 's/^double now/__attribute__((weak)) &/' clock.c > weak.c
"clang-${LLVM:-19}" -O2 -fopenmp -c barrier.c -o strong.o
link strands region.c timer.c weak.c strong.o
