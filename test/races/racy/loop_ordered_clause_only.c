// The loop is ordered, but the update is not in an ordered construct.
int main(void) {
  int x = 0, y = 0;
#pragma omp parallel for ordered
  for (int i = 0; i < 50; ++i) {
    x += i;
#pragma omp ordered
    y += i;
  }
  return x < y;
}
