//===- travels.h - what may run in another process --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_TRAVELS_H
#define TACTUS_PML_IR_TRAVELS_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// What a function and all that it may call want of the process in which they run.
struct Surroundings {
  /// Whether it has to be the one in which the program began: input, output, clocks, C functions, globals that are set.
  bool mustStay = false;
  /// The globals that are read, in ascending order.
  std::vector<uint32_t> globals;
};

/// Of each function. A program without pars: its calls are all known, as closures are data.
[[nodiscard]] std::vector<Surroundings> findSurroundings(const Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_TRAVELS_H
