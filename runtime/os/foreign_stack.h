//===- foreign_stack.h - reads of frames that are not one's own --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_FOREIGN_STACK_H
#define TACTUS_RUNTIME_OS_FOREIGN_STACK_H

#include <cstdint>

/// On walks: AddressSanitizer takes what they read for overflows.
#define TACTUS_READS_FOREIGN_STACK __attribute__((no_sanitize("address", "thread")))

namespace tactus {

/// A word of a frame.
TACTUS_READS_FOREIGN_STACK inline uintptr_t loadWord(uintptr_t address) {
  return *reinterpret_cast<const volatile uintptr_t *>(address);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_FOREIGN_STACK_H
