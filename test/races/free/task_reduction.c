// Tasks of a group add up their parts.
int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 20; ++i) {
#pragma omp task in_reduction(+ : sum)
      sum += i;
    }
  }
  return sum != 190;
}
