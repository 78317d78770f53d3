// One loop after the other, the second reads what the first has written.
int a[100], b[100];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    b[i] = a[99 - i];
  return b[0] != 99;
}
