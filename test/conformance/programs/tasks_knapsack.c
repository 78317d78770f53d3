// Branch and bound with a best value under critical: the result does not depend on the order.
#include "support.h"
static int best, weight[24], value[24];
static void search(int i, int n, int room, int sum, int rest) {
  if (room < 0)
    return;
  if (i == n) {
#pragma omp critical
    if (sum > best)
      best = sum;
    return;
  }
#pragma omp task
  search(i + 1, n, room - weight[i], sum + value[i], rest - value[i]);
#pragma omp task
  search(i + 1, n, room, sum, rest - value[i]);
}
int main() {
  int total = 0;
  for (int i = 0; i < 14; i++) {
    weight[i] = 1 + (int)(mix((uint64_t)i) % 30);
    value[i] = 1 + (int)(mix((uint64_t)i + 77) % 50);
    total += value[i];
  }
#pragma omp parallel
#pragma omp single
  search(0, 14, 100, 0, total);
  SHOW("best", best);
}
