// A thread's local array is published, and others write to it.
int *shared;
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int local[4] = {0};
#pragma omp master
    shared = local;
#pragma omp barrier
    shared[0]++;
#pragma omp barrier
  }
  return 0;
}
