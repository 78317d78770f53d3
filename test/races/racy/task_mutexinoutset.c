// One of three tasks does not exclude the others.
int x;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : x)
    x += 1;
#pragma omp task depend(mutexinoutset : x)
    x += 2;
#pragma omp task
    x += 3;
  }
  return x < 0;
}
