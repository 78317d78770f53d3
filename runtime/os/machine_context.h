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

#if defined(__x86_64__)

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
