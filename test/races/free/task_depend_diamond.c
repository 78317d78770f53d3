// One task makes what two others use, and a fourth joins.
int a, b, c, d;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a)
    a = 1;
#pragma omp task depend(in : a) depend(out : b)
    b = a + 1;
#pragma omp task depend(in : a) depend(out : c)
    c = a + 2;
#pragma omp task depend(in : b, c) depend(out : d)
    d = b + c;
#pragma omp taskwait
    d++;
  }
  return d != 6;
}
