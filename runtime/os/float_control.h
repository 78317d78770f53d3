//===- float_control.h - how a thread rounds ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_FLOAT_CONTROL_H
#define TACTUS_RUNTIME_OS_FLOAT_CONTROL_H

#include <cstdint>
#include <ucontext.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace tactus {

/// How a thread rounds, which exceptions it traps, and whether it has subnormal numbers. The flags of the exceptions
/// that have happened are not part of it.
struct FloatControl {
#if defined(__aarch64__)
  uint64_t fpcr = 0;

  static FloatControl ofThread() {
    FloatControl control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control.fpcr));
    return control;
  }
  /// The kernel leaves it as it is while a signal is handled.
  static FloatControl ofInterrupted(const void *) { return ofThread(); }

  void apply() const {
    if (ofThread() != *this)
      __asm__ volatile("msr fpcr, %0" : : "r"(fpcr));
  }
#else
  uint32_t sse = 0;
  uint16_t x87 = 0;

  static constexpr uint32_t Flags = 0x3f;

  static FloatControl ofThread() {
    FloatControl control;
    control.sse = _mm_getcsr() & ~Flags;
    __asm__ volatile("fnstcw %0" : "=m"(control.x87));
    return control;
  }
  /// Of the code that a signal has met. Its handler begins with the kernel's default.
  static FloatControl ofInterrupted(const void *context) {
    const auto *registers = static_cast<const ucontext_t *>(context)->uc_mcontext.fpregs;
    FloatControl control = ofThread();
    if (registers) {
      control.sse = registers->mxcsr & ~Flags;
      control.x87 = registers->cwd;
    }
    return control;
  }

  /// The flags stay as they are.
  void apply() const {
    uint32_t now = _mm_getcsr();
    if ((now & ~Flags) != sse)
      _mm_setcsr(sse | (now & Flags));
    uint16_t word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    if (word != x87)
      __asm__ volatile("fldcw %0" : : "m"(x87));
  }
#endif

  bool operator==(const FloatControl &) const = default;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_FLOAT_CONTROL_H
