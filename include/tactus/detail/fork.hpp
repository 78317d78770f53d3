//===- fork.hpp - the one primitive that everything forks with --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     record = fork(descriptor, environment, first, where)
//
// calls first() while the part that the descriptor describes may run elsewhere. Null: it has not, and the caller runs
// it. Otherwise the record is to be joined. If first() throws, the part has been taken back or waited for.
//
// There are two implementations. Any compiler can do the one with a tactus_latent on the stack. tactus-clang++ defines
// __TACTUS_FORKS__ and turns the call of a marker into a call with nothing around it (docs/decisions/0004).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_FORK_HPP
#define TACTUS_DETAIL_FORK_HPP

#include "../latent.h"
#include "outcome.hpp"

#include <source_location>

#if defined(__TACTUS_FORKS__)
/// Never defined: the compiler plugin replaces its calls.
extern "C" tactus_fork_record *__tactus_fork(tactus_fork_descriptor *descriptor, const uint64_t *environment,
                                             void (*branch)(void *), void *context);
#endif

namespace tactus::detail {

/// Tells a descriptor where it is, before a poll: afterwards a report may ask. Whoever comes first claims the line;
/// readers look at the file first, which is written last.
template <class Descriptor> void nameSite(Descriptor &descriptor, std::source_location where) noexcept {
  uint32_t unclaimed = 0;
  if (__atomic_load_n(&descriptor.line, __ATOMIC_RELAXED) || !where.line() ||
      !__atomic_compare_exchange_n(&descriptor.line, &unclaimed, where.line(), false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED))
    return;
  descriptor.function = where.function_name();
  descriptor.column = where.column();
  __atomic_store_n(&descriptor.file, where.file_name(), __ATOMIC_RELEASE);
}

#if defined(__TACTUS_FORKS__)

template <class First>
[[gnu::always_inline]] inline tactus_fork_record *fork(tactus_fork_descriptor &descriptor, const uint64_t *environment,
                                                       First &&first, std::source_location) {
  using Branch = std::remove_reference_t<First>;
  return __tactus_fork(
      &descriptor, environment, [](void *context) { (*static_cast<Branch *>(context))(); }, std::addressof(first));
}

#else

/// The slow way to begin: no credit is left.
[[gnu::cold, gnu::noinline]] inline void pushLatent(tactus_latent &latent, std::source_location where) {
  nameSite(*latent.fork.descriptor, where);
  tactus_latent_push(&latent);
}

/// For checks of libtactus: where TACTUS_LOG_FORKS is defined, in all of a program or nowhere, every fork is in the log
/// of events.
[[gnu::always_inline]] inline void logFork([[maybe_unused]] const tactus_latent &latent,
                                           [[maybe_unused]] bool begins) noexcept {
#if defined(TACTUS_LOG_FORKS)
  tactus_log_fork(&latent, begins);
#endif
}

[[gnu::always_inline]] inline tactus_fork_record *popLatent(tactus_latent &latent) noexcept {
  logFork(latent, false);
  if (latent.special) [[unlikely]]
    return tactus_latent_pop(&latent);
  tactus_latent_top = latent.older;
  return nullptr;
}

/// The first branch has thrown.
[[gnu::cold, gnu::noinline]] inline void abandonLatent(tactus_latent &latent) noexcept {
  if (tactus_fork_record *record = popLatent(latent))
    tactus_fork_discard(record);
}

template <class First>
[[gnu::always_inline]] inline tactus_fork_record *fork(tactus_fork_descriptor &descriptor, const uint64_t *environment,
                                                       First &&first, std::source_location where) {
  tactus_latent latent;
  latent.kind = TACTUS_LATENT_FORK;
  latent.flags = 0;
  latent.special = nullptr;
  latent.fork.descriptor = &descriptor;
  latent.fork.environment = environment;
  logFork(latent, true);
  int64_t credit = tactus_credit - __atomic_load_n(&descriptor.weight, __ATOMIC_RELAXED);
  tactus_credit = credit;
  if (credit >= 0) [[likely]]
    tactus_latent_link(&latent);
  else
    pushLatent(latent, where);
#if defined(__cpp_exceptions)
  try {
    first();
  } catch (...) {
    abandonLatent(latent);
    throw;
  }
#else
  first();
#endif
  return popLatent(latent);
}

#endif

/// A second branch whose task does more than to call it, at the end of its result area (cluster/task.hpp).
template <class Closure>
concept runs_its_task = requires { typename Closure::TaskState; };

/// The static data of all forks whose second branch is of one type, which for a lambda is one place in the source.
///
/// This is the one place that decides what the environment of a second branch is: a closure of a few words that may be
/// copied as they are goes as it is, anything else by its address, which stays valid because the joining frame holds
/// it.
template <class Second> struct ForkSite {
  using Result = std::invoke_result_t<Second &&>;
  using Closure = std::remove_reference_t<Second>;
  using StoredOutcome = Outcome<Result>;
  static constexpr bool isByValue() {
#if !defined(__TACTUS_FORKS__) // else the compiler finds out by itself what the branch reads
    // A branch that is a function has no size.
    if constexpr (!std::is_reference_v<Second> && std::is_trivially_copyable_v<Closure> && !std::is_empty_v<Closure>)
      return sizeof(Closure) % sizeof(uint64_t) == 0 && alignof(Closure) == alignof(uint64_t) &&
             sizeof(Closure) <= 4 * sizeof(uint64_t);
#endif
    return false;
  }
  static constexpr bool byValue = isByValue();
  static constexpr uint32_t words = [] {
    if constexpr (byValue)
      return uint32_t{sizeof(Closure) / sizeof(uint64_t)};
    else
      return uint32_t{1};
  }();

  static constexpr uint32_t resultBytes = [] {
    if constexpr (runs_its_task<Closure>)
      return static_cast<uint32_t>((areaSize<StoredOutcome> + TACTUS_RESULT_ALIGNMENT - 1) / TACTUS_RESULT_ALIGNMENT *
                                       TACTUS_RESULT_ALIGNMENT +
                                   sizeof(typename Closure::TaskState));
    else
      return static_cast<uint32_t>(areaSize<StoredOutcome>);
  }();
  static constexpr uint64_t flags =
      runs_its_task<Closure> ? TACTUS_FORK_IS_WATCHED | TACTUS_FORK_CLEARS_RESULT | TACTUS_FORK_DISCARDS_UNSTARTED : 0;

  static auto &stateIn(void *result) {
    using State = typename Closure::TaskState;
    static_assert(sizeof(State) % TACTUS_RESULT_ALIGNMENT == 0 && alignof(State) <= TACTUS_RESULT_ALIGNMENT);
    return *reinterpret_cast<State *>(static_cast<char *>(result) + resultBytes - sizeof(State));
  }

  static void run(const uint64_t *environment, void *result) {
    Closure *closure;
    if constexpr (byValue)
      closure = reinterpret_cast<Closure *>(const_cast<uint64_t *>(environment));
    else
      closure = reinterpret_cast<Closure *>(*environment);
    if constexpr (runs_its_task<Closure>)
      Closure::runTask(*closure, inArea<StoredOutcome>(result), stateIn(result));
    else
      (::new (inArea<StoredOutcome>(result)) StoredOutcome)->fill(std::forward<Second>(*closure));
  }
  static void discard(void *result) {
    if constexpr (runs_its_task<Closure>)
      Closure::discardTask(inArea<StoredOutcome>(result), stateIn(result));
    else
      inArea<StoredOutcome>(result)->destroy();
  }

  static inline constinit tactus_fork_descriptor descriptor{
      run, nullptr, nullptr, 0, 0, words, resultBytes, TACTUS_UNKNOWN_WEIGHT, 0, discard, flags};

  /// The recorded words, for as long as this object lives. It holds no pointer to itself, which would keep it in
  /// memory.
  class Environment {
    uint64_t word;

  public:
    [[gnu::always_inline]] explicit Environment(Closure &closure) noexcept
        : word(reinterpret_cast<uint64_t>(std::addressof(closure))) {}
    [[gnu::always_inline]] const uint64_t *data() const noexcept {
      return byValue ? reinterpret_cast<const uint64_t *>(word) : &word;
    }
  };
};

/// Ends a promoted fork at the end of the scope.
template <class Second> class Joined {
  tactus_fork_record *record;

public:
  explicit Joined(tactus_fork_record *promoted) : record(promoted) { tactus_fork_join(promoted); }
  Joined(const Joined &) = delete;
  Joined &operator=(const Joined &) = delete;
  ~Joined() {
    outcome().destroy();
    tactus_fork_release(record);
  }
  typename ForkSite<Second>::StoredOutcome &outcome() {
    return *inArea<typename ForkSite<Second>::StoredOutcome>(record->result);
  }
};

/// Joins a promoted fork and gives the result of its second branch, or throws what it has thrown. Not inlined: it would
/// cost its caller registers.
template <class Second>
[[gnu::cold, gnu::noinline]] typename ForkSite<Second>::Result takeJoined(tactus_fork_record *record) {
  Joined<Second> joined(record);
  return joined.outcome().take();
}

/// par() of two branches that return nothing, at a given place.
template <class First, class Second>
[[gnu::always_inline]] constexpr void both(std::source_location where, First &&first, Second &&second) {
  if (std::is_constant_evaluated()) {
    std::forward<First>(first)();
    std::forward<Second>(second)();
    return;
  }
  using Site = ForkSite<Second>;
  typename Site::Environment environment(second);
  tactus_fork_record *record = fork(
      Site::descriptor, environment.data(), [&]() __attribute__((always_inline)) { std::forward<First>(first)(); },
      where);
  if (!record) [[likely]]
    std::forward<Second>(second)();
  else
    takeJoined<Second>(record);
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_FORK_HPP
