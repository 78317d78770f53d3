//===- branch.hpp - the second branch of a fork, which may go to another rank --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_BRANCH_HPP
#define TACTUS_CLUSTER_BRANCH_HPP

#include "../detail/par.hpp"
#include "call.hpp"
#include "member.hpp"

namespace tactus::cluster {

/// A function without arguments that may run in another rank: it travels, and so does its result.
template <class Function>
concept travelling_branch =
    travels<std::remove_cvref_t<Function>> && std::invocable<const std::remove_cvref_t<Function> &> &&
    (std::is_void_v<std::invoke_result_t<const std::remove_cvref_t<Function> &>> ||
     travels<std::decay_t<std::invoke_result_t<const std::remove_cvref_t<Function> &>>>);

namespace detail {

template <class Run> FunctionName nameOfFunction(Run run) { return nameOf(reinterpret_cast<uint64_t>(run)); }

/// What a branch does in another rank.
template <class Function> void runBranch(Reader &captures, Writer &written, const std::atomic<bool> &) {
  auto function = readValue<Function>(captures);
  if constexpr (std::is_void_v<std::invoke_result_t<const Function &>>)
    function();
  else
    written(std::decay_t<std::invoke_result_t<const Function &>>(std::as_const(function)()));
}

/// What a branch returns, in an object.
template <class Function>
using Stored = std::conditional_t<std::is_void_v<std::invoke_result_t<const Function &>>, std::monostate,
                                  std::decay_t<std::invoke_result_t<const Function &>>>;

/// A frame from the fork to the join. The derived class has the branch.
class ForkedFrame : public Frame {
  Member &member;
  bool isTaken = false;

protected:
  /// Whether the branch is to run here. Called once, perhaps by another thread, before the join.
  bool take() {
    isTaken = true;
    return member.take(*this);
  }
  /// Before the derived class ends.
  void leave() {
    if (!isTaken)
      member.abandon(*this);
  }
  ~ForkedFrame() = default;

public:
  explicit ForkedFrame(Member &rank) : Frame(here().level), member(rank) {}
};

template <class Function> class BranchFrame final : public ForkedFrame {
  using Result = std::decay_t<std::invoke_result_t<const Function &>>;
  const Function &branch;
  std::optional<Stored<Function>> result;

public:
  BranchFrame(Member &rank, const Function &function) : ForkedFrame(rank), branch(function) { here().shelf.add(*this); }
  BranchFrame(const BranchFrame &) = delete;
  BranchFrame &operator=(const BranchFrame &) = delete;
  ~BranchFrame() { leave(); }

  Result run() {
    if (!take()) {
      if constexpr (std::is_void_v<Result>)
        return;
      else
        return std::move(*result);
    }
    Changed deeper(here().level, level + 1);
    return branch();
  }

  [[nodiscard]] FunctionName function() const override {
    static const FunctionName name = nameOfFunction(&runBranch<Function>);
    return name;
  }
  void pack(Writer &captures) const override { captures(branch); }
  void accept(Reader &written) override { result = readValue<Stored<Function>>(written); }
};

/// The result of a branch by value, as it travels.
template <class Function> [[gnu::always_inline]] inline auto callByValue(const Function &function) {
  return static_cast<std::decay_t<std::invoke_result_t<const Function &>>>(function());
}

/// A function by reference. Unlike a std::reference_wrapper it calls nothing of its own: the plugin sees the function.
template <class Function> class Borrowed {
  const Function &function;

public:
  explicit Borrowed(const Function &what) : function(what) {}
  operator const Function &() const { return function; }
  template <class... Arguments> [[gnu::always_inline]] decltype(auto) operator()(Arguments &&...arguments) const {
    return function(std::forward<Arguments>(arguments)...);
  }
};

/// A function by value, if nobody can tell, so that its captures can live in registers; else by reference.
template <class Function> [[gnu::always_inline]] inline auto held(const Function &function) {
  if constexpr (std::is_trivially_copy_constructible_v<Function> && std::is_trivially_destructible_v<Function> &&
                sizeof(Function) <= 64)
    return function;
  else
    return Borrowed<Function>(function);
}

/// A fork in a job of several ranks. Not inlined, and with what held() has made in registers: where there is one rank,
/// nothing of it is in the program's way, and no address of its variables is anybody's.
template <class First, class Second, class HeldFirst, class HeldSecond>
[[gnu::noinline]] auto forkOverRanks(HeldFirst first, HeldSecond second, std::source_location where) {
  BranchFrame<Second> frame(*Member::current(), second);
  return tactus::detail::parAt(
      where,
      [&] {
        Changed deeper(here().level, frame.level + 1);
        return callByValue<First>(first);
      },
      [&] { return frame.run(); });
}

} // namespace detail

/// Calls both, `second` perhaps in another rank, and returns both results, as tactus::par does. If both throw, the
/// exception of `first` arrives. An exception in another rank makes the branch run again in this one, and throw here.
template <travelling_branch First, travelling_branch Second>
[[gnu::always_inline]] inline auto par(const First &first, const Second &second,
                                       std::source_location where = std::source_location::current()) {
  if (detail::Member::current()) [[unlikely]]
    return detail::forkOverRanks<First, Second>(detail::held(first), detail::held(second), where);
  return tactus::par([function = detail::held(first)] { return detail::callByValue(function); },
                     [function = detail::held(second)] { return detail::callByValue(function); }, where);
}

} // namespace tactus::cluster

#endif // TACTUS_CLUSTER_BRANCH_HPP
