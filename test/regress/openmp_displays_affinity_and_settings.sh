#!/bin/sh
# openmp_displays_affinity_and_settings.sh ROOT: OMP_DISPLAY_AFFINITY prints one line for each thread of a region, in the format
# of OMP_AFFINITY_FORMAT, and again for another size or level only; OMP_DISPLAY_ENV prints libomp's settings. So it is for
# programs that never start libomp, whatever runs the region and however many workers there are.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/latent.c" << 'END'
static double sum;
int main(void) {
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2000; i++)
    sum += i;
  return sum != 1999000;
}
END
cat > "$folder/record.c" << 'END'
#include <omp.h>
static void (*volatile ask)(void) = (void (*)(void))omp_get_level;
int main(void) {
  for (int round = 0; round < 2; round++)
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < 2000; i++)
      ask();
}
END
cat > "$folder/phases.c" << 'END'
#include <omp.h>
int main(void) {
  int sum = 0;
  for (int round = 0; round < 2; round++)
#pragma omp parallel num_threads(3) reduction(+ : sum)
    sum += omp_get_thread_num();
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += omp_get_thread_num();
  return sum != 7;
}
END
cat > "$folder/strands.c" << 'END'
#include <omp.h>
int main(void) {
  int sum = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp for ordered
  for (int i = 0; i < 100; i++)
#pragma omp ordered
#pragma omp atomic
    sum += i;
  return sum != 9900;
}
END
for name in latent record phases strands; do
  "$root/bin/tactus-clang" -fopenmp -O1 "$folder/$name.c" -o "$folder/$name"
done
lines() { # number of threads, number of the thread around, level: the lines of one region
  for thread in $(seq 0 $(($1 - 1))); do
    echo "$thread of $1 at $3 in $2"
  done
}
compare() { # name, workers; the lines on standard input
  sort > "$folder/expected"
  env OMP_AFFINITY_FORMAT='%n of %N at %L in %a' OMP_DISPLAY_AFFINITY=TRUE TACTUS_WORKERS="$2" "$folder/$1" | sort > "$folder/is"
  diff "$folder/expected" "$folder/is" || {
    echo "$1, $2 workers: these lines differ" >&2
    exit 1
  }
}
for workers in 1 2 4; do
  lines $workers 0 1 | compare latent $workers
  lines 3 0 1 | compare record $workers
  { lines 3 0 1; lines 2 0 1; } | compare phases $workers
  { lines 2 0 1; lines 2 0 2; lines 2 1 2; } | compare strands $workers
done
for value in true VERBOSE; do
  OMP_DISPLAY_ENV=$value "$folder/latent" 2> "$folder/settings"
  grep -q 'OMP_SCHEDULE=' "$folder/settings"
done
OMP_DISPLAY_ENV=false "$folder/latent" 2> "$folder/settings"
[ ! -s "$folder/settings" ]
# On Tactus' own runtime this gets a line, which says that it is wrong.
OMP_DISPLAY_ENV=rubbish "$folder/latent" 2> "$folder/settings"
! grep -q 'OMP_SCHEDULE=' "$folder/settings" || exit 1
