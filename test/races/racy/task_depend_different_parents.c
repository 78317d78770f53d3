// Dependences order siblings only.
int x;
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp task depend(inout : x)
    x++;
  }
  return x < 0;
}
