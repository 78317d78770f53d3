// One branch updates atomically, the other does not.
int main(void) {
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i)
    if (i % 2) {
#pragma omp atomic
      x += i;
    } else {
      x -= i;
    }
  return x > 100000;
}
