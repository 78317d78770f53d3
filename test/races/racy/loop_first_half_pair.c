// Two iterations of the first half write one variable.
int x;
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    if (i == 7 || i == 31)
      x = i;
  return x < 0;
}
