// Two readers between two writers.
int x, y, z;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x)
    y = x;
#pragma omp task depend(in : x)
    z = x;
#pragma omp task depend(out : x)
    x = 2;
  }
  return x + y + z != 4;
}
