//===- ending.h - what is done before a signal ends the process ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_ENDING_H
#define TACTUS_DRIVER_ENDING_H

#include <csignal>
#include <functional>
#include <list>

namespace tactus::driver {

/// From the first object on, a signal that would end this process (Ctrl-C, SIGTERM, SIGHUP and others) ends its child
/// processes first, waits for them, does the actions of all objects that live, the latest first, and ends the process
/// by the same signal then. Signals that are ignored (nohup) stay so. For what other processes must not find.
class AtEnding {
  std::list<std::function<void()>>::iterator place;

public:
  /// The action is done in a thread of its own, while others may still run. It must not throw.
  explicit AtEnding(std::function<void()> action);
  AtEnding(const AtEnding &) = delete;
  AtEnding &operator=(const AtEnding &) = delete;
  ~AtEnding();
};

/// While it lives, no signal ends this process: for steps that are done whole or not at all. May be nested, and
/// AtEnding objects may come and go meanwhile.
class EndingWaits {
  sigset_t before;

public:
  EndingWaits();
  EndingWaits(const EndingWaits &) = delete;
  EndingWaits &operator=(const EndingWaits &) = delete;
  ~EndingWaits();
};

/// A child was ended by the signal. If that is one of those above, and this process does not ignore it, it ends this
/// process as well, by the way above: Ctrl-C goes to both, and may be seen here later than there.
void endAsChildDid(int signal);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_ENDING_H
