//===- passes.h - all passes over the PCall IR, in order ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   core ─► lower ─► [passesOfAll] ─► interpreter
//                          └────────► [passesToNative] ─► code generator (codegen/optimise.cpp lists LLVM's passes)
//
// With --check the program is checked behind each pass.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_PASSES_H
#define TACTUS_PML_IR_PASSES_H

#include "pml/ir/ir.h"

#include <functional>
#include <span>

namespace tactus::pml::ir {

struct Pass {
  const char *name;
  void (*run)(Program &program);
};

/// Of each program that has just been made.
std::span<const Pass> passesOfAll();

/// Of a program that is going to be native code: `elides` if its pars are to be calls.
std::span<const Pass> passesToNative(bool elides);

/// Runs them, and calls `passed` behind each with its name.
void run(std::span<const Pass> passes, Program &program, const std::function<void(const char *pass)> &passed);

/// Throws InternalError if the program is ill-formed.
void expectWellFormed(const Program &program, const char *pass);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_PASSES_H
