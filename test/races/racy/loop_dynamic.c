// As loop_reads_next, with a dynamic schedule.
int a[101];
int main(void) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < 100; ++i)
    a[i] = a[i + 1];
  return a[0];
}
