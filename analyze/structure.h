//===- structure.h - where a program creates tasks, and how --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Insieme's tree of a task context (§3.2): the body of the context's function, with the bodies of all that it calls in
// their place. A call within a group of functions that call each other in a circle is a reference, and not followed.
// What the front end or a library has cut out of a function (a task's entry, a lambda) is read as if it stood there.
//
//     int fib(int n) {                          context fib
//       #pragma omp task                          Spawn ─ entry ─ Call fib     recursive, inside a spawn:  ρ
//       x = fib(n - 1);
//       for (…) {                                 Loop
//         #pragma omp task                          Spawn ─ entry …            a spawn in a loop:          λ
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_STRUCTURE_H
#define TACTUS_ANALYZE_STRUCTURE_H

#include "analyze/program.h"

namespace tactus::analyze {

struct Place {
  std::string file;
  uint32_t line = 0;

  auto operator<=>(const Place &) const = default;
};

/// A function that creates tasks (algorithm 1), and what its tree is like.
struct Context {
  uint32_t function = None;
  /// Where it creates the first.
  uint32_t line = 0;
  /// Recursive parallel paths (algorithm 2), loop-like parallel invocations, and all invocations.
  unsigned recursive = 0, loopLike = 0, spawns = 0;
  /// Calls in the tree through pointers to functions of which none is known, or too many: there may be more of all.
  std::vector<Place> unfollowed;
  /// No other context has it in its tree. What is said of the program is made of these (decision 45).
  bool isOutermost = true;
};

/// All contexts, by file and line.
std::vector<Context> findContexts(const Program &program);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_STRUCTURE_H
