// User-declared task reductions in C: an initialiser that asks for the original, one that is a function.
#include "support.h"
typedef struct {
  uint64_t scale, count, hash;
} tally;
static void take(tally *out, const tally *in) {
  out->count += in->count;
  out->hash ^= in->hash;
}
#pragma omp declare reduction(tally:tally : take(&omp_out, &omp_in)) initializer(omp_priv = {omp_orig.scale, 0, 0})
typedef struct {
  double least, greatest;
} range;
static void empty(range *r) { *r = (range){1e300, -1e300}; }
static void widen(range *out, const range *in) {
  out->least = in->least < out->least ? in->least : out->least;
  out->greatest = in->greatest > out->greatest ? in->greatest : out->greatest;
}
#pragma omp declare reduction(span:range : widen(&omp_out, &omp_in)) initializer(empty(&omp_priv))
int main() {
  tally t = {7, 1, 2};
  range r[2] = {{5, 6}, {0, 0}};
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(tally : t) task_reduction(span : r)
  for (int i = 0; i < 150; i++) {
#pragma omp task firstprivate(i) in_reduction(tally : t) in_reduction(span : r)
    {
      uint64_t w = work((uint64_t)i, 80);
      t.count += t.scale;
      t.hash ^= w * t.scale;
      range *mine = &r[i % 2];
      double value = (double)(int)(w % 100000) - 50000;
      mine->least = value < mine->least ? value : mine->least;
      mine->greatest = value > mine->greatest ? value : mine->greatest;
    }
  }
  SHOW("scale", t.scale);
  SHOW("count", t.count);
  SHOW("hash", t.hash);
  SHOW("least", (long long)(r[0].least + r[1].least * 3));
  SHOW("greatest", (long long)(r[0].greatest + r[1].greatest * 3));
}
