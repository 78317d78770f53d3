// A reduction of the program's own.
typedef struct {
  int low, high;
} Range;
Range joined(Range a, Range b) {
  Range r = {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  return r;
}
#pragma omp declare reduction(join:Range : omp_out = joined(omp_out, omp_in)) initializer(omp_priv = omp_orig)
int main(void) {
  Range r = {50, 50};
#pragma omp parallel for reduction(join : r)
  for (int i = 0; i < 100; ++i) {
    r.low = i < r.low ? i : r.low;
    r.high = i > r.high ? i : r.high;
  }
  return r.low != 0 || r.high != 99;
}
