// The variable of a reduction is reset while others may still add to it.
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4)
  {
    sum = 0;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 40; ++i)
      sum += i;
  }
  return sum < 0;
}
