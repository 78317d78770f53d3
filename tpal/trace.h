//===- trace.h - steps as text, and stepping by hand -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     step  task  place        instruction        effect
//       12     0  loop:2       r := r + b         r = 14
//       15     0  loop:4       jump loop          heartbeat: to loop-try-promote
//       24     0  loop-promote:6  fork jr, loop-par  task 1 starts at loop-par:1
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_TRACE_H
#define TACTUS_TPAL_TRACE_H

#include "schedule.h"

#include <istream>
#include <ostream>

namespace tactus::tpal {

/// Writes one line for each step.
class Tracer : public StepObserver {
public:
  explicit Tracer(std::ostream &stream) : out(stream) {}
  bool beforeStep(const Machine &machine, uint32_t task) override;
  void afterStep(const Machine &machine, uint32_t task, Stop stop) override;

protected:
  std::ostream &out;

private:
  uint32_t instruction = 0;
};

/// As the tracer, but asks before each step what to do.
class Stepper : public Tracer {
public:
  Stepper(std::ostream &stream, std::istream &commands) : Tracer(stream), in(commands) {}
  bool beforeStep(const Machine &machine, uint32_t task) override;

private:
  std::istream &in;
  /// Steps to take without asking.
  uint64_t silent = 0;

  void showRegisters(const Machine &machine, uint32_t task);
  void showTasks(const Machine &machine);
};

} // namespace tactus::tpal

#endif
