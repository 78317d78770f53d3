#!/bin/sh
# reductions_have_the_same_bits.sh ROOT: with one worker, a program prints the same bits whenever the beats come; compiled
# with -ftactus-reproducible, with any workers, beats and splits.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.c" << 'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
enum { N = 100003, R = 300 };
static double x[N], y[N]; static float f[N];
static void show(const char *w, double v) { unsigned long u; memcpy(&u, &v, 8); printf("%s %016lx %.15g\n", w, u, v); }
__attribute__((noinline)) double row(int i, int n, double s) {
#pragma omp parallel for reduction(+ : s)
  for (int j = 0; j < n; j++) s += x[(i * 17 + j) % N] * y[j];
  return s;
}
struct acc { double sum; long count; };
#pragma omp declare reduction(acc : struct acc : omp_out.sum += omp_in.sum * (1 + 1e-9), omp_out.count += omp_in.count) initializer(omp_priv = (struct acc){0, 0})
static void leagues(int n) {
  double s = 0.1, e = 0.2, d = 0.3, l = 0.4, c = 0.5, arr[7] = {0, 1, 2, 3, 4}; float g = 0; struct acc own = {0.5, 1};
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom: s)
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  show("teams", s);
#pragma omp teams distribute parallel for num_teams(3) reduction(+ : e, g)
  for (int i = 0; i < n; i++) e += x[i] * y[i], g += f[i];
  show("three teams", e); show("three teams, float", g);
#pragma omp teams distribute parallel for simd num_teams(4) reduction(+ : d) dist_schedule(static, 1000)
  for (int i = n - 1; i >= 0; i--) d += x[i] * y[i];
  show("teams with chunks", d);
#pragma omp teams distribute num_teams(7) reduction(+ : l)
  for (int i = 0; i < n; i++) l += x[i] * y[i];
  show("distribute", l);
#pragma omp teams num_teams(5) reduction(+ : c)
  {
#pragma omp parallel for reduction(+ : c)
    for (int i = 0; i < n; i++) c += x[i] * y[i];
#pragma omp distribute parallel for collapse(2) reduction(+ : c)
    for (int i = 0; i < 30; i++) for (int j = 0; j < n / 30; j++) c += x[i] * y[j];
  }
  show("in teams", c);
#pragma omp teams distribute parallel for num_teams(2) reduction(acc : own) reduction(+ : arr[0:6])
  for (int i = 0; i < n; i++) own.sum += x[i], own.count++, arr[i % 6] += x[i];
  show("own type in teams", own.sum); show("section in teams", arr[0] + arr[3] * 3 + arr[5] / 3);
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  for (int i = 0; i < N; i++) x[i] = 1.0 / (i + 1), y[i] = 1 + 1e-3 * (i % 7), f[i] = 1.0f / (i % 1001 + 3);
  for (int round = 0; round < 3; round++) {
    double s = 0.1, p = 1, m = 1e9, c = 0, e = 0.5; float g = 0, h = -1e9f; double arr[5] = {0, 1, 2, 3, 4};
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) s += x[i] * y[i];
    show("sum", s);
#pragma omp parallel for reduction(* : p) schedule(dynamic)
    for (long i = 0; i < n; i++) p *= 1 + x[i] * 1e-3;
    show("product", p);
#pragma omp parallel for reduction(min : m) reduction(max : h) reduction(+ : g) schedule(static, 7)
    for (int i = n - 1; i >= 0; i -= 3) { double v = sin(x[i]) * 3; if (v < m) m = v; if (f[i] > h) h = f[i]; g += f[i] * f[i]; }
    show("min", m); show("max", h); show("float", g);
#pragma omp parallel for simd reduction(+ : c)
    for (int i = 0; i < n; i++) c += x[i] / y[i];
    show("simd", c);
#pragma omp parallel for collapse(2) reduction(+ : e)
    for (int i = 0; i < R; i++) for (int j = 0; j < 301; j++) e += x[i * 300 + j] * y[j];
    show("collapse", e);
    double nest = 0.25;
#pragma omp parallel for reduction(+ : nest) schedule(guided)
    for (int i = 0; i < R; i++) {
      double t = 0.3;
#pragma omp parallel for reduction(+ : t)
      for (int j = 0; j < i * 10; j++) t += x[j] * y[i + j];
      nest += t * t;
    }
    show("nest", nest);
    double rows = 0;
#pragma omp parallel for reduction(+ : rows)
    for (int i = 0; i < R; i++) rows += row(i, i % 40 * 3, 0.7) + row(i, i * 20, 0.3);
    show("rows", rows);
#pragma omp parallel for reduction(+ : arr[0:5])
    for (int i = 0; i < n; i++) arr[i % 5] += x[i];
    show("section", arr[0] + arr[3] * 3);
    double r1 = 0, r2 = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : r1)
      for (int i = 0; i < n; i++) r1 += x[i] * 1.1;
#pragma omp for reduction(+ : r2) nowait
      for (int i = 0; i < n; i++) r2 += x[i] * r1;
    }
    show("region", r1 + r2);
    struct acc own = {0.5, 1};
#pragma omp parallel for reduction(acc : own)
    for (int i = 0; i < n; i++) own.sum += x[i], own.count++;
    show("own type", own.sum);
    double parts = 0.1;
#pragma omp parallel sections reduction(+ : parts)
    {
      for (int i = 0; i < n; i++) parts += x[i];
#pragma omp section
      for (int i = 0; i < n; i++) parts += x[i] * y[i];
#pragma omp section
      parts += 1e-9;
    }
    show("sections", parts);
    leagues(n);
  }
}
END

# Builds with the flags.
build() {
  "$root/bin/tactus-clang" -fopenmp -w "$@" "$folder/program.c" -o "$folder/program" -lm
  about="$*"
  rm -f "$folder/expected"
}

# Runs in an environment: the first run of a program says what the others have to print.
run() {
  env "$@" "$folder/program" $iterations > "$folder/printed"
  [ -f "$folder/expected" ] || cp "$folder/printed" "$folder/expected"
  if ! diff "$folder/expected" "$folder/printed" > "$folder/difference"; then
    echo "reductions_have_the_same_bits.sh: $about, $iterations iterations, $*: other bits" >&2
    head -5 "$folder/difference" >&2
    exit 1
  fi
}

iterations=100003
for flags in -O2 "-O3 -ffast-math"; do
  # shellcheck disable=SC2086 # Flags are words.
  build $flags
  for beat in 0 1 1 3 10 100; do
    run TACTUS_WORKERS=1 TACTUS_HEARTBEAT_US=$beat
  done
done

for flags in -O0 -O2 "-O3 -ffast-math" "-O2 -ftactus-beat=interrupt"; do
  # shellcheck disable=SC2086 # Flags are words.
  build $flags -ftactus-reproducible
  for iterations in 100003 5000 1; do
    rm -f "$folder/expected"
    run TACTUS_WORKERS=1 TACTUS_HEARTBEAT_US=0
    run TACTUS_WORKERS=1 TACTUS_HEARTBEAT_US=1
    for workers in 2 3 4 5 6 7 8 9; do
      run TACTUS_WORKERS=$workers TACTUS_HEARTBEAT_US=5
      run TACTUS_WORKERS=$workers TACTUS_CHAOS=$workers
    done
    run TACTUS_WORKERS=3 TACTUS_PROMOTE=all
    run TACTUS_WORKERS=4 OMP_SCHEDULE=dynamic,3 TACTUS_CHAOS=20
  done
done
