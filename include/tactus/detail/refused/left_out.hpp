//===- left_out.hpp - arguments that may be left out ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_LEFT_OUT_HPP
#define TACTUS_DETAIL_REFUSED_LEFT_OUT_HPP

#pragma GCC system_header

#include "../stop.hpp"
#include "call.hpp"

namespace tactus::detail {

/// Is what stands at the place of a stop one?
template <class Call, std::size_t index> constexpr Mistake mistakeInStop() {
  TACTUS_DETAIL_NEEDS(stop, !(Call::count > index && !stop_request<typename Call::template Plain<index>>))
  return Mistake::none;
}

/// The function at a place, or what is called where there is none.
template <class Call, std::size_t index, class Default>
using FunctionOr =
    std::remove_reference_t<std::conditional_t<(Call::count > index), typename Call::template At<index>, Default>>;

} // namespace tactus::detail

#endif // TACTUS_DETAIL_REFUSED_LEFT_OUT_HPP
