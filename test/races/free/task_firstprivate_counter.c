// Tasks have the creator's counter by value.
int a[20];
int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task firstprivate(i)
    a[i] = i;
  }
  return a[19] != 19;
}
