//===- Accesses.h - what a piece of code reads and writes ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The step effects of figure 9 (splicing-pldi17), as far as a compiler can know them: the global variables that a piece
// of code names, and the local variables. What goes through a pointer, and functions, are not known.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_ACCESSES_H
#define TACTUS_COMPILER_SPLICE_ACCESSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tactus::splice {

/// How a variable is used. Its address is taken by `&`, by an array that becomes a pointer, and by references.
enum Use : unsigned { Read = 1, Written = 2, AddressTaken = 4 };
using Uses = llvm::MapVector<const clang::VarDecl *, unsigned>;
using Variables = llvm::DenseSet<const clang::VarDecl *>;

struct Accesses {
  /// Variables with a place of their own in each call; parameters too.
  Uses locals;
  /// Named global and static variables that are not constant.
  Uses globals;
  /// Global variables whose address others may know behind it.
  llvm::SmallSetVector<const clang::VarDecl *, 4> addressed;
  /// Other memory.
  bool touchesMemory = false, writesMemory = false;
  /// Functions of which nothing is known, or code that this file does not understand.
  bool callsUnknown = false;
  /// The functions that it names, and so may call.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> callees;
  /// Functions that it does not name, or code that this file does not understand.
  bool callsHidden = false;
  /// Something that cannot be moved into another function: arrays of variable length, lambdas, assembly and the like.
  bool isFixed = false;
  bool usesThis = false;

  bool isLocal() const { return globals.empty() && !touchesMemory && !callsUnknown; }
};

/// Local variables of `shared` count as memory.
Accesses accessesOf(const clang::Stmt *code, const Variables &shared = Variables());

/// The statement behind a pragma's mark (Annotations.h); other code stands for itself.
const clang::Stmt *markedBy(const clang::Stmt *code);

/// What the code itself does, without the expressions of the effects in it.
Accesses accessesWithoutMarks(const clang::Stmt *code);

/// For the expressions of effects, whose calls have no side effects.
Accesses accessesOfEffects(const clang::Stmt *effects);

/// Control may leave the code other than at its end, or come into it: return, goto, labels, and break and continue of
/// what is around it.
bool jumpsOut(const clang::Stmt *code);

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_ACCESSES_H
