// All that find something write the same value.
int a[100];
int main(void) {
  int found = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    if (a[i] == 0)
      found = 1;
  return !found;
}
