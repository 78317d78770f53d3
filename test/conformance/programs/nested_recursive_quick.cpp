// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// PROMOTES
// Quicksort whose two halves are a parallel loop of two iterations, recursively.
#include "support.h"
#include <algorithm>
#include <vector>

static void sort(unsigned *first, unsigned *last) {
  if (last - first < 16) {
    std::sort(first, last);
    return;
  }
  unsigned pivot = first[(last - first) / 2];
  unsigned *left = std::partition(first, last, [=](unsigned x) { return x < pivot; });
  unsigned *right = std::partition(left, last, [=](unsigned x) { return x == pivot; });
#pragma omp parallel for
  for (int half = 0; half < 2; half++)
    sort(half ? right : first, half ? last : left);
}

int main() {
  std::vector<unsigned> v(4000);
  for (unsigned i = 0; i < v.size(); i++)
    v[i] = (unsigned)mix(i) % 5000;
  sort(v.data(), v.data() + v.size());
  SHOW("sorted", std::is_sorted(v.begin(), v.end()));
  SHOW_ARRAY("v", v.data(), v.size());
}
