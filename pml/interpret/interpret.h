//===- interpret.h - runs programs of the PCall IR --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_INTERPRET_INTERPRET_H
#define TACTUS_PML_INTERPRET_INTERPRET_H

#include "pml/ir/ir.h"

#include <cstdio>

namespace tactus::pml {

struct InterpreterOptions {
  std::string name;
  std::vector<std::string> arguments;
  /// How many objects and statements a program may make and execute; 0 is no limit.
  uint64_t mostSteps = 0;
};

/// Runs a program that check() has nothing against, and returns its exit status. `par` runs the left function, then the
/// right one. No object is freed before the end: this is for tests and small programs.
int interpret(const ir::Program &program, const InterpreterOptions &options);

} // namespace tactus::pml

#endif
