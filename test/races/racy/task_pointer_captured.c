// The pointer is copied, its target is shared by two tasks.
int main(void) {
  int data = 0, *p = &data;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task firstprivate(p)
    *p += 1;
#pragma omp task firstprivate(p)
    *p += 2;
#pragma omp taskwait
  }
  return data < 0;
}
