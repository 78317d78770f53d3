// A copy for each thread.
int mine;
#pragma omp threadprivate(mine)
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    mine = 1;
    mine++;
    sum += mine;
  }
  return sum % 2;
}
