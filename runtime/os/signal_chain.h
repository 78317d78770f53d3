//===- signal_chain.h - handlers that others have installed before ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_SIGNAL_CHAIN_H
#define TACTUS_RUNTIME_OS_SIGNAL_CHAIN_H

#include <signal.h>

namespace tactus {

/// Whether `action` calls a function.
inline bool hasHandler(const struct sigaction &action) {
  return action.sa_flags & SA_SIGINFO || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

/// In a signal handler: calls the one that was there before. False if that is none, but an action of the kernel's.
inline bool callHandler(const struct sigaction &previous, int signal, siginfo_t *info, void *context) {
  if (!hasHandler(previous))
    return false;
  if (previous.sa_flags & SA_SIGINFO)
    previous.sa_sigaction(signal, info, context);
  else
    previous.sa_handler(signal);
  return true;
}

/// In a handler of `signal`, which is blocked there: the kernel's action happens when the handler returns.
inline void raiseDefault(int signal) {
  struct sigaction defaultAction{};
  defaultAction.sa_handler = SIG_DFL;
  sigaction(signal, &defaultAction, nullptr);
  raise(signal);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_SIGNAL_CHAIN_H
