#!/bin/sh
# A library of ours comes with an object of GCC's, and thereby with its runtime, and is closed after it has been used. Its
# runtime was asked for its level again when the next region of another library began: a call of unmapped memory. On Tactus'
# own runtime, which is GCC's in such a process as well, levels are those of all regions.
set -eu
root=$1
command -v gcc > /dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > asker.c << 'EOF'
#include <omp.h>
int ask(void) {
  int level = -1;
#pragma omp parallel num_threads(2)
#pragma omp master
  level = omp_get_level();
  return level + omp_get_level();
}
EOF
cat > loops.c << 'EOF'
int ask(void);
int run(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 50; i++)
    sum += ask();
  return sum;
}
EOF
echo 'int ask(void) { return 3; }' > other.c
cat > main.c << 'EOF'
#include <dlfcn.h>
#include <stdio.h>
static int run(void *library) {
  int (*function)(void) = library ? (int (*)(void))dlsym(library, "run") : 0;
  if (!function)
    puts(dlerror());
  return function ? function() : -1;
}
int main(void) {
  void *first = dlopen("./first.so", RTLD_NOW | RTLD_LOCAL), *second = dlopen("./second.so", RTLD_NOW | RTLD_LOCAL);
  // Inside of its region GCC's runtime says 1, and outside of that the loop is the only region. Tactus' says 2 inside.
  int sum = run(first);
  if (dlclose(first))
    return 1;
  int other = run(second);
  if (sum != 50 * LEVELS || other != 50 * 3)
    printf("%d and %d\n", sum, other);
  return sum != 50 * LEVELS || other != 50 * 3;
}
EOF
gcc -O2 -fPIC -fopenmp -c asker.c
"$root/bin/tactus-clang" -O2 -fPIC -fopenmp -c loops.c
"$root/bin/tactus-clang" -O2 -fPIC -c other.c
"$root/bin/tactus-clang" -shared -Wl,--no-as-needed -lgomp -fopenmp loops.o asker.o -o first.so
"$root/bin/tactus-clang" -shared -fopenmp loops.o other.o -o second.so
levels=2
[ "${runtime-libomp}" = libomp ] || levels=3
gcc -DLEVELS=$levels main.c -ldl -o program
for workers in 1 2 4; do
  TACTUS_WORKERS=$workers ./program
  TACTUS_WORKERS=$workers TACTUS_PROMOTE=all ./program
done
