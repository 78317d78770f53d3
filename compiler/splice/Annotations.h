//===- Annotations.h - which functions have effects, and where marks are -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_ANNOTATIONS_H
#define TACTUS_COMPILER_SPLICE_ANNOTATIONS_H

#include "Summaries.h"
#include "TreeBuilder.h"

#include "clang/AST/ASTConsumer.h"
#include "llvm/ADT/DenseMap.h"

namespace tactus::splice {

/// `if (mark) { effects } else statement`, as PragmaTokens leaves it.
struct Mark {
  clang::IfStmt *statement = nullptr;
  explicit operator bool() const { return statement; }
  clang::Stmt *effects() const { return statement->getThen(); }
  /// The statement that the pragma stands before.
  clang::Stmt *marked() const;
  /// The number of calls, of a try.
  clang::Expr *count() const;
  clang::SourceLocation place() const;
};

/// `if (mark) { { cut } { effects } } else statement`, between a step's mark and its statement: the step runs in parts.
/// The effects are the step's once more, to be asked for each part.
struct SliceMark {
  clang::IfStmt *statement = nullptr;
  explicit operator bool() const { return statement; }
  clang::Stmt *cut() const { return inner(0); }
  clang::Stmt *effects() const { return inner(1); }
  /// The local variable that holds the part at hand; null if it is not one.
  clang::VarDecl *part() const;

private:
  clang::Stmt *inner(unsigned index) const;
};

Mark funcMark(clang::Stmt *statement);
Mark stepMark(clang::Stmt *statement);
/// What the function may still do behind the statement.
Mark restMark(clang::Stmt *statement);
Mark tryMark(clang::Stmt *statement);
/// Of a step.
SliceMark sliceMark(Mark step);

/// The functions that have been annotated so far. Their declared effects are functions with the same parameters: of the
/// same linkage, so that they may be in another file.
class Annotations {
public:
  Annotations(TreeBuilder &tree, clang::ASTConsumer &generator, const Summaries &seen)
      : tree(tree), generator(generator), seen(seen) {}

  /// A declaration with the attribute, which goes.
  void declare(clang::FunctionDecl *function);
  /// The function's body begins with a mark, which goes. What it says, if it does.
  clang::Stmt *takeMark(clang::FunctionDecl *function);
  /// The function whose body says what the function declares.
  void define(clang::FunctionDecl *function, clang::Stmt *effects);

  /// Its declarations were in vain.
  void forget(const clang::FunctionDecl *function) { effects.erase(function->getCanonicalDecl()); }

  /// Null for functions without effects.
  clang::FunctionDecl *effectsOf(const clang::FunctionDecl *function);
  /// The function that says what an annotated one relies on (Summaries.h).
  clang::FunctionDecl *relianceOf(const clang::FunctionDecl *function);

  /// Those whose effects have been defined here, in the order of the file.
  llvm::ArrayRef<clang::FunctionDecl *> definedHere() const { return defined.getArrayRef(); }
  const Summaries &summaries() const { return seen; }
  /// At the end of the file: what the function relies on.
  void defineReliance(clang::FunctionDecl *function, const Summary &summary);

private:
  TreeBuilder &tree;
  clang::ASTConsumer &generator;
  const Summaries &seen;
  llvm::DenseMap<const clang::FunctionDecl *, clang::FunctionDecl *> effects, reliance;
  llvm::SmallSetVector<clang::FunctionDecl *, 8> defined;

  /// \param isLike  with the same parameters, and of the same object
  clang::FunctionDecl *makeFunction(const clang::FunctionDecl *function, llvm::StringRef prefix, bool isLike);
};

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_ANNOTATIONS_H
