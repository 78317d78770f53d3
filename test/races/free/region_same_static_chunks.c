// Static loops of the same length: a thread has the same iterations in both.
int a[100], b[100];
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 100; ++i)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; ++i)
      b[i] = a[i];
  }
  return b[99] != 99;
}
