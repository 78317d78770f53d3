// A reduction of the program's own.
typedef struct {
  int low, high;
} Range;
#pragma omp declare reduction(join:Range : omp_out.low = omp_in.low < omp_out.low ? omp_in.low : omp_out.low,          \
                                  omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high)              \
    initializer(omp_priv = omp_orig)
int main(void) {
  Range r = {50, 50};
#pragma omp parallel for reduction(join : r)
  for (int i = 0; i < 100; ++i) {
    r.low = i < r.low ? i : r.low;
    r.high = i > r.high ? i : r.high;
  }
  return r.low != 0 || r.high != 99;
}
