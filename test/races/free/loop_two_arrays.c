// Reads one array and writes another.
int a[201], b[201];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 200; ++i)
    b[i] = a[i + 1] + 1;
  return b[0] != 1;
}
