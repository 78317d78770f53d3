//===- machine_context.h - the registers of code that a signal has interrupted ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_MACHINE_CONTEXT_H
#define TACTUS_RUNTIME_OS_MACHINE_CONTEXT_H

#include <cstdint>
#include <cstring>
#include <ucontext.h>

namespace tactus::machine {

/// What the walk of a stack needs of the registers.
struct Interrupted {
  uintptr_t address, stackPointer, framePointer, basePointer;
};

/// A hash of these bytes, and of what `before` is one of: equal for equal ones. FNV-1a by words. They may be a stack's,
/// which others write and of which parts are nobody's: no sanitizer looks.
__attribute__((no_sanitize("address", "thread"))) inline uint64_t hashOf(const void *words, size_t bytes,
                                                                         uint64_t before) {
  for (size_t at = 0; at + sizeof before <= bytes; at += sizeof before) {
    uint64_t word;
    memcpy(&word, static_cast<const char *>(words) + at, sizeof word);
    before = (before ^ word) * 0x100000001b3;
  }
  return before;
}

#if defined(__x86_64__)

/// Of the general registers, and on this machine of the vector registers.
inline uint64_t hashOfRegisters(const void *context, uint64_t before) {
  const mcontext_t &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
  before = hashOf(machine.gregs, (REG_RIP + 1) * sizeof *machine.gregs, before);
  return machine.fpregs ? hashOf(machine.fpregs->_xmm, sizeof machine.fpregs->_xmm, before) : before;
}

inline Interrupted interruptedBy(const void *context) {
  const greg_t *registers = static_cast<const ucontext_t *>(context)->uc_mcontext.gregs;
  auto valueOf = [&](int number) { return static_cast<uintptr_t>(registers[number]); };
  return {valueOf(REG_RIP), valueOf(REG_RSP), valueOf(REG_RBP), valueOf(REG_RBX)};
}

inline void goOnAt(void *context, uintptr_t address) {
  static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(address);
}

inline constexpr uint8_t SystemCall[] = {0x0f, 0x05};

/// The number of the system call that the kernel has ended early, if its arguments are as they were and the instruction
/// in front of it says the number; else -1.
inline int64_t endedSystemCall(const void *context, int error) {
  constexpr uint8_t MoveToEax = 0xb8;
  const greg_t *registers = static_cast<const ucontext_t *>(context)->uc_mcontext.gregs;
  const auto *end = reinterpret_cast<const uint8_t *>(registers[REG_RIP]);
  if (registers[REG_RAX] != -error || memcmp(end - 2, SystemCall, sizeof SystemCall) != 0 || end[-7] != MoveToEax)
    return -1;
  uint32_t number;
  memcpy(&number, end - 6, sizeof number);
  return number;
}

/// From behind such a call to in front of it.
inline constexpr uintptr_t SystemCallBytes = 7;

#elif defined(__aarch64__)

inline uint64_t hashOfRegisters(const void *context, uint64_t before) {
  const mcontext_t &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
  return hashOf(machine.regs, sizeof machine.regs, before ^ machine.pc);
}

inline Interrupted interruptedBy(const void *context) {
  const mcontext_t &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
  return {machine.pc, machine.sp, machine.regs[29], machine.regs[19]};
}

inline void goOnAt(void *context, uintptr_t address) { static_cast<ucontext_t *>(context)->uc_mcontext.pc = address; }

/// svc #0
inline constexpr uint8_t SystemCall[] = {0x01, 0x00, 0x00, 0xd4};

/// The result has taken the place of the first argument.
inline int64_t endedSystemCall(const void *, int) { return -1; }
inline constexpr uintptr_t SystemCallBytes = 8;

#endif

} // namespace tactus::machine

#endif // TACTUS_RUNTIME_OS_MACHINE_CONTEXT_H
