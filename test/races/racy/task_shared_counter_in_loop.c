// Tasks that a loop creates add to one variable.
int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task shared(sum)
    sum += i;
  }
  return sum < 0;
}
