// Two single constructs without a barrier may run at the same time.
int x;
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    x = 1;
#pragma omp single nowait
    x = 2;
  }
  return x < 1;
}
