// All accesses are critical.
int main(void) {
  int x = 0, out[50];
#pragma omp parallel for
  for (int i = 0; i < 50; ++i) {
#pragma omp critical
    {
      x += i;
      out[i] = x;
    }
  }
  return x != 1225 || out[0] < 0;
}
