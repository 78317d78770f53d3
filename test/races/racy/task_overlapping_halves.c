// Two halves of a recursion overlap by one element.
int a[64];
static void fill(int low, int high) {
  if (high - low < 8) {
    for (int i = low; i <= high && i < 64; ++i)
      a[i] = i;
    return;
  }
  int middle = (low + high) / 2;
#pragma omp task
  fill(low, middle);
#pragma omp task
  fill(middle, high);
#pragma omp taskwait
}
int main(void) {
#pragma omp parallel
#pragma omp single
  fill(0, 64);
  return a[0];
}
