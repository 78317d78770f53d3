// A reduction of the region over objects that count their copies.
// FLAGS: -O1
// NEEDS-OPENMP
#include "strands.h"
static int alive;
struct Vec {
  double v[3];
  Vec() : v{0, 0, 0} {
#pragma omp atomic
    alive++;
  }
  Vec(const Vec &o) {
    for (int i = 0; i < 3; i++)
      v[i] = o.v[i];
#pragma omp atomic
    alive++;
  }
  ~Vec() {
#pragma omp atomic
    alive--;
  }
  Vec &operator+=(const Vec &o) {
    for (int i = 0; i < 3; i++)
      v[i] += o.v[i];
    return *this;
  }
};
#pragma omp declare reduction(+ : Vec : omp_out += omp_in)
int main() {
  Vec total;
#pragma omp parallel num_threads(3) reduction(+ : total)
  {
    for (int i = omp_get_thread_num(); i < 1000; i += omp_get_num_threads())
      total.v[i % 3] += i;
#pragma omp for
    for (int i = 0; i < 100; i++)
      total.v[0] += 1;
  }
  for (double d : total.v)
    SHOW("v", d);
  SHOW("alive", alive);
}
