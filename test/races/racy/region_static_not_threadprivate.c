// A static variable that should be threadprivate.
static int cache;
static int look(int x) {
  if (cache != x)
    cache = x;
  return cache;
}
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  for (int i = 0; i < 5; ++i)
    sum += look(i);
  return sum < 0;
}
