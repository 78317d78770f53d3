//===- RuntimeMemory.h - alias analysis of the runtime's variables -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Credit and weights live in memory that no program names, but alias analysis cannot know: every store of a program
// through a pointer would make them be loaded again, and every store of the credit the program's values. So accesses
// to them have a type beside clang's "omnipotent char" under the root of its type tree, which no access of the program
// is compatible with. Without strict aliasing there is no such tree, and nothing is gained or lost.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_RUNTIMEMEMORY_H
#define TACTUS_COMPILER_IR_RUNTIMEMEMORY_H

#include "llvm/IR/Module.h"

namespace tactus {

/// The access tag (!tbaa) for the runtime's variables, in the type tree of the module's first tagged access; null if
/// there is none.
llvm::MDNode *createRuntimeMemoryTag(llvm::Module &module);

/// The same for what <tactus/tactus.hpp> brings into the module: credit, and the list of latent parts. Their own C++
/// types keep them apart from everything but bytes, which may alias anything. Returns whether anything changed.
bool separateHeaderMemory(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_RUNTIMEMEMORY_H
