#!/bin/sh
# constructs_of_gccs_objects.sh ROOT: functions that GCC has compiled have constructs that bind to a region of their caller's,
# which runs as strands. Libomp took each strand for a thread alone: barriers did nothing, and each ran all iterations.
set -eu
root=$1
command -v gcc > /dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/ours.c" << 'END'
#include <stdio.h>
void orphaned(int n, int *x, long *sum);
void barriers(int *arrived, int n);
void refused(int n);
int isInOrder(int n);
int nested(void);
enum { N = 1000 };
static int x[N];
int main(int argc, char **argv) {
  for (int threads = 1; threads < 6; threads++) {
    long sum = 0; int arrived[8] = {0}; int wrong = 0;
    for (int i = 0; i < N; i++) x[i] = 0;
#pragma omp parallel num_threads(threads)
    {
      orphaned(N, x, &sum);
#pragma omp barrier
      barriers(arrived, threads);
      if (nested() != 6)
#pragma omp atomic
        wrong++;
      if (argc > 1) refused(N);
    }
    if (argc > 1) wrong += !isInOrder(N);
    orphaned(N, x, &sum);
    for (int i = 0; i < N; i++) wrong += x[i] != 2 * 9;
    if (wrong || sum != 2 * (9 * (long)N * (N - 1) / 2 + 6 + 1 + 1)) { printf("%d threads: %d wrong, sum %ld\n", threads, wrong, sum); return 1; }
  }
  return 0;
}
END
cat > "$folder/gccs.c" << 'END'
#include <omp.h>
#include <stdlib.h>
static int last, ordered;
void orphaned(int n, int *x, long *sum) {
  unsigned long m = n;
  static long k;
// Atomic: the loop behind one with nowait may be at the same element.
#define BODY(i) { _Pragma("omp atomic") x[i]++; _Pragma("omp atomic") *sum += i; }
#pragma omp for
  for (int i = 0; i < n; i++) BODY(i)
#pragma omp for schedule(static, 3)
  for (int i = n - 1; i >= 0; i--) BODY(i)
#pragma omp for schedule(dynamic)
  for (int i = 0; i < n; i++) BODY(i)
#pragma omp for schedule(dynamic, 7) nowait
  for (int i = n - 1; i >= 0; i -= 1) BODY(i)
#pragma omp for schedule(guided)
  for (unsigned long i = 0; i < m; i++) BODY(i)
#pragma omp for schedule(runtime)
  for (int i = 0; i < n; i++) BODY(i)
#pragma omp for schedule(monotonic: dynamic, 5)
  for (unsigned long i = 0; i < m; i++) BODY(i)
#pragma omp for schedule(nonmonotonic: guided, 4) collapse(2)
  for (int a = 0; a < n / 10; a++) for (int b = 0; b < 10; b++) BODY(a * 10 + b)
#pragma omp for schedule(dynamic)
  for (unsigned long i = m; i < m; i++) BODY(i)
#pragma omp for schedule(dynamic) lastprivate(k)
  for (int i = 0; i < n; i++) { k = i; BODY(i) }
  if (k != n - 1) abort();
#pragma omp sections
  {
#pragma omp atomic
    *sum += 1;
#pragma omp section
#pragma omp atomic
    *sum += 2;
#pragma omp section
#pragma omp atomic
    *sum += 3;
  }
#pragma omp single
  *sum += 1;
  int mine = -1;
#pragma omp single copyprivate(mine)
  mine = 17;
  if (mine != 17) abort();
#pragma omp master
  *sum += 1;
#pragma omp barrier
}
void barriers(int *arrived, int n) {
  int me = omp_get_thread_num();
  for (int round = 1; round < 50; round++) {
    arrived[me] = round;
#pragma omp barrier
    for (int i = 0; i < n; i++) if (arrived[i] != round) abort();
#pragma omp barrier
  }
}
int nested(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; i++) sum += i;
#pragma omp barrier
  }
  return sum;
}
void refused(int n) {
#pragma omp for ordered schedule(dynamic)
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    {
      ordered += last == i;
      last = i + 1;
    }
  }
}
int isInOrder(int n) {
  int is = ordered == n;
  last = ordered = 0;
  return is;
}
END
cd "$folder"
gcc -O2 -fopenmp -fPIC -c gccs.c -o gccs.o
gcc -shared gccs.o -o libgccs.so
"$root/bin/tactus-clang" -O2 -fopenmp -fPIC -c ours.c -o ours.o
"$root/bin/tactus-clang" -fopenmp ours.o gccs.o -o object
"$root/bin/tactus-clang" -fopenmp ours.o -L. -lgccs -Wl,-rpath,. -o library
# A shared object of ours has wrappers instead.
sed 's/int main(/int run(/' ours.c > run.c
echo 'int run(int count, char **words); int main(int count, char **words) { return run(count, words); }' > main.c
"$root/bin/tactus-clang" -O2 -fopenmp -fPIC -shared run.c gccs.o -o libours.so
clang-"${LLVM:-19}" -fopenmp main.c -L. -lours -Wl,-rpath,. -Wl,-rpath,"$root/lib" -o wrapped
for program in object library wrapped; do
  for setting in TACTUS_WORKERS=1 TACTUS_WORKERS=2 TACTUS_WORKERS=5 TACTUS_CHAOS=3 OMP_SCHEDULE=guided,3 \
    TACTUS_REGIONS=libomp OMP_MAX_ACTIVE_LEVELS=3; do
    env "$setting" ./$program || {
      echo "constructs_of_gccs_objects.sh: $program goes wrong with $setting" >&2
      exit 1
    }
  done
  # What a team of strands has no answer for, where GCC's constructs are LLVM's libomp's. Clang links with that.
  TACTUS_REGIONS=libomp ./$program refused
  if [ "${runtime-libomp}" != libomp ] && [ $program != wrapped ]; then
    TACTUS_WORKERS=5 ./$program refused
    continue
  fi
  if ./$program refused 2> error; then
    echo "constructs_of_gccs_objects.sh: an ordered loop of GCC's is run" >&2
    exit 1
  fi
  grep -q '^tactus: error: GOMP_loop_ordered_dynamic_start: .*compile its file with tactus-clang, or set TACTUS_REGIONS=libomp$' error
done
