// Tasks of different creators have no order.
int x;
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp task
    x++;
  }
  return x < 0;
}
