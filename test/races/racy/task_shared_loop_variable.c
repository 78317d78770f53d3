// Tasks read the creator's counter while that goes on.
int a[20], i;
int main(void) {
#pragma omp parallel
#pragma omp single
  for (i = 0; i < 19; ++i) {
#pragma omp task shared(i)
    a[i % 20] = 1;
  }
  return a[0] < 0;
}
