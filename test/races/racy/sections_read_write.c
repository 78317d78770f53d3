// One section reads what another one writes.
int a[10], sum;
int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < 10; ++i)
        a[i] = i;
#pragma omp section
      for (int i = 0; i < 10; ++i)
        sum += a[i];
    }
  }
  return sum < 0;
}
