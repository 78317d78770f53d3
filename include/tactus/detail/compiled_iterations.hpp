//===- compiled_iterations.hpp - iterations as tactus-clang++ compiles them -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the header asks the compiler about an iteration, and how it has one executed. Shared by loops that poll
// (compiled_loop.hpp) and loops that wait for interrupts (interrupted_loop.hpp).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_COMPILED_ITERATIONS_HPP
#define TACTUS_DETAIL_COMPILED_ITERATIONS_HPP

#include "canonical_loop.hpp"

/// Never defined: the compiler plugin replaces its calls by the answer. Does the function, with all it calls, not poll?
extern "C" bool __tactus_is_leaf(const void *function) noexcept;

/// Never defined: the compiler plugin replaces its calls by iterate(kind, state, index), with the iteration and the
/// slot in the stack map of every call in it.
extern "C" void __tactus_iterate(const void *iterate, const void *kind, void *state, uint64_t index,
                                 tactus_loop_slot *slot);

/// Never defined: the compiler plugin replaces its calls by the answer. May no two executions of the function, at the
/// same time, share anything that one of them writes? (compiler/raise/header/IndependentLoops.h)
extern "C" bool __tactus_is_independent(const void *function) noexcept;

/// Never defined: the compiler plugin removes its calls, and marks the loops around them.
extern "C" void __tactus_independent() noexcept;

/// Never defined: the compiler plugin removes its calls, and marks the functions around them.
extern "C" void __tactus_strips() noexcept;

/// The same for functions that only who enters a loop calls, with what it consists of, and tasks of that loop
/// (compiler/model/StripFunction.h).
extern "C" void __tactus_lent_strips() noexcept;

namespace tactus::TACTUS_DETAIL_LOOPS {

/// May anything in an iteration poll? An independent one does not: what it reads, no other of the loop's two or more
/// writes.
enum class Inside { NeverPolls, MayPoll, IsIndependent };

/// What both kinds of loops are made of.
template <class Kind, Inside inside> class CompiledIterations : protected LoopRecord<Kind> {
  using State = typename Kind::State;
  using Record = LoopRecord<Kind>;

protected:
  /// Calls iterations(state) with a copy of the state where nobody can tell it from the original.
  template <class Iterations> [[gnu::always_inline]] static void withOwnState(State &state, Iterations iterations) {
    OwnCopy<State> ownState = state;
    iterations(ownState);
    if constexpr (!std::is_reference_v<OwnCopy<State>>)
      state = std::move(ownState);
  }

  /// Calls a strand that is a function of its own. It gets copies, because whatever has its address passed is in
  /// memory.
  template <class Strand> [[gnu::always_inline]] static void lend(Kind &kind, State &state, Strand strand) {
    OwnCopy<Kind> lentKind = kind;
    withOwnState(state, [&](State &lentState) __attribute__((always_inline)) { strand(lentKind, lentState); });
  }

  /// Runs the strand's iterations, and joins those of others.
  template <class Iterations>
  [[gnu::always_inline]] static void runGuarded(tactus_loop_slot &slot, Kind &kind, State &state,
                                                Iterations iterations) {
#if defined(__cpp_exceptions)
    try {
      iterations();
    } catch (...) {
      Record::cancel(slot);
      throw;
    }
#else
    iterations();
#endif
    if (*const_cast<tactus_join_record *const volatile *>(&slot.join)) [[unlikely]]
      Record::join(slot, kind, state);
  }

  /// Iterations without polls.
  [[gnu::always_inline]] static void runPiece(const Kind &kind, State &state, uint64_t next, uint64_t end) {
    if constexpr (runsPieces<Kind>) {
      kind.runPiece(state, next, end);
    } else {
      auto cursor = kind.at(next);
      do {
        if constexpr (inside == Inside::IsIndependent)
          __tactus_independent(); // in this very loop
        kind.iterate(state, cursor);
        // A branch by a constant would cost the loop its mark.
        if constexpr (canBeDone<Kind>)
          if (isDone(kind, state))
            return;
      } while (++cursor, ++next != end);
    }
  }

  [[gnu::always_inline]] static void iterate(tactus_loop_slot &slot, const Kind &kind, State &state, uint64_t index) {
    __tactus_iterate(reinterpret_cast<const void *>(&iterateOnce<Kind>), &kind, &state, index, &slot);
  }

  [[gnu::always_inline]] static uint64_t endOf(const tactus_loop_slot &slot) {
    return *const_cast<const volatile uint64_t *>(&slot.end);
  }
};

} // namespace tactus::TACTUS_DETAIL_LOOPS

#endif // TACTUS_DETAIL_COMPILED_ITERATIONS_HPP
