//===- call.hpp - what is wrong with a call that no algorithm takes -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each public function has constraints, which are what its reference shows. A call that fulfils none of them would be
// answered with all candidates and why each is none: up to 60 lines. So each name has one more overload, which takes
// anything and is less specialised than all others: it is chosen only if they are not, and says what is wrong, by the
// name of the concept.
//
//     template <branch First, branch Second> auto par(First &&, Second &&, where)          par.hpp
//     template <class... Functions> auto par(Functions &&...) TACTUS_DETAIL_REFUSES        refused/branches.hpp
//       TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(par, body, "a function needs arguments ..."))))
//       TACTUS_DETAIL_END;
//
// For that to be so, no argument may fit the refusing overload better: what others take as `const T &` it takes as
// `const Arguments &`, and what they convert (the end of an interval) it converts as well.
//
// A call is looked at from its first argument on, and the first mistake is the only one that is named. All of this is
// instantiated by wrong calls only.
//
// Clang has an attribute for it, which puts the error at the user's line. Its name must be no part of a macro, or clang
// explains the macro: so overload.def is included once for each row. For others the same words become assertions in the
// function's body. #line gives these the place of a file that is not found: compilers show the lines that they find,
// and these are not the user's. And all files here are system headers: there clang does not mind an extension, and
// others do not explain macros.
//
// Clang leaves wrong calls out of overload resolution, others do not: `requires { tactus::parallel_sort(x); }` is true
// of every x. Who wants to know asks the concepts.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_CALL_HPP
#define TACTUS_DETAIL_REFUSED_CALL_HPP

#pragma GCC system_header

/// Is it the mistake that was made? TACTUS_DETAIL_MADE says which was.
#define TACTUS_DETAIL_IS(mistake) (TACTUS_DETAIL_MADE == detail::Mistake::mistake)
/// What is said of a mistake in a call of TACTUS_DETAIL_NAME.
#define TACTUS_DETAIL_SAYS(words) TACTUS_DETAIL_SAYS_OF(TACTUS_DETAIL_NAME, words)
#define TACTUS_DETAIL_SAYS_OF(function, words) TACTUS_DETAIL_TEXT(function, words)
#define TACTUS_DETAIL_TEXT(function, words) "tactus::" #function ": " words
/// The mistake was made if the condition does not hold. A function that finds mistakes is a list of these, in the order
/// in which they are looked for: what follows is instantiated only where the condition holds.
#define TACTUS_DETAIL_NEEDS(mistake, ...)                                                                              \
  if constexpr (!(__VA_ARGS__))                                                                                        \
    return Mistake::mistake;                                                                                           \
  else

// What is said of calls of several functions.
#define TACTUS_DETAIL_NO_STOPS_HERE "stops need #include <tactus/algorithm.hpp>"
#define TACTUS_DETAIL_NO_INDEX "an index has to be an integer (concept std::integral)"
#define TACTUS_DETAIL_NO_END "the end is no number as the begin is (concept std::convertible_to)"
#define TACTUS_DETAIL_NO_STEPS                                                                                         \
  "the first argument is no range with a size (concepts indexable_range and steppable_range)"
#define TACTUS_DETAIL_NO_SECOND                                                                                        \
  "the second argument is no iterator with random access (concept std::random_access_iterator)"
#define TACTUS_DETAIL_NO_SUMS "the output does not take the sums (concept scans_into)"
#define TACTUS_DETAIL_NO_MAPPED "what the map returns is not of the identity's type (concept std::convertible_to)"
#define TACTUS_DETAIL_NO_ELEMENTS "the elements are not of the identity's type (concept std::convertible_to)"
#define TACTUS_DETAIL_NO_VALUES "its values cannot be copied and moved (concept reduction_value)"
#define TACTUS_DETAIL_NO_VALUE "the value cannot be copied and moved (concept reduction_value)"
#define TACTUS_DETAIL_NO_SCAN "combine(T, T) gives no T, the type that is scanned (concept combines)"
#define TACTUS_DETAIL_NO_SUM "combine(T, T) gives no T, the type of init (concept combines)"
#define TACTUS_DETAIL_NO_INIT "what is combined is not of the type of init (concept std::convertible_to)"
#define TACTUS_DETAIL_NOT_SCANNED "the elements are not of the type that is scanned (concept std::convertible_to)"
#define TACTUS_DETAIL_NOT_COMPARED                                                                                     \
  "the elements cannot be compared with the value (concept std::equality_comparable_with)"
#define TACTUS_DETAIL_NO_STRICT_ORDER "less(a, b) is no order of the elements (concept std::strict_weak_order)"
#define TACTUS_DETAIL_NO_ORDER "less(a, b) is no order of the elements (concept orders_elements)"
#define TACTUS_DETAIL_NO_INDIRECT_ORDER                                                                                \
  "less(a, b) is no order of the elements (concept std::indirect_strict_weak_order)"
#define TACTUS_DETAIL_NO_PREDICATE "the predicate cannot be asked about an element (concept std::predicate)"
#define TACTUS_DETAIL_NO_TEST "the predicate cannot be asked about an element (concept predicate_of_element)"
#define TACTUS_DETAIL_NO_STEP                                                                                          \
  "step(T &, x) cannot be called with the accumulator and what comes next (concept fold_step)"
#define TACTUS_DETAIL_NOT_CALLABLE "a function needs arguments (concept callable_without_arguments)"
#define TACTUS_DETAIL_POLICY_PREDICATE "it takes (policy, first, last, predicate)"
#define TACTUS_DETAIL_RANGE_PREDICATE "it takes (range, predicate) or (range, predicate, stop)"
#define TACTUS_DETAIL_POLICY_LESS "it takes (policy, first, last, less)"
#define TACTUS_DETAIL_RANGE_LESS "it takes (range), (range, less) or (range, less, stop)"
#define TACTUS_DETAIL_RANGE_BODY "it takes (range, body) or (begin, end, body), and a stop"
#define TACTUS_DETAIL_RANGE_OUTPUT "it takes (range, output) or (range, output, combine), and a stop"

#if defined(__clang__)
#define TACTUS_DETAIL_REFUSES
#define TACTUS_DETAIL_IF __attribute__
#define TACTUS_DETAIL_DONE
#else
#define TACTUS_DETAIL_REFUSES {
#define TACTUS_DETAIL_IF(condition) TACTUS_DETAIL_ASSERTION condition
#define TACTUS_DETAIL_ASSERTION(condition) TACTUS_DETAIL_##condition
#define TACTUS_DETAIL_diagnose_if(condition, text, severity) static_assert(!condition, text);
#define TACTUS_DETAIL_DONE                                                                                             \
  tactus::detail::refuse();                                                                                            \
  }
#endif

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
/// Is defined nowhere, so that no call without a message is linked.
[[noreturn]] void refuse();

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
