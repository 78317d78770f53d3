// The read behind the critical section is not in it.
int a[50];
int main(void) {
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i) {
#pragma omp critical
    x += i;
    a[i] = x;
  }
  return a[0] < 0;
}
