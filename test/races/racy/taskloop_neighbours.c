// Iterations of a taskloop depend on each other.
int a[65];
int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(4)
  for (int i = 0; i < 64; ++i)
    a[i] = a[i + 1];
  return a[0];
}
