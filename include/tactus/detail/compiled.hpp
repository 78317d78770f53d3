//===- compiled.hpp - the ways in which tactus-clang++ compiles a loop ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Which one it is says the command line (-ftactus-beat) and what the compiler finds in the iteration.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_COMPILED_HPP
#define TACTUS_DETAIL_COMPILED_HPP

#if defined(__TACTUS_INTERRUPTS__)
#include "interrupted_loop.hpp"
#else
#include "compiled_loop.hpp"
#endif
#include "canonical_loop.hpp"

/// Never defined: the compiler plugin removes its calls, and marks the functions around them: they run a loop that has
/// been entered elsewhere.
extern "C" void __tactus_runs_tasks() noexcept;

namespace tactus::TACTUS_DETAIL_LOOPS {

#if defined(__TACTUS_INTERRUPTS__)
template <class Kind, Inside inside> using LoopCode = InterruptedLoop<Kind, inside>;
#else
template <class Kind, Inside inside> using LoopCode = CompiledLoop<Kind, inside>;
#endif

/// Runs [begin, end), which is not empty; results are added to `state`. The program chooses nothing here: the compiler
/// removes the other ways before anything is inlined.
template <class Kind>
[[gnu::always_inline]] inline void runCompiled(Kind &kind, typename Kind::State &state, uint64_t begin, uint64_t end,
                                               std::source_location where) {
  if constexpr (!runsPieces<Kind>)
    return CanonicalLoop<Kind>::run(begin, end, kind, state, where);
  if (!__tactus_is_leaf(reinterpret_cast<const void *>(&iterateOnce<Kind>)))
    return LoopCode<Kind, Inside::MayPoll>::run(kind, state, begin, end, where);
  if constexpr (std::is_empty_v<typename Kind::State>)
    if (__tactus_is_independent(reinterpret_cast<const void *>(&iterateOnce<Kind>))) {
      // A single iteration may read what it has written.
      if (end - begin == 1)
        return LoopCode<Kind, Inside::NeverPolls>::runStrips(kind, state, begin, end, where);
      return LoopCode<Kind, Inside::IsIndependent>::run(kind, state, begin, end, where);
    }
  LoopCode<Kind, Inside::NeverPolls>::run(kind, state, begin, end, where);
}

/// The same for a task. Loops of a single iteration have none.
template <class Kind>
[[gnu::always_inline]] inline void runCompiledTask(Kind &kind, typename Kind::State &state, uint64_t begin,
                                                   uint64_t end) {
  if constexpr (!runsPieces<Kind>)
    return CanonicalLoop<Kind>::run(begin, end, kind, state, {});
  if (!__tactus_is_leaf(reinterpret_cast<const void *>(&iterateOnce<Kind>)))
    return LoopCode<Kind, Inside::MayPoll>::runStrips(kind, state, begin, end, {});
  if constexpr (std::is_empty_v<typename Kind::State>)
    if (__tactus_is_independent(reinterpret_cast<const void *>(&iterateOnce<Kind>)))
      return LoopCode<Kind, Inside::IsIndependent>::runStrips(kind, state, begin, end, {});
  LoopCode<Kind, Inside::NeverPolls>::runStrips(kind, state, begin, end, {});
}

} // namespace tactus::TACTUS_DETAIL_LOOPS

#endif // TACTUS_DETAIL_COMPILED_HPP
