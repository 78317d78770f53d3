// Lanes and threads are independent.
float a[256], b[256];
int main(void) {
#pragma omp parallel for simd
  for (int i = 0; i < 255; ++i)
    a[i] = b[i + 1] * 2;
  return a[0] > 1;
}
