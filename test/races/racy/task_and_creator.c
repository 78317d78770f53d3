// The creator goes on with what its task writes.
int main(void) {
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1;
    x = 2;
#pragma omp taskwait
  }
  return x < 0;
}
