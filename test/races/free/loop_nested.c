// Inner loops sum up rows.
int sums[6];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 6; ++i) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < 20; ++j)
      sum += j;
    sums[i] = sum;
  }
  return sums[0] != 190;
}
