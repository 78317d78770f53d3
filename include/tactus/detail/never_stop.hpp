//===- never_stop.hpp - what loops ask that nobody stops ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_NEVER_STOP_HPP
#define TACTUS_DETAIL_NEVER_STOP_HPP

namespace tactus {

/// Nobody asks.
struct never_stop {
  static constexpr bool stop_requested() noexcept { return false; }
};

} // namespace tactus

#endif // TACTUS_DETAIL_NEVER_STOP_HPP
