//===- machine.h - what differs between processors ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// x86-64 pushes return addresses: that of a frame lies just below its caller's end, where its own upper end is. AArch64
// passes them in a register, and each function saves it where it likes, which its unwind table says.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_MACHINE_H
#define TACTUS_RUNTIME_OS_MACHINE_H

#include <cstdint>

namespace tactus::machine {

#if defined(__x86_64__)
/// DWARF's numbers of registers.
enum Register : uint8_t { BasePointer = 3, FramePointer = 6, StackPointer = 7, ReturnAddress = 16 };
/// Whether a call pushes the return address.
inline constexpr bool PushesReturns = true;
/// What lies below the stack pointer and may still be in use.
inline constexpr uintptr_t RedZone = 128;
#elif defined(__aarch64__)
enum Register : uint8_t { BasePointer = 19, FramePointer = 29, StackPointer = 31, ReturnAddress = 30 };
inline constexpr bool PushesReturns = false;
inline constexpr uintptr_t RedZone = 0;
#else
#error "tactus: error: libtactus knows the stack frames of x86-64 and AArch64 only; leave it out for this processor"
#endif

} // namespace tactus::machine

#endif // TACTUS_RUNTIME_OS_MACHINE_H
