// What is shared is used in an ordered construct only.
int main(void) {
  int x = 0;
#pragma omp parallel for ordered
  for (int i = 0; i < 50; ++i) {
    int y = i * 2;
#pragma omp ordered
    x += y;
  }
  return x != 2450;
}
