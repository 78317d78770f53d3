// Heat in a rod whose ends are kept at 1 and 0.
#pragma once
#include <cstddef>
#include <vector>

using Rod = std::vector<double>;

/// One step of all points but the first and the last one.
inline void step(Rod &now, Rod &before) {
  before.swap(now);
  for (size_t point = 1; point + 1 < now.size(); ++point)
    now[point] = (before[point - 1] + 2 * before[point] + before[point + 1]) / 4;
  now.front() = before.front();
  now.back() = before.back();
}

inline double sum(const Rod &rod) {
  double total = 0;
  for (double one : rod)
    total += one;
  return total;
}
