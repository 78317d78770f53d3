//===- foreign_code.cpp - code of another compiler, for beats to meet ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "foreign_code.h"

#include <csetjmp>
#include <cstdlib>
#include <execinfo.h>
#include <ucontext.h>

// A step as the untabled function has it, too.
static long step(long value) {
  unsigned long bits = static_cast<unsigned long>(value);
  return static_cast<long>(bits * 6364136223846793005u + 1442695040888963407u);
}

long foreignWork(long seed, long steps) {
  for (long count = 0; count < steps; ++count)
    seed = step(seed);
  return seed;
}

// Its unwind table is written by hand: there is none. It changes a register that its caller saves nowhere else.
__asm__(R"(
        .text
        .globl  untabledWork
        .type   untabledWork, @function
untabledWork:
        pushq   %rbx
        movq    %rdi, %rbx
        movabsq $6364136223846793005, %rcx
        movabsq $1442695040888963407, %rdx
1:      testq   %rsi, %rsi
        jle     2f
        imulq   %rcx, %rbx
        addq    %rdx, %rbx
        decq    %rsi
        jmp     1b
2:      movq    %rbx, %rax
        popq    %rbx
        ret
        .size   untabledWork, . - untabledWork
)");

[[gnu::noinline]] long deepWork(long seed, long steps, long depth) {
  if (depth == 0)
    return foreignWork(seed, steps);
  return deepWork(seed, steps, depth - 1) ^ depth;
}

void foreignThrow(long seed, long steps) { throw foreignWork(seed, steps); }

void foreignJump(void *jumpBuffer, long seed, long steps) {
  // Zero would be taken for one.
  int result = foreignWork(seed, steps) % 2 == 0 ? 2 : 1;
  longjmp(*static_cast<jmp_buf *>(jumpBuffer), result);
}

namespace {

struct OtherStack {
  ucontext_t caller, own;
  long seed, steps;
};

void runOnOtherStack(unsigned low, unsigned high) {
  auto &work = *reinterpret_cast<OtherStack *>(static_cast<unsigned long>(high) << 32 | low);
  for (;;) {
    work.seed = foreignWork(work.seed, work.steps);
    swapcontext(&work.own, &work.caller);
  }
}

} // namespace

long workOnOtherStack(long seed, long steps, long switches) {
  constexpr size_t Size = 64 << 10;
  OtherStack work{};
  work.seed = seed;
  work.steps = steps;
  getcontext(&work.own);
  work.own.uc_stack.ss_sp = malloc(Size);
  work.own.uc_stack.ss_size = Size;
  auto address = reinterpret_cast<unsigned long>(&work);
  makecontext(&work.own, reinterpret_cast<void (*)()>(runOnOtherStack), 2, static_cast<unsigned>(address),
              static_cast<unsigned>(address >> 32));
  for (long count = 0; count < switches; ++count)
    swapcontext(&work.caller, &work.own);
  free(work.own.uc_stack.ss_sp);
  return work.seed;
}

long foreignBacktrace(long steps) {
  constexpr int MostFrames = 200;
  void *frames[MostFrames];
  long first = backtrace(frames, MostFrames);
  for (long count = 0; count < steps; ++count)
    if (backtrace(frames, MostFrames) != first)
      return 0;
  return first;
}

Wide foreignWide(long seed, long steps) {
  long result = foreignWork(seed, steps);
  return {static_cast<double>(result & 0xffff), static_cast<double>(result >> 48)};
}

Wider foreignWider(long seed, long steps) {
  Wider result;
  for (long &word : result.words)
    word = seed = foreignWork(seed, steps);
  return result;
}

long double foreignLongDouble(long seed, long steps) { return static_cast<long double>(foreignWork(seed, steps)); }

__float128 foreignVector(long seed, long steps) {
  union {
    __float128 vector;
    long words[2];
  } result;
  result.words[0] = foreignWork(seed, steps);
  result.words[1] = ~result.words[0];
  return result.vector;
}
