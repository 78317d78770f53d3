// Tasks of different iterations share a sum.
int sum;
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 10; ++i) {
#pragma omp task
    sum += i;
  }
  return sum < 0;
}
