//===- screen.h - where a changing picture is shown -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_SCREEN_H
#define TACTUS_TRACE_SCREEN_H

#include <cstddef>

namespace tactus::trace {

/// Standard output: a terminal that can be written over and may change its size, or lines that follow each other. There
/// is one at a time, as it takes SIGWINCH.
class Screen {
  bool isLive; // can be written over

public:
  Screen();

  /// Room in a line, now. 80 where nobody knows.
  [[nodiscard]] size_t columns() const;
  /// Room for lines that are all seen, now. Unlimited where lines follow each other.
  [[nodiscard]] size_t rows() const;
  /// Makes room for a new picture over the old one.
  void clear() const;
  /// Waits so long. True if the size has changed meanwhile: then what is shown should be shown again.
  [[nodiscard]] static bool waitOrResize(double seconds);
};

} // namespace tactus::trace

#endif // TACTUS_TRACE_SCREEN_H
