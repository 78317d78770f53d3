//===- Rewriter.h - annotated code asks whether it is spliced ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     step:  S                           if (context) { what; rest; step(^{ S }); } else S
//     step in parts, p:  S               if (context) { what; rest; all = p; parts(^{ y = part; S[y/p] }, ^{ effects },
//                                                       ^{ cut }, &all); } else S
//     f(a);                              if (context) { b = a; what; rest; call(^{ f(b); }); } else f(a);
//     f(a); g(b);   at the end           if (context) { what; next(^{ f }); what; next(^{ g }); finish(); } else …
//     code that cannot be delayed        hold h; if (context) { what; wait(&h); } code; go_on(&h);
//
// A step is delayed if it is a piece that can stand alone: no jumps out of it, and no local variable that somebody
// reads afterwards. A block has copies of the variables (x below), and both ways to run the piece use the same tree:
//
//     ^{ T y; y = x; S[y/x] }            { T y; y = x; S[y/x] }
//
// Invariant: without a context nothing is called, and no variable of the program changes that did not before.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_REWRITER_H
#define TACTUS_COMPILER_SPLICE_REWRITER_H

#include "Annotations.h"
#include "Later.h"
#include "Liveness.h"
#include "Remarks.h"

namespace tactus::splice {

/// The variables that a piece of code declares itself.
Variables declaredIn(llvm::ArrayRef<clang::Stmt *> piece);

/// The annotated body of one function, or the statement behind one try.
class Rewriter {
public:
  /// \param shared   local variables whose address is known elsewhere
  Rewriter(TreeBuilder &tree, Annotations &annotations, Remarks &remarks, clang::FunctionDecl *function,
           const Variables &shared, bool isTry);

  /// The block, rewritten.
  clang::Stmt *rewrite(llvm::ArrayRef<clang::Stmt *> statements);
  /// The block waits as a whole.
  clang::Stmt *waitForAll(clang::Stmt *body);
  /// Why the block cannot be rewritten; its place is put into `where`.
  std::string whyNot(clang::Stmt *body, clang::SourceLocation &where);

  /// What has become of it.
  unsigned calls = 0, delayed = 0, waits = 0;

private:
  TreeBuilder &tree;
  Annotations &annotations;
  Remarks &remarks;
  clang::FunctionDecl *function;
  const Variables &shared;
  const bool isTry;
  ItemFinder finder;
  /// Local variables that calls are given by reference.
  Variables bound;

  /// Where a statement stands.
  struct Position {
    const Later *later;
    const Said *standing;
    const WhatFollows *behind;
  };

  void at(const clang::Stmt *statement) { tree.setPlace(statement->getBeginLoc(), function); }

  std::string whyNotVariable(const clang::VarDecl *variable, const Accesses &all);
  std::string whyNotInside(clang::Stmt *code, const Accesses &all, clang::SourceLocation &where);
  void rewriteBlock(llvm::ArrayRef<clang::Stmt *> statements, const Position &position, Statements &into);
  void rewriteStatement(clang::Stmt *statement, const Position &position, Statements &into);
  void rewriteStep(Mark step, const Position &position, Statements &into);
  bool endsByReturn(clang::Stmt *statement);
  void rewriteEnding(clang::Stmt *statement, const Position &position, Statements &into);
  clang::Stmt *rewriteInner(clang::Stmt *statement, const Position &position);
  void rewriteLoop(clang::Stmt *loop, const Position &position, Statements &into);
  clang::Expr *rewriteValue(clang::Expr *value, const Said &standing);

  void addCall(clang::CallExpr *call, const Position &position, Statements &into);
  bool isTailOf(llvm::ArrayRef<clang::Stmt *> calls, const Later &behind);
  void addFinish(llvm::ArrayRef<clang::Stmt *> calls, Statements &into);
  void addPieces(llvm::ArrayRef<clang::Stmt *> pieces, const Position &position, Statements &into);
  bool canDelay(llvm::ArrayRef<clang::Stmt *> piece, const Accesses &accesses, const Position &position,
                const WhatFollows *behind);
  void addStep(llvm::ArrayRef<clang::Stmt *> piece, const Accesses &accesses, const Said &said,
               const Position &position, Statements &into);
  std::string whyNotInParts(SliceMark slice, const Accesses &step);
  bool canCopy(const clang::VarDecl *variable);

  /// Code with copies of the variables of its function: x and y above. Of a reference it has the address, and a
  /// reference made of that.
  struct Detached {
    Statements code;
    llvm::SmallVector<clang::VarDecl *, 8> originals, copies, references;
    bool usesThis = false;
  };
  Detached detach(llvm::ArrayRef<clang::Stmt *> piece, const Accesses &accesses);
  /// \param part   the variable whose copy is the part at hand
  clang::CompoundStmt *bodyOf(const Detached &piece, bool isCaptured, const clang::VarDecl *part = nullptr);
  clang::Expr *blockOf(const Detached &piece, const clang::VarDecl *part = nullptr);
  void addParts(SliceMark slice, const Detached &step, Statements &into,
                llvm::SmallVectorImpl<clang::Expr *> &arguments);
  void addWaiting(clang::Stmt *piece, const Said &said, Statements &into);

  clang::VarDecl *addWait(const Said &said, Statements &into);
  void addSaid(const Said &said, Statements &into);
  void addGlobals(const Uses &globals, Statements &into);
  void addRest(const Later &later, clang::SourceLocation place, Statements &into);
  /// The call with its arguments in variables, as a block; says what it does first.
  clang::Expr *deferCall(clang::CallExpr *call, Statements &into);
  void waitForVariables(const clang::CallExpr *call, Statements &into);
  clang::Expr *mayChange(clang::Expr *place);
  clang::Stmt *waitForPlace(clang::Expr *place);
};

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_REWRITER_H
