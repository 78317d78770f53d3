// Each iteration writes `last`, which should be lastprivate.
int main(void) {
  int last = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    last = i;
  return last < 0;
}
