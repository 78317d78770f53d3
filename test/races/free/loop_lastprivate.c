// The last value goes out by the clause.
int main(void) {
  int last = 0;
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < 100; ++i)
    last = i;
  return last != 99;
}
