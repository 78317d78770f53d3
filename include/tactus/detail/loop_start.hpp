//===- loop_start.hpp - what a compiler knows of a loop's first index --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A strip of a loop begins anywhere in it, in a function of its own. tactus-clang++ is told with what each loop begins,
// and answers there with the least of these (compiler/raise/header/LoopStarts.h): so a loop from 1 on has no index 0 in
// its strips either, which compilers make use of. Others know nothing, and nothing changes.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_LOOP_START_HPP
#define TACTUS_DETAIL_LOOP_START_HPP

#include <cstdint>

#if defined(__TACTUS_FORKS__)
/// Never defined: the compiler plugin removes its calls, and remembers the numbers.
extern "C" void __tactus_starts_at(const void *loop, int64_t start) noexcept;

/// Never defined: the compiler plugin replaces its calls by the least number of them.
extern "C" int64_t __tactus_least_start(const void *loop) noexcept;
#endif

namespace tactus::detail {

#if defined(__TACTUS_FORKS__)

/// Stands for a type of loops. Of a type that is this file's own the compiler sees all.
template <class Loop> void loopMark() {}

template <class Loop, class Index> [[gnu::always_inline]] inline void sayStart(Index start) {
  __tactus_starts_at(reinterpret_cast<const void *>(&loopMark<Loop>), start);
}

/// The index, which is none before the loop's start.
template <class Loop, class Index> [[gnu::always_inline]] inline Index notBeforeStart(Index index) {
  int64_t least = __tactus_least_start(reinterpret_cast<const void *>(&loopMark<Loop>));
  return index < least ? static_cast<Index>(least) : index;
}

/// The same for one that is counted up from such an index: in each iteration, for nobody carries it over strips.
template <class Loop, class Index> [[gnu::always_inline]] inline Index countedFromStart(Index index) {
  if (index < __tactus_least_start(reinterpret_cast<const void *>(&loopMark<Loop>)))
    __builtin_unreachable();
  return index;
}

#else

template <class Loop, class Index> [[gnu::always_inline]] inline void sayStart(Index) {}
template <class Loop, class Index> [[gnu::always_inline]] inline Index countedFromStart(Index index) { return index; }
template <class Loop, class Index> [[gnu::always_inline]] inline Index notBeforeStart(Index index) { return index; }

#endif

} // namespace tactus::detail

#endif // TACTUS_DETAIL_LOOP_START_HPP
