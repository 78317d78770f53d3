// The Jacobi iteration that decision 28 counts: one region, a partial sum of each thread merged under `critical`.
//
//     clang-19 -O3 0028-jacobi.c -o serial
//     tactus-clang -O3 -fopenmp 0028-jacobi.c -o jacobi
//     TACTUS_WORKERS=1 TACTUS_HEARTBEAT_US=0 valgrind --tool=callgrind ./jacobi 20    and the same with 10
#include <stdio.h>
#include <stdlib.h>

enum { Size = 1000 };
static double grids[2][Size][Size];

int main(int count, char **arguments) {
  int steps = count > 1 ? atoi(arguments[1]) : 20;
  for (int i = 0; i < Size; i++)
    for (int j = 0; j < Size; j++)
      grids[0][i][j] = grids[1][i][j] = (i * 7 + j * 3) % 11;
  double change = 0;
#pragma omp parallel
  for (int step = 0; step < steps; step++) {
    double(*from)[Size] = grids[step % 2], (*to)[Size] = grids[1 - step % 2], sum = 0;
#pragma omp single
    change = 0;
#pragma omp for
    for (int i = 1; i < Size - 1; i++)
      for (int j = 1; j < Size - 1; j++) {
        to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
        double difference = to[i][j] - from[i][j];
        sum += difference * difference;
      }
#pragma omp critical
    change += sum;
#pragma omp barrier
  }
  printf("%.10g\n", change);
}
