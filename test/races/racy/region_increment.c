// Every thread increments.
int x;
int main(void) {
#pragma omp parallel num_threads(4)
  x++;
  return x < 1;
}
