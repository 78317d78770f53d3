// Teams have different elements.
int a[40];
int main(void) {
#pragma omp teams distribute parallel for
  for (int i = 0; i < 40; ++i)
    a[i] = i;
  return a[3] != 3;
}
