// What decision 25 counts: a loop that adds to an array by thread number, in a function of another file.
//
//     tactus-clang -O2 -fopenmp -DOTHER -c 0025-numbers.c -o other.o
//     tactus-clang -O2 -fopenmp 0025-numbers.c other.o -o numbers
//     export TACTUS_WORKERS=1 TACTUS_HEARTBEAT_US=0 OMP_NUM_THREADS=1
//     valgrind --tool=callgrind ./numbers row 20000          and 10000
//
// `one` in place of `row`: a function for one element. With a third argument a region has run on libomp before. The
// difference over 10,000 x 100 is the instructions for an element. The same with clang-19.
#include <omp.h>
#ifdef OTHER
void addRow(double *sums, int count) {
  for (int i = 0; i < count; i++)
    sums[omp_get_thread_num()] += i;
}
void addOne(double *sums, int i) { sums[omp_get_thread_num()] += i; }
#else
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void addRow(double *sums, int count);
void addOne(double *sums, int i);
static double sums[64];

int main(int count, char **arguments) {
  if (count < 3)
    return fprintf(stderr, "usage: %s row|one ROWS [awake]\n", arguments[0]), 2;
  int rows = atoi(arguments[2]), asked = 0;
  if (count > 3) {
#pragma omp parallel
#pragma omp critical
    asked += omp_get_thread_num() >= 0;
  }
  if (strcmp(arguments[1], "row") == 0) {
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      addRow(sums, 100);
  } else {
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < 100; j++)
        addOne(sums, j);
  }
  printf("%d %g\n", asked, sums[0]);
}
#endif
