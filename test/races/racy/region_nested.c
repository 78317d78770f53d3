// Threads of inner regions share a counter.
int x;
int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    x++;
  }
  return x < 0;
}
