// Parallel loops in a parallel loop; the inner ones share a row's sum.
int sums[6];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 6; ++i) {
#pragma omp parallel for num_threads(2)
    for (int j = 0; j < 20; ++j)
      sums[i] += j;
  }
  return sums[0] < 0;
}
