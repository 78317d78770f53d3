// Each iteration waits for the one before.
int a[51];
int main(void) {
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 51; ++i) {
#pragma omp ordered depend(sink : i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return a[50] != 50;
}
