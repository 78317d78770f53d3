// Several iterations fall into one bin.
int bins[8];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    bins[i * 7 % 8]++;
  return bins[0] < 0;
}
