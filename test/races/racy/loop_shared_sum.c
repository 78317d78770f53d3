// All iterations add to `sum`, which is not reduced.
int main(void) {
  long sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 200; ++i)
    sum += i;
  return sum < 0;
}
