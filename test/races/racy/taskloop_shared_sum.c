// All iterations of a taskloop add to one variable.
int sum;
int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < 40; ++i)
    sum += i;
  return sum < 0;
}
