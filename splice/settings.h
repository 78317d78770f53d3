//===- settings.h - what the environment says about splicing --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_SETTINGS_H
#define TACTUS_SPLICE_SETTINGS_H

#include <cstddef>

namespace tactus::splice {

struct Settings {
  /// TACTUS_SPLICE: how many calls are spliced; 0 for what the program says, 1 for never.
  unsigned count = 0;
  /// TACTUS_SPLICE_STACK_KB: the stack of each user-level thread.
  std::size_t stackKilobytes = 256;
  /// TACTUS_SPLICE_SPACE_KB: what delayed steps may take, for each try_splice that runs (§7).
  std::size_t spaceKilobytes = 1024;
  /// TACTUS_SPLICE_CHECK: declared effects are compared with those around them.
  bool check = false;
  /// TACTUS_SPLICE_NUMA: tasks keep to the node of the machine's memory that their data is in (nodes.h).
  bool keepsToNodes = false;
  /// TACTUS_SPLICE_EVENTS: the file that says all that has happened, for the model's checker.
  const char *events = nullptr;
  /// TACTUS_STATS: null for none, "1" for a table, else a file name.
  const char *statistics = nullptr;
};

/// Read from the environment at the first use. A wrong value costs one line on stderr, and the default is used.
const Settings &settings();

/// Most calls that can be spliced together.
inline constexpr unsigned MaximalThreads = 64;

} // namespace tactus::splice

#endif // TACTUS_SPLICE_SETTINGS_H
