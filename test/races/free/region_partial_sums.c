// Partial sums are added up in a critical section.
int main(void) {
  int total = 0;
#pragma omp parallel num_threads(4)
  {
    int part = 0;
#pragma omp for nowait
    for (int i = 0; i < 40; ++i)
      part += i;
#pragma omp critical
    total += part;
  }
  return total != 780;
}
