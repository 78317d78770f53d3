#pragma once
#include <vector>
template <class T> struct Grid {
  std::vector<T> v;
  int n;
  explicit Grid(int n) : v(n * n), n(n) {}
  template <class F> void each(F f) {
#pragma omp for collapse(2) nowait
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        v[i * n + j] = f(i, j, v[i * n + j]);
  }
  T sum() {
    static T s;
    T r;
#pragma omp single
    s = T();
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n * n; i++)
      s += v[i];
    r = s;
#pragma omp barrier
    return r;
  }
};
long other(Grid<long> &g);