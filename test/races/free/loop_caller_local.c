// Different elements of the caller's array, by address.
__attribute__((noinline)) static void add(int *place, int i) { *place += i; }
int main(void) {
  int a[50] = {0};
#pragma omp parallel for
  for (int i = 0; i < 50; ++i)
    add(&a[i], i);
  return a[49] != 49;
}
