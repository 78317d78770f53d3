// FLAGS: -O1 -std=c++20
// CONVERTED: 1
// A random-access iterator class of the program's own. (Its copies are not counted: clang 19 destroys private iterators
// that it never constructed.)
#include "support.h"
#include <cstddef>
#include <iterator>

struct Iterator {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = long;
  using difference_type = std::ptrdiff_t;
  using pointer = const long *;
  using reference = long;
  long at = 0;
  long operator*() const { return at * at; }
  Iterator &operator++() { return ++at, *this; }
  Iterator &operator+=(std::ptrdiff_t n) { return at += n, *this; }
  Iterator operator+(std::ptrdiff_t n) const { return Iterator{at + n}; }
  std::ptrdiff_t operator-(const Iterator &other) const { return at - other.at; }
  bool operator<(const Iterator &other) const { return at < other.at; }
};

int main() {
  long sum = 0;
  Iterator first{-500}, last{1000};
#pragma omp parallel for reduction(+ : sum)
  for (Iterator it = first; it < last; ++it)
    sum += *it;
  SHOW("sum", sum);
}
