// Two sections write one variable.
int x;
int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    x = 1;
#pragma omp section
    x = 2;
  }
  return x < 1;
}
