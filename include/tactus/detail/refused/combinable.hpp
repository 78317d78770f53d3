//===- combinable.hpp - accumulators that are refused ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Why: call.hpp. Here it is the class that is chosen if nothing more special is.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_COMBINABLE_HPP
#define TACTUS_DETAIL_REFUSED_COMBINABLE_HPP

#pragma GCC system_header

#include "call.hpp"

#include <functional>

namespace tactus {

template <class T, class Combine = std::plus<>> class combinable {
  static constexpr bool isCombined = std::is_void_v<T> && !std::is_void_v<T>;
  static_assert(
      isCombined,
      "tactus::combinable: combine(T, T) gives no T, or T cannot be copied and moved (concept combines_accumulators)");

public:
  template <class... Arguments> explicit combinable(Arguments &&...) {}
  detail::Refused local() { return {}; }
  detail::Refused get() { return {}; }
};

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_COMBINABLE_HPP
