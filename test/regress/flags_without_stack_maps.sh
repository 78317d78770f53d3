#!/bin/sh
# flags_without_stack_maps.sh ROOT: hardened calls, emulated thread-local variables and GlobalISel do not go with stack maps: the
# code generator stopped, the linker found no variable of libtactus, or promotions crashed. Such files stay with libomp, and
# their Cilk is serial.
set -eu
root=$1
source=$(dirname "$0")/sections_of_basic_blocks.c
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for flag in -mretpoline -mlvi-hardening -mseses -mspeculative-load-hardening -femulated-tls -fglobal-isel; do
  for level in -O0 -O2; do
    "$root/bin/tactus-clang" -fopenmp $level $flag "$source" -o "$folder/program" 2> "$folder/messages"
    grep -q "^tactus: warning: nothing is converted under $flag" "$folder/messages" || {
      echo "flags_without_stack_maps.sh: nobody says that $flag converts nothing" >&2
      exit 1
    }
    TACTUS_WORKERS=3 "$folder/program"
  done
done

# The same on one function: its file stays with libomp, others do not.
cat > "$folder/hardened.c" << 'END'
__attribute__((speculative_load_hardening)) static long thrice(long x) { return 3 * x; }
__attribute__((speculative_load_hardening, noinline)) static long sum(const long *x, int n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}
static long values[300000];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 300000; i++)
    values[i] = thrice(i);
  return sum(values, 300000) != 3L * 299999 * 150000;
}
END
for level in -O0 -O2; do
  "$root/bin/tactus-clang" -fopenmp $level "$folder/hardened.c" -o "$folder/program" 2> "$folder/messages"
  grep -q "^tactus: warning: nothing is converted in .*hardened.c, which has functions with speculative_load_hardening" \
    "$folder/messages" || {
    echo "flags_without_stack_maps.sh: nobody says that a file with a hardened function is not converted" >&2
    exit 1
  }
  TACTUS_WORKERS=3 "$folder/program"
done
