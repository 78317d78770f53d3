//===- progress.h - a line for who waits ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_PROGRESS_H
#define TACTUS_DRIVER_PROGRESS_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace tactus::driver {

/// Says on the terminal, from the second second on, what the command is doing and for how long. The line is on standard
/// error and goes away at the end; where that is no terminal, nothing is ever said. What else is written meanwhile
/// comes after end().
class Progress {
  std::string what; // guarded by `mutex`, as the two below
  bool isShown = false, hasEnded = false;
  std::mutex mutex;
  std::condition_variable change;
  std::thread clock;

  void show();
  void wipe();

public:
  explicit Progress(std::string doing);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress() { end(); }

  /// Goes on to something else.
  void now(std::string doing);
  /// Writes the text to standard error, in place of the line, which comes back behind it.
  void write(const std::string &text);
  /// Wipes the line away, if there is one. May be called again.
  void end();
};

} // namespace tactus::driver

#endif // TACTUS_DRIVER_PROGRESS_H
