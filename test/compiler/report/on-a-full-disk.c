// A report that has no room is one error, with the file's name, and no crash of the compiler.
// (No rm here: lit's own follows the link, and would remove the device.)
// RUN: ln -sf /dev/full %t.json
// RUN: not %tactus-clang -fopenmp -O1 -ftactus-report=%t.json -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="Stack dump"
// CHECK: tactus: error: cannot write '{{.*}}.json': No space left on device; name another file by -ftactus-report=
// RUN: test -c /dev/full
void scale(double *x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
