// Between threads, and lanes, of a loop that is claimed to be both.
float a[256];
int main(void) {
#pragma omp parallel for simd
  for (int i = 0; i < 255; ++i)
    a[i] = a[i + 1] * 2;
  return a[0] > 1;
}
