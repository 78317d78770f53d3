// Each task depends on the one before.
int x;
int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; ++i) {
#pragma omp task depend(inout : x)
    x++;
  }
  return x != 10;
}
