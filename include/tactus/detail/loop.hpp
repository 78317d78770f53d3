//===- loop.hpp - a loop whose later iterations may run elsewhere -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// There are two ways to run one: any compiler can do the one with a record on the stack (strand_loop.hpp).
// tactus-clang++ makes of a loop of the language what it makes of one with a pragma (canonical_loop.hpp).
//
// A Kind says what a loop does:
//
//     State                              what a strand of the loop collects; movable
//     State begin(uint64_t)              of a task, before its first iteration
//     Cursor, Cursor at(uint64_t)        what an iteration is given, for its number; ++ gives that of the next
//     void iterate(State &, Cursor)
//     void combine(State &, State &&)    the second is that of a task, whose iterations follow those of the first
//
// and may have
//
//     bool isDone(const State &)                     behind an iteration: this strand may leave out all that is left
//     void runPiece(State &, uint64_t, uint64_t)     iterations that are known not to poll, one or more, in one piece
//     static constexpr bool isLeaf                   that is known to the library: nothing of the user's is called
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_LOOP_HPP
#define TACTUS_DETAIL_LOOP_HPP

#if defined(__TACTUS_FORKS__)
#include "canonical_loop.hpp"
#else
#include "strand_loop.hpp"
#endif

namespace tactus::TACTUS_DETAIL_LOOPS {

template <class Member> inline constexpr bool isConstMember = false;
template <class C, class R, class... A> inline constexpr bool isConstMember<R (C::*)(A...) const> = true;
template <class C, class R, class... A> inline constexpr bool isConstMember<R (C::*)(A...) const noexcept> = true;

template <class Function> inline constexpr bool hasOneConstCall = false;
template <class Function>
  requires requires { &Function::operator(); }
inline constexpr bool hasOneConstCall<Function> = isConstMember<decltype(&Function::operator())>;

/// How a loop keeps a function of the user's: by value where nobody can tell the difference, so that what it has
/// captured can live in registers although tasks see the original. The limit only keeps captured arrays from being
/// copied; by reference, each iteration would load all it uses.
template <class Function> inline constexpr bool isKeptByValue = false;
template <class Function>
  requires std::is_object_v<Function> // not a plain function, which has no size
inline constexpr bool isKeptByValue<Function> =
    std::is_trivially_copyable_v<Function> && sizeof(Function) <= 256 && hasOneConstCall<Function>;
template <class Function> using KeptFunction = std::conditional_t<isKeptByValue<Function>, Function, Function &>;

/// Runs [begin, end) of a loop; its results are added to `state`.
template <class Kind>
[[gnu::always_inline]] inline void runLoop(Kind &kind, typename Kind::State &state, uint64_t begin, uint64_t end,
                                           std::source_location where) {
  if (begin >= end)
    return;
#if defined(__TACTUS_FORKS__)
  CanonicalLoop<Kind>::run(begin, end, kind, state, /*isTask=*/false, where);
#else
  LoopStrand<Kind>::run(kind, state, begin, end, where);
#endif
}

template <class Kind> struct LoopSite {
  using State = typename Kind::State;

  static void run(uint64_t begin, uint64_t end, const uint64_t *environment, void *result) {
    Kind &kind = *reinterpret_cast<Kind *>(*environment);
    (::new (inArea<Outcome<State>>(result)) Outcome<State>)->fill([&] {
      State state = kind.begin(begin);
      runStrand(kind, state, begin, end);
      return state;
    });
  }

  /// A task has at least one iteration. Not inlined: tasks are run by others, or taken back.
  [[gnu::noinline]] static void runStrand(Kind &kind, State &state, uint64_t begin, uint64_t end) {
#if defined(__TACTUS_FORKS__)
    CanonicalLoop<Kind>::run(begin, end, kind, state, /*isTask=*/true, {});
#else
    LoopStrand<Kind>::run(kind, state, begin, end, {});
#endif
  }

  static inline constinit tactus_loop_descriptor descriptor{
      run, nullptr, nullptr, 0, 0, 1, TACTUS_DETAIL_LOOP_FLAGS, TACTUS_DETAIL_FIRST_WEIGHT, 0, 0};
};

} // namespace tactus::TACTUS_DETAIL_LOOPS

#endif // TACTUS_DETAIL_LOOP_HPP
