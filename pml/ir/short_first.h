//===- short_first.h - first branches that are short ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_SHORT_FIRST_H
#define TACTUS_PML_IR_SHORT_FIRST_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Whether a function only computes with numbers and reads and writes memory, without loops and handlers, before it
/// returns or calls another one last. Such a function is soon done: while it runs itself, nothing needs to be latent.
[[nodiscard]] bool isShort(const Function &function);

/// Whether a function returns by itself, and not only by what it calls last.
[[nodiscard]] bool returns(const Function &function);

/// Copies a short function to the end of a block of another one, which knows the arguments. Returns the blocks that
/// return or make a tail call, with these transfers in the names of the function that they are in now.
std::vector<BlockIndex> copyShort(Function &into, BlockIndex at, const Function &function,
                                  const std::vector<Variable> &arguments);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_SHORT_FIRST_H
