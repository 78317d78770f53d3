// Partial sums are added up without a guard.
int main(void) {
  int total = 0;
#pragma omp parallel num_threads(4)
  {
    int part = 0;
#pragma omp for
    for (int i = 0; i < 40; ++i)
      part += i;
    total += part;
  }
  return total < 0;
}
