// FLAGS: -O2 -std=c++17
// CONVERTED: 4
// Random-access iterators: vector, deque (not contiguous), raw pointer down, reverse_iterator; with strides.
#include "support.h"
#include <deque>
#include <vector>

int main() {
  std::vector<unsigned> v(1500);
  std::deque<unsigned> d(1500);
#pragma omp parallel for
  for (std::vector<unsigned>::iterator it = v.begin(); it < v.end(); it += 2)
    *it = (unsigned)work((unsigned)(it - v.begin()), 3);
#pragma omp parallel for
  for (auto it = d.begin(); it != d.end(); ++it)
    *it = (unsigned)(it - d.begin()) * 7;
#pragma omp parallel for
  for (unsigned *p = v.data() + v.size() - 1; p >= v.data() + 3; p -= 3)
    *p += 11;
#pragma omp parallel for
  for (auto it = d.rbegin(); it < d.rend(); ++it)
    *it ^= (unsigned)(it - d.rbegin());
  uint64_t h = 0;
  for (unsigned x : d)
    h = mix(h ^ x);
  SHOW("deque", h);
  SHOW_ARRAY("v", v.data(), v.size());
}
