// The same array in many loops, one after the other.
int a[64];
int main(void) {
  for (int step = 0; step < 30; ++step) {
#pragma omp parallel for
    for (int i = 0; i < 64; ++i)
      a[i] += a[i] + step;
  }
  return a[0] != a[1];
}
