// The race is between threads of a loop in a called function.
int total;
static void work(int *a, int n) {
#pragma omp for
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    total += a[i];
  }
}
int a[50];
int main(void) {
#pragma omp parallel num_threads(4)
  work(a, 50);
  return total < 0;
}
