//===- taken_once.h - elements that are taken as often as they were pushed --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_RUNTIME_TAKEN_ONCE_H
#define TACTUS_TEST_RUNTIME_TAKEN_ONCE_H

#include "explorer.h"

#include <algorithm>
#include <string>

namespace tactus::test {

/// The elements 'a'…'z' of a deque or queue in one execution of a scenario.
struct TakenOnce {
  static constexpr unsigned Count = 26;
  char elements[Count];
  int pushed[Count], taken[Count];

  void begin() {
    std::fill(std::begin(pushed), std::end(pushed), 0);
    std::fill(std::begin(taken), std::end(taken), 0);
  }
  char *element(char name) { return &elements[name - 'a']; }
  void push(char name, bool done) { pushed[name - 'a'] += done; }
  void take(const char *element) {
    if (element)
      ++taken[element - elements];
  }
  void check(Explorer &explorer) const {
    for (unsigned index = 0; index < Count; ++index)
      if (taken[index] != pushed[index])
        explorer.fail(std::string("element ") + static_cast<char>('a' + index) + " was taken " +
                      std::to_string(taken[index]) + " times");
  }
};

} // namespace tactus::test

#endif // TACTUS_TEST_RUNTIME_TAKEN_ONCE_H
