// Two neighbouring iterations write one variable.
int x;
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    if (i == 10 || i == 11)
      x = i;
  return x < 0;
}
