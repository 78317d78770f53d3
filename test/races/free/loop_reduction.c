// The sum is reduced.
int main(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 200; ++i)
    sum += i;
  return sum != 19900;
}
