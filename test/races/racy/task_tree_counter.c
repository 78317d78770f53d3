// A recursion counts in a global variable.
int leaves;
static void grow(int depth) {
  if (!depth) {
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
  grow(5);
  return leaves < 0;
}
