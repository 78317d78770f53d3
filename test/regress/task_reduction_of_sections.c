// FLAGS: -O1
// Of an array section of constant length clang says the size of one element: copies overran each other. libomp has a
// cache line for each, which is too little for the long ones here, too.
#include <stdio.h>

typedef struct {
  long x, y;
} pair;
#pragma omp declare reduction(add:pair : omp_out.x += omp_in.x, omp_out.y += omp_in.y)                                 \
    initializer(omp_priv = (pair){0, 0})

static long v[100], rows[3][4];
static pair pairs[30];

int main(void) {
  long *p = v, (*r)[4] = rows;
  pair *q = pairs;
  long sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum, p[0 : 100], r[1 : 2][0 : 4]) task_reduction(add : q[10 : 20])
  for (int i = 0; i < 400; i++) {
#pragma omp task in_reduction(+ : sum, p[0 : 100], r[1 : 2][0 : 4]) in_reduction(add : q[10 : 20])
    {
      sum += 1;
      p[i % 100] += i;
      r[1 + i % 2][i % 4] += 1;
      q[10 + i % 20].x += i % 20;
      q[10 + i % 20].y += 1;
    }
  }
  for (int i = 0; i < 100; i++)
    if (v[i] != 4 * i + 600)
      return 1;
  for (int i = 10; i < 30; i++)
    if (pairs[i].x != 20 * (i - 10) || pairs[i].y != 20)
      return 2;
  for (int i = 0; i < 4; i++)
    if (rows[1 + i % 2][i] != 100 || rows[0][i] != 0)
      return 3;
  if (sum != 400)
    return 4;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : p[0 : 100])
  for (int i = 0; i < 1000; i++)
    p[i % 100] += 1;
  for (int i = 0; i < 100; i++)
    if (v[i] != 4 * i + 610)
      return 5;
  return 0;
}
