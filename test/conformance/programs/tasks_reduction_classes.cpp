// Task reductions of classes with constructors and destructors, one of them with a large alignment, all of which are
// ended; arrays of them. (Clang 19 crashes on arrays of a class whose reduction has no initialiser.)
// PROMOTES
#include "support.h"
#include <algorithm>
#include <atomic>
#include <map>
#include <vector>
static std::atomic<long> alive{0};
struct alignas(64) Histogram {
  std::map<int, long> counts;
  Histogram() { ++alive; }
  Histogram(const Histogram &other) : counts(other.counts) { ++alive; }
  ~Histogram() { --alive; }
  Histogram &operator=(const Histogram &) = default;
  void merge(const Histogram &other) {
    if (reinterpret_cast<uintptr_t>(this) % 64)
      printf("misaligned\n");
    for (auto &[key, count] : other.counts)
      counts[key] += count;
  }
};
#pragma omp declare reduction(merge:Histogram : omp_out.merge(omp_in)) initializer(omp_priv = Histogram())
using Numbers = std::vector<uint64_t>;
#pragma omp declare reduction(append:Numbers : omp_out.insert(omp_out.end(), omp_in.begin(), omp_in.end()))            \
    initializer(omp_priv = Numbers())
NOINLINE void walk(int depth, uint64_t seed, Numbers &numbers, Histogram &histogram) {
  Histogram histograms[2];
#pragma omp taskgroup task_reduction(append : numbers) task_reduction(merge : histograms, histogram)
  for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(i) in_reduction(append : numbers) in_reduction(merge : histograms, histogram)
    {
      uint64_t w = work(seed + (uint64_t)i, 60);
      numbers.push_back(w);
      histograms[i % 2].counts[(int)(w % 13)]++;
      if (depth > 0)
        walk(depth - 1, w, numbers, histogram);
      numbers.push_back(w + 1);
    }
  }
  histogram.merge(histograms[0]);
  histogram.merge(histograms[1]);
}
int main() {
  {
    Numbers numbers{1, 2, 3};
    Histogram histogram;
    histogram.counts[3] = 5;
#pragma omp parallel
#pragma omp single
    walk(3, 1, numbers, histogram);
    std::sort(numbers.begin(), numbers.end());
    SHOW("size", numbers.size());
    SHOW("numbers", hash_bytes(numbers.data(), numbers.size() * sizeof(uint64_t)));
    for (auto &[key, count] : histogram.counts)
      SHOW("count", key * 1000000 + count);
  }
  SHOW("alive", alive.load());
}
