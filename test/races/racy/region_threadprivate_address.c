// The address of one thread's copy is published.
int mine;
#pragma omp threadprivate(mine)
int *shared;
int main(void) {
#pragma omp parallel num_threads(4)
  {
    mine = 1;
#pragma omp single
    shared = &mine;
    mine++;
    *shared += 1;
  }
  return 0;
}
