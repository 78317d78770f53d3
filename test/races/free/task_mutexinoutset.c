// The tasks exclude each other.
int x;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : x)
    x += 1;
#pragma omp task depend(mutexinoutset : x)
    x += 2;
#pragma omp task depend(in : x)
    x += 3;
  }
  return x != 6;
}
