// The first and the last iteration write one variable.
int x;
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    if (i == 0 || i == 99)
      x = i;
  return x < 0;
}
