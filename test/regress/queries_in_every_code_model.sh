#!/bin/sh
# queries_in_every_code_model.sh ROOT: questions come to an end, and polls keep all registers, in each code model and way to link.
# In programs with constant addresses libtactus took a jump of the executable for libomp, and asked it without end.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.c" << 'END_OF_PROGRAM'
#include <omp.h>
#include <stdio.h>
static double a[100], b[100];
int main(void) {
  int (*questions[])(void) = {omp_get_max_threads, omp_get_level, omp_get_num_procs, omp_get_nested, omp_get_thread_limit,
                              omp_get_max_active_levels};
  int sum = 0;
  for (int i = 0; i < 6; i++)
    questions[i]();
  omp_set_num_threads(3);
  if (omp_get_max_threads() != 3)
    return 1;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 200; i++) {
    double dot = 0;
#pragma omp parallel for reduction(+ : dot)
    for (int j = i % 7; j < 100; j++)
      dot += a[j] * b[j] + 1;
    sum += dot == 100 - i % 7 && omp_get_level() == 1;
  }
  return sum != 200;
}
END_OF_PROGRAM
for flags in "-fno-pie -no-pie" "-fno-pie -no-pie -fuse-ld=lld" "-fno-pie -no-pie -ftactus-static-runtime" "-mcmodel=medium" \
  "-mcmodel=large -fno-pie -no-pie" "-mcmodel=large -fPIE -pie" "-fno-plt" "-rdynamic" "-Wl,-Bsymbolic -fPIC"; do
  # shellcheck disable=SC2086 # Flags are words.
  "$root/bin/tactus-clang" -fopenmp -O2 $flags "$folder/program.c" -o "$folder/program"
  for setting in TACTUS_WORKERS=1 TACTUS_WORKERS=4 TACTUS_CHAOS=1 TACTUS_PROMOTE=all; do
    env "$setting" "$folder/program" || {
      echo "queries_in_every_code_model.sh: fails with $flags and $setting" >&2
      exit 1
    }
  done
done
