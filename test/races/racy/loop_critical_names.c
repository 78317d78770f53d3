// Two critical sections with different names guard one variable.
int main(void) {
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i)
    if (i % 2) {
#pragma omp critical(one)
      x += i;
    } else {
#pragma omp critical(two)
      x -= i;
    }
  return x > 100000;
}
