// What one thread has read goes to all.
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4)
  {
    int x;
#pragma omp single copyprivate(x)
    x = 7;
#pragma omp atomic
    sum += x;
  }
  return sum % 7;
}
