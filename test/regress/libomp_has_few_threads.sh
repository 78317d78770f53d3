#!/bin/sh
# libomp_has_few_threads.sh ROOT: KMP_DEVICE_THREAD_LIMIT bounds the threads that call libomp, our workers among them. Libomp
# stopped at an assertion when one too many did.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.c" << 'END'
#include <omp.h>
static long tasks(void) {
  long count = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++)
#pragma omp task depend(inout : count)
    count++;
  return count;
}
int main(void) {
  long count = tasks(), sum = 0;
  // What workers promote calls libomp.
#pragma omp parallel for reduction(+ : sum, count)
  for (int i = 0; i < 2000; i++) {
    for (int k = 0; k < 5000; k++)
      sum += (i ^ k) & 1;
    count += i % 20 == 0 ? tasks() : 0;
  }
#pragma omp parallel num_threads(4)
  {
#pragma omp barrier
#pragma omp atomic
    sum += omp_get_num_threads() == 0;
  }
  return sum != 5000000 || count != 2020;
}
END
"$root/bin/tactus-clang" -fopenmp -O1 "$folder/program.c" -o "$folder/program"
for name in KMP_DEVICE_THREAD_LIMIT KMP_ALL_THREADS; do
  for limit in 0 1 " 2 " 3 5 8; do
    for workers in 2 4; do
      env "$name=$limit" TACTUS_WORKERS=$workers TACTUS_PROMOTE=all "$folder/program" 2> "$folder/messages" || {
        echo "libomp_has_few_threads.sh: fails with $name=$limit and $workers workers" >&2
        cat "$folder/messages" >&2
        exit 1
      }
    done
  done
done
