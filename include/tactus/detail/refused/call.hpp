//===- call.hpp - what is wrong with a call that no algorithm takes -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each public function has constraints, which are what its reference shows. A call that fulfils none of them would be
// answered with all candidates and why each is none: up to 60 lines. So each name has one more overload, which takes
// anything and is less specialised than all others: it is chosen only if they are not, and says in one static_assert
// what is wrong, by the name of the concept.
//
//     par.hpp               template <branch First, branch Second> auto par(First &&, Second &&, where)
//     refused/branches.hpp  template <class... Arguments> auto par(Arguments &&...)   { static_assert(...); }
//
// For that to be so, no argument may fit the refusing overload better: what others take as `const T &` it takes as
// `const Arguments &`, and what they convert (the end of an interval) it converts as well.
//
// A call is looked at from its first argument on, and the first mistake is the only one that is named. All of this is
// instantiated by wrong calls only.
//
// So `requires { tactus::parallel_sort(x); }` is true of every x. Who wants to know asks the concepts.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_CALL_HPP
#define TACTUS_DETAIL_REFUSED_CALL_HPP

#include <concepts>
#include <cstddef>
#include <functional>
#include <source_location>
#include <tuple>
#include <type_traits>

namespace tactus::detail {

/// What a refused call gives: whatever is asked of it, so that no second error follows.
struct Refused {
  template <class T> operator T() const;
};
template <class T> T refused();

/// In the order in which calls are looked at.
enum class Mistake {
  none,
  count,
  first,
  end,
  step,
  range,
  second,
  output,
  bits,
  place,
  body,
  predicate,
  order,
  value,
  identity,
  combine,
  result,
  stop,
};

/// Is a mistake not the one that was made?
struct No {
  Mistake made;
  constexpr bool operator()(Mistake asked) const { return asked != made; }
};

struct Missing {};

template <class... Arguments> inline constexpr bool endsWithPlace = false;
template <class First, class... Others>
inline constexpr bool endsWithPlace<First, Others...> =
    std::same_as<std::remove_cvref_t<std::tuple_element_t<sizeof...(Others), std::tuple<First, Others...>>>,
                 std::source_location>;

/// The arguments of a call, but for the place at the end.
template <class... Arguments> struct Call {
  static constexpr std::size_t count = sizeof...(Arguments) - endsWithPlace<Arguments...>;
  /// As a lvalue, if it is one.
  template <std::size_t index>
  using At = std::tuple_element_t<(index < count ? index : sizeof...(Arguments)), std::tuple<Arguments..., Missing>>;
  template <std::size_t index> using Plain = std::remove_cvref_t<At<index>>;
  /// As functions are called.
  template <std::size_t index> using Function = std::remove_reference_t<At<index>> &;
  static constexpr bool takes(std::size_t least, std::size_t most) { return count >= least && count <= most; }
};

} // namespace tactus::detail

#endif // TACTUS_DETAIL_REFUSED_CALL_HPP
