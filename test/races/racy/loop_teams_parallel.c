// Teams, and the threads in them, share a sum.
int x;
int main(void) {
#pragma omp teams distribute parallel for
  for (int i = 0; i < 100; ++i)
    x += i;
  return x < 0;
}
