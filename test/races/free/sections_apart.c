// Sections use different variables.
int x, y;
int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    x = 1;
#pragma omp section
    y = 2;
  }
  return x + y != 3;
}
