// All updates and reads are atomic.
int main(void) {
  int x = 0, seen[50];
#pragma omp parallel for
  for (int i = 0; i < 50; ++i) {
#pragma omp atomic update
    x++;
#pragma omp atomic read
    seen[i] = x;
  }
  return x != 50 || seen[0] < 1;
}
