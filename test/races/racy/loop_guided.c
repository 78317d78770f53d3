// As loop_reads_previous, with a guided schedule.
int a[101];
int main(void) {
#pragma omp parallel for schedule(guided)
  for (int i = 1; i < 100; ++i)
    a[i] = a[i - 1];
  return a[0];
}
