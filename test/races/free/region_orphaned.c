// A loop in a called function.
static void work(int *a, int n) {
#pragma omp for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma omp for
  for (int i = 1; i < n; ++i)
    a[n + i] = a[i - 1];
}
int a[100];
int main(void) {
#pragma omp parallel num_threads(4)
  work(a, 50);
  return a[99] != 48;
}
