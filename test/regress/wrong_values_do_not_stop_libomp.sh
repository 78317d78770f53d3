#!/bin/sh
# wrong_values_do_not_stop_libomp.sh ROOT: values at which libomp stops at an assertion, in a program that starts it. The
# program runs, and there is one line at most of ours, which names the variable.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.c" << 'END'
#include <omp.h>
int main(void) {
  int sum = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += i;
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
#pragma omp parallel num_threads(2)
#pragma omp for ordered
  for (int i = 0; i < 100; i++)
#pragma omp ordered
    sum += i;
  return sum != 9900 || omp_get_thread_limit() < 1;
}
END
"$root/bin/tactus-clang" -fopenmp -O1 "$folder/program.c" -o "$folder/program"
# `lines` lines of ours; libomp says what it likes.
try() { # lines, variable, value
  for workers in 1 2 4; do
    env "$2=$3" TACTUS_WORKERS=$workers timeout 60 "$folder/program" 2> "$folder/words" || {
      echo "$2=$3, $workers workers: status $?" >&2
      cat "$folder/words" >&2
      exit 1
    }
    count=$(grep -c "^tactus: warning: $2=" "$folder/words" || true)
    if [ "$count" != "$1" ]; then
      echo "$2=$3: $count lines of ours" >&2
      exit 1
    fi
  done
}
for variable in OMP_PLACES OMP_PROC_BIND KMP_BLOCKTIME KMP_AFFINITY KMP_ALIGN_ALLOC GOMP_CPU_AFFINITY; do
  try 1 $variable 2147483648
done
try 1 OMP_PLACES '{0}:2147483648'
try 1 OMP_PLACES '!{0}'
try 1 OMP_PROC_BIND 'spread,2147483648'
try 1 KMP_AFFINITY 'explicit,proclist=[99999999999]'
try 1 GOMP_CPU_AFFINITY '0:'
try 1 GOMP_CPU_AFFINITY 'all'
try 0 GOMP_CPU_AFFINITY '0 0-0, 0-0:1'
try 0 OMP_PLACES cores
try 0 KMP_DEVICE_THREAD_LIMIT 0
try 0 KMP_ALL_THREADS 0
for variable in OMP_MAX_ACTIVE_LEVELS OMP_THREAD_LIMIT OMP_DYNAMIC OMP_SCHEDULE OMP_NESTED OMP_WAIT_POLICY OMP_NUM_TEAMS; do
  for value in rubbish '' -1 0 99999999999999999999 2x 'static,-1' 'guided,x' '2,2'; do
    try 0 $variable "$value"
  done
done
for value in rubbish 2x 0 99999999999 '4 2'; do
  env OMP_NUM_THREADS="$value" timeout 60 "$folder/program" 2> "$folder/words"
  [ "$(grep -c '^tactus: warning: OMP_NUM_THREADS=' "$folder/words")" = 1 ]
done
