// The creator reads what a task with dependences writes.
int x, y;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
    y = x;
  }
  return y < 0;
}
