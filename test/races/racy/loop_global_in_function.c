// A called function counts its calls.
int calls;
__attribute__((noinline)) int square(int x) {
  ++calls;
  return x * x;
}
int a[50];
int main(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 50; ++i)
    a[i] = square(i);
  return a[0] < 0;
}
