// The creator does not wait for the loop.
int a[40], sum;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup
    for (int i = 0; i < 40; ++i)
      a[i] = i;
    for (int i = 0; i < 40; ++i)
      sum += a[i];
  }
  return sum < 0;
}
