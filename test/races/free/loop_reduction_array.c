// An array section is reduced.
int main(void) {
  int bins[8] = {0};
#pragma omp parallel for reduction(+ : bins[ : 8])
  for (int i = 0; i < 80; ++i)
    bins[i % 8]++;
  return bins[0] != 10;
}
