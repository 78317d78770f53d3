// Two taskloops without groups write the same array.
int a[40];
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup
    for (int i = 0; i < 40; ++i)
      a[i] = i;
#pragma omp taskloop nogroup
    for (int i = 0; i < 40; ++i)
      a[i] = -i;
  }
  return a[0];
}
