// A local variable of the caller's, passed by its address.
__attribute__((noinline)) static void add(int *sum, int i) { *sum += i; }
int main(void) {
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i)
    add(&sum, i);
  return sum < 0;
}
