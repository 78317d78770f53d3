// Loops of all kinds, ordered, doacross, sections, single, copies, nowait, outside of regions too.
#include "check.h"

enum { N = 700 };

static void loops(void) {
  static int hits[N];
  static int last, chained[N], order;
#pragma omp barrier
#pragma omp single
  {
    for (int i = 0; i < N; ++i)
      hits[i] = chained[i] = 0;
    order = 0;
  }
#define LOOP(clauses)                                                                                                  \
  _Pragma(clauses) for (int i = 0; i < N; ++i) { __atomic_fetch_add(&hits[i], 1, __ATOMIC_RELAXED); }
  LOOP("omp for nowait")
  LOOP("omp for schedule(static, 5) nowait")
  LOOP("omp for schedule(dynamic) nowait")
  LOOP("omp for schedule(dynamic, 11) nowait")
  LOOP("omp for schedule(guided, 3) nowait")
  LOOP("omp for schedule(runtime) nowait")
  LOOP("omp for schedule(auto) nowait")
  LOOP("omp for schedule(nonmonotonic:dynamic, 4) nowait")
  LOOP("omp for schedule(monotonic:guided) nowait")
#pragma omp for lastprivate(last)
  for (int i = 0; i < N; ++i)
    last = i;
  CHECK(last == N - 1);
#pragma omp barrier
#pragma omp for
  for (int i = 0; i < N; ++i)
    CHECK(hits[i] == 9);
#pragma omp for ordered schedule(dynamic, 3)
  for (int i = 0; i < N; ++i) {
#pragma omp ordered
    CHECK(order++ == i);
  }
#pragma omp for ordered(1) schedule(dynamic)
  for (int i = 1; i < N; ++i) {
#pragma omp ordered depend(sink : i - 1)
    chained[i] = chained[i - 1] + 1;
#pragma omp ordered depend(source)
  }
#pragma omp single
  CHECK(chained[N - 1] == N - 1);
}

static void others(void) {
  static int sections, singles, masters;
  int mine = 0;
#pragma omp single
  sections = singles = masters = 0;
#pragma omp sections reduction(+ : sections)
  {
#pragma omp section
    sections += 1;
#pragma omp section
    sections += 10;
#pragma omp section
    sections += 100;
  }
#pragma omp single copyprivate(mine)
  mine = 42;
  CHECK(mine == 42 && sections == 111);
#pragma omp single nowait
  {
#pragma omp atomic
    ++singles;
  }
#pragma omp master
  ++masters;
#pragma omp barrier
  CHECK(singles == 1 && masters == 1);
#pragma omp barrier
}

#ifdef __clang__
// Sections as Intel's compilers ask for them: one by one.
int __kmpc_sections_init(void *ident, int thread);
int __kmpc_next_section(void *ident, int thread, int sections);
void __kmpc_end_sections(void *ident, int thread);

static void sectionsOneByOne(void) {
  enum { Sections = 5 };
  static int done[Sections];
#pragma omp single
  for (int i = 0; i < Sections; ++i)
    done[i] = 0;
  int thread = omp_get_thread_num();
  CHECK(__kmpc_sections_init(0, thread) == (omp_get_num_threads() > 1));
  for (int next; (next = __kmpc_next_section(0, thread, Sections)) < Sections;)
    __atomic_fetch_add(&done[next], 1, __ATOMIC_RELAXED);
  __kmpc_end_sections(0, thread);
#pragma omp barrier
  for (int i = 0; i < Sections; ++i)
    CHECK(done[i] == 1);
#pragma omp barrier
}
#else
static void sectionsOneByOne(void) {}
#endif

int main(void) {
  for (int round = 0; round < 4; ++round) {
#pragma omp parallel
    {
      loops();
      others();
      sectionsOneByOne();
    }
  }
  loops();
  others();
  sectionsOneByOne();
  long sum = 0, product = 1;
#pragma omp parallel for reduction(+ : sum) reduction(* : product) collapse(2)
  for (int i = 1; i <= 10; ++i)
    for (int j = 1; j <= 2; ++j) {
      sum += i * j;
      product *= j;
    }
  CHECK(sum == 165 && product == 1024);
  unsigned long long wide = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : wide)
  for (unsigned long long i = ~0ull - 10; i > ~0ull - 20; --i)
    ++wide;
  CHECK(wide == 10);
  return report();
}
