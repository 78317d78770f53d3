// Every thread stores the same value.
int x;
int main(void) {
#pragma omp parallel num_threads(4)
  x = 1;
  return x != 1;
}
