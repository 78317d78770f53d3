// One name in two places.
int main(void) {
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i)
    if (i % 2) {
#pragma omp critical(one)
      x += i;
    } else {
#pragma omp critical(one)
      x -= i;
    }
  return x != 25;
}
