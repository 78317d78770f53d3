// The copies begin with the master's value.
int mine = 3;
#pragma omp threadprivate(mine)
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum) copyin(mine)
  {
    mine++;
    sum += mine;
  }
  return sum % 4;
}
