// Counts under a condition.
int main(void) {
  int count = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    if (i % 3 == 0)
      count++;
  return count < 0;
}
