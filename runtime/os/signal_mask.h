//===- signal_mask.h - the signals that a thread blocks ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_SIGNAL_MASK_H
#define TACTUS_RUNTIME_OS_SIGNAL_MASK_H

#include <cstdint>
#include <cstring>
#include <signal.h>

namespace tactus {

/// A sigset_t, of which the C library has room for more signals than there are.
struct SignalMask {
  uint64_t blocked = UINT64_MAX;

  static SignalMask of(const sigset_t &set) {
    SignalMask mask;
    memcpy(&mask.blocked, &set, sizeof mask.blocked);
    return mask;
  }
  static SignalMask ofThread() {
    sigset_t set;
    return pthread_sigmask(SIG_SETMASK, nullptr, &set) == 0 ? of(set) : SignalMask();
  }

  sigset_t set() const {
    sigset_t set;
    sigemptyset(&set);
    memcpy(&set, &blocked, sizeof blocked);
    return set;
  }
};
static_assert(NSIG <= 65 && sizeof(sigset_t) >= sizeof(uint64_t));

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_SIGNAL_MASK_H
