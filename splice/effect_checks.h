//===- effect_checks.h - what spliced code touches, and what it has declared ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Programs compiled with -ftactus-check-effects tell of each load and store (compiler/checks/EffectChecks.h). In a
// step,
//
//   a write   must lie in what the step says that it writes
//   a read    must lie in what it reads or writes, if a call of the group says that it writes there: what nobody writes
//             may be read by everybody
//
// A write that nobody declares is found by the first rule, so the second one need not look for it. Outside of steps a
// spliced function may touch nothing that a call of its group writes. Free are what is on the stack of the piece, what
// it has allocated, and the captured values of a step. A step that its function waits for may capture by reference, and
// leaves its value with the function: all of the thread's stack is its own.
//
// The first access outside of what was declared ends the process: what has been interleaved because of it cannot be
// undone.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_EFFECT_CHECKS_H
#define TACTUS_SPLICE_EFFECT_CHECKS_H

#include "check.h"
#include "thread.h"

namespace tactus::splice {

/// A step, or a part of one, while it runs.
class CheckedPiece {
public:
  CheckedPiece(const DelayedStep &step, bool isWaitedFor) {
    if (effectsAreChecked) [[unlikely]]
      enter(step, isWaitedFor);
  }
  CheckedPiece(const CheckedPiece &) = delete;
  CheckedPiece &operator=(const CheckedPiece &) = delete;
  ~CheckedPiece() {
    if (around_) [[unlikely]]
      leave();
  }

private:
  struct Piece *around_ = nullptr;

  void enter(const DelayedStep &step, bool isWaitedFor);
  void leave();
};

/// Code that runs where it stands, until the thread lets others run.
void beginPiece(const effects &declared, const Thread &thread);
void endPiece();

} // namespace tactus::splice

#endif // TACTUS_SPLICE_EFFECT_CHECKS_H
