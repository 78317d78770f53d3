//===- branch.hpp - the second branch of a fork, which may go to another rank --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_BRANCH_HPP
#define TACTUS_CLUSTER_BRANCH_HPP

#include "call.hpp"
#include "task.hpp"

namespace tactus::cluster {

/// A function without arguments that may run in another rank: it travels, and so does its result.
template <class Function>
concept travelling_branch =
    travels<std::remove_cvref_t<Function>> && std::invocable<const std::remove_cvref_t<Function> &> &&
    (std::is_void_v<std::invoke_result_t<const std::remove_cvref_t<Function> &>> ||
     travels<std::decay_t<std::invoke_result_t<const std::remove_cvref_t<Function> &>>>);

namespace detail {

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

/// The second branch of a fork.
template <class Function, class Held> struct SecondBranch : TravellingBranch {
  Held function;

  explicit SecondBranch(Held held) : function(held) {}
  [[gnu::always_inline]] auto operator()() const { return callByValue<Function>(function); }
  void pack(Writer &captures) const { captures(static_cast<const Function &>(function)); }
  static FunctionName name() {
    static const FunctionName found = nameOfFunction(&runBranch<Function>);
    return found;
  }
  static std::decay_t<std::invoke_result_t<const Function &>> receive(Reader &written) {
    if constexpr (!std::is_void_v<std::invoke_result_t<const Function &>>)
      return readValue<Stored<Function>>(written);
  }
  static bool isStopped() { return false; }
};

} // namespace detail

/// Calls both, `second` perhaps in another rank, and returns both results, as tactus::par does. If both throw, the
/// exception of `first` arrives. An exception in another rank makes the branch run again in this one, and throw here.
template <travelling_branch First, travelling_branch Second>
[[gnu::always_inline]] inline auto par(const First &first, const Second &second,
                                       std::source_location where = std::source_location::current()) {
  using Held = decltype(detail::held(second));
  return tactus::par([function = detail::held(first)] { return detail::callByValue(function); },
                     detail::SecondBranch<Second, Held>(detail::held(second)), where);
}

} // namespace tactus::cluster

#endif // TACTUS_CLUSTER_BRANCH_HPP
