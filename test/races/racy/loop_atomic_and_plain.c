// Updates are atomic, the read is not.
int a[50];
int main(void) {
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i) {
#pragma omp atomic
    x++;
    a[i] = x;
  }
  return a[0] < 0;
}
