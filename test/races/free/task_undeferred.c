// The creator waits for a task whose if clause is false.
int x, zero;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (zero)
    x = 1;
    x += 2;
  }
  return x != 3;
}
