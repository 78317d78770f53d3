// A called function keeps its state in a static variable.
static int next(void) {
  static int state;
  return ++state;
}
int a[50];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 50; ++i)
    a[i] = next();
  return a[0] < 0;
}
