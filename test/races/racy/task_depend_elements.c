// Dependences on different elements do not order what both use.
int a[2], sum;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a[0])
    sum += 1;
#pragma omp task depend(out : a[1])
    sum += 2;
  }
  return sum < 0;
}
