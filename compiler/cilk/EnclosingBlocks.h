//===- EnclosingBlocks.h - the braces around a place in the source --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Sees all tokens of a C++ source, and knows which braces are open. A header that is included in a namespace can so be
// read outside of it: namespaces and linkage specifications can be closed and opened again by the words that opened
// them. Classes and functions cannot.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CILK_ENCLOSINGBLOCKS_H
#define TACTUS_COMPILER_CILK_ENCLOSINGBLOCKS_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

namespace tactus {

class EnclosingBlocks {
public:
  using Tokens = llvm::SmallVector<clang::Token, 8>;

  void see(const clang::Token &token);

  bool empty() const { return blocks.empty(); }
  /// Is every open brace one of a namespace or of a linkage specification?
  bool canBeReopened() const;
  size_t count() const { return blocks.size(); }
  /// The tokens that open all blocks again, the outermost first.
  Tokens openingTokens() const;

private:
  /// What opened each brace, with the brace; nothing if it is no namespace.
  llvm::SmallVector<Tokens, 4> blocks;
  /// The declaration so far, if it may become a namespace.
  Tokens head;
  bool isInHead = true;

  void beginDeclaration();
  bool headOpensNamespace() const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_CILK_ENCLOSINGBLOCKS_H
