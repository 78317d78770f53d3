#!/bin/sh
# threads_are_bound_for_who_looks.sh ROOT: where the environment has threads bound to places, a program that asks for its
# places, or has them displayed, finds them bound, whatever would run its regions else. Who does not look has them not.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/looks.c" << 'END'
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
/* Is the calling thread bound to its place, and to no other processor? */
static int isInItsPlace(void) {
  int place = omp_get_place_num();
  if (place < 0)
    return 0;
  int count = omp_get_place_num_procs(place);
  int *numbers = malloc((size_t)count * sizeof(int));
  omp_get_place_proc_ids(place, numbers);
  cpu_set_t mask;
  sched_getaffinity(0, sizeof mask, &mask);
  int isBound = CPU_COUNT(&mask) == count;
  for (int i = 0; i < count; i++)
    isBound &= CPU_ISSET(numbers[i], &mask) != 0;
  free(numbers);
  return isBound;
}
int main(void) {
  int bound = 0, ofTeam = 0, inOrder = 0;
#pragma omp parallel num_threads(4) reduction(+ : bound)
  bound += isInItsPlace();
#pragma omp parallel num_threads(4)
#pragma omp for ordered
  for (int i = 0; i < 4; i++)
#pragma omp ordered
    inOrder += isInItsPlace();
#pragma omp teams num_teams(2) thread_limit(1) reduction(+ : ofTeam)
  ofTeam += omp_get_partition_num_places() > 0 && omp_get_place_num() >= 0;
  printf("%d %d %d\n", bound, inOrder, ofTeam);
}
END
cat > "$folder/displays.c" << 'END'
#include <omp.h>
static void (*volatile ask)(void) = (void (*)(void))omp_get_level;
int main(void) {
#pragma omp parallel num_threads(4) proc_bind(spread)
  ask();
#pragma omp parallel num_threads(4) proc_bind(spread)
  ask();
#pragma omp parallel num_threads(4) proc_bind(master)
  ask();
}
END
# KMP_AFFINITY=reset gives the initial thread its processors back behind the region.
cat > "$folder/one_looks.c" << 'END'
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
static int processors(void) {
  cpu_set_t mask;
  sched_getaffinity(0, sizeof mask, &mask);
  return CPU_COUNT(&mask);
}
int main(void) {
  int inside = 0, before = processors();
  for (int i = 0; i < 3; i++) {
#pragma omp parallel num_threads(2)
#pragma omp master
    inside = processors();
    if (before > 1 && (inside >= before || processors() != before))
      return 1;
  }
  return 0;
}
END
cat > "$folder/blind.c" << 'END'
#include <omp.h>
extern int __kmpc_global_num_threads(void *);
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += omp_get_thread_num();
  return sum != 6 || __kmpc_global_num_threads(0) != 0;
}
END
for name in looks one_looks displays blind; do
  "$root/bin/tactus-clang" -fopenmp -O1 "$folder/$name.c" -o "$folder/$name"
done
for workers in 1 2 4; do
  for setting in OMP_PLACES=threads OMP_PROC_BIND=close KMP_AFFINITY=granularity=thread,compact; do
    [ "$(env TACTUS_WORKERS=$workers $setting "$folder/looks")" = "4 4 2" ] || {
      echo "$setting, $workers workers: threads are not in their places" >&2
      exit 1
    }
    case $setting in
    KMP_*) ;; # starts libomp by itself
    *) env TACTUS_WORKERS=$workers $setting "$folder/blind" ;;
    esac
  done
  env TACTUS_WORKERS=$workers KMP_AFFINITY=reset,granularity=thread,compact "$folder/one_looks" || {
    echo "$workers workers: a region of one role is not in its place" >&2
    exit 1
  }
  # Once for each binding, which is in more lines than there are threads.
  first=$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')
  lines=$(env TACTUS_WORKERS=$workers OMP_PLACES="{$first},{$first}" OMP_DISPLAY_AFFINITY=true "$folder/displays" | wc -l)
  [ "$lines" -gt 4 ]
done
