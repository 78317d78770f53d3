//===- Liveness.h - whether a local variable is read before it is written ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_LIVENESS_H
#define TACTUS_COMPILER_SPLICE_LIVENESS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace tactus::splice {

/// What may run after a place in a function: a chain from the innermost block outwards. Code that jumps is not asked
/// about.
struct WhatFollows {
  /// The statements behind the place, in its block.
  llvm::ArrayRef<clang::Stmt *> statements;
  /// The loop whose body the block is: it may come again.
  const clang::Stmt *loop = nullptr;
  const WhatFollows *outer = nullptr;
};

/// May somebody read the variable's value? May say yes where nobody does.
bool isLive(const clang::VarDecl *variable, const WhatFollows *behind);

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_LIVENESS_H
