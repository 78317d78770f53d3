// A recursion counts atomically.
int leaves;
static void grow(int depth) {
  if (!depth) {
#pragma omp atomic
    leaves++;
    return;
  }
#pragma omp task
  grow(depth - 1);
  grow(depth - 1);
#pragma omp taskwait
}
int main(void) {
#pragma omp parallel
#pragma omp single
  grow(6);
  return leaves != 64;
}
