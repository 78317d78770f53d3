// Tasks of members that throw and catch inside, and copy objects which are destroyed once each.
// FLAGS: -O2 -std=c++20
// NEEDS-OPENMP
// THREADS
#include "strands.h"
#include <vector>

static long alive;

struct Seven {
  long code;
};

struct Counted {
  long value;
  explicit Counted(long value) : value(value) { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  Counted(const Counted &other) : value(other.value) { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  ~Counted() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
  Counted &operator=(const Counted &) = delete;
};

static long own;
#pragma omp threadprivate(own)
static long cells[60], sums[3];

static NOINLINE long checked(long i) {
  if (i % 7 == 3)
    throw Seven{i % 5 + 1};
  return static_cast<long>(work(static_cast<uint64_t>(i), 100) % 1000);
}

static long caught(int depth, long seed);

static long descend(int depth, long seed) {
  if (depth == 0)
    return checked(seed);
  long left = 0, right = 0;
#pragma omp task shared(left)
  left = caught(depth - 1, seed * 2);
  right = caught(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  if (left + right == 13)
    throw Seven{7};
  return left + right;
}

static NOINLINE long caught(int depth, long seed) {
  try {
    return descend(depth, seed);
  } catch (const Seven &error) {
    return error.code;
  }
}

int main() {
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    own = me;
#pragma omp single
    {
      Counted base(5);
      for (int i = 0; i < 60; i++) {
#pragma omp task firstprivate(base, i)
        {
          std::vector<long> values(3, base.value);
          try {
            cells[i] += checked(i) + values[i % 3];
          } catch (const Seven &error) {
            cells[i] -= error.code;
          }
        }
      }
    }
#pragma omp single
    cells[0] += caught(6, 1);
    sums[me] = own + cells[me];
  }
  SHOW_ARRAY("cells", cells, 60);
  SHOW_ARRAY("sums", sums, 3);
  SHOW("alive", alive);
}
