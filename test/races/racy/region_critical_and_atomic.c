// One construct is critical, the other one atomic.
int x;
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp critical
    x = x + 1;
#pragma omp atomic
    x++;
  }
  return x < 0;
}
