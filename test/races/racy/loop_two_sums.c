// Only one of two sums is reduced.
int main(void) {
  int s = 0, t = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 50; ++i) {
    s += i;
    t += i;
  }
  return s < t;
}
