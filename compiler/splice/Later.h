//===- Later.h - what a function may still do: continuation effects ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// CE of figure 10 (splicing-pldi17): the union of the effects of all calls and steps that may follow. It is evaluated
// where the call stands, so what it says may depend only on variables that nothing changes on the way there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_LATER_H
#define TACTUS_COMPILER_SPLICE_LATER_H

#include "Accesses.h"
#include "Annotations.h"

namespace tactus::splice {

/// What a piece of code does, as far as somebody has said it or the compiler knows it (SE).
struct Said {
  enum class Kind {
    /// All that the function may still do.
    Nothing,
    /// What these statements add.
    Declared,
    /// These variables.
    Named,
  } kind = Kind::Nothing;
  clang::Stmt *effects = nullptr;
  /// What cuts it into parts, if something does.
  SliceMark slice;
  Uses globals;
};

/// A call of an annotated function, or a step.
struct Item {
  const clang::CallExpr *call = nullptr;
  Said said;
};

/// The object that a member function is called for, as a pointer; null for other calls.
clang::Expr *objectOf(const clang::CallExpr *call);

struct Later {
  llvm::SmallVector<Item, 4> items;
  /// Local variables that change on the way.
  Variables changed;
  /// Something follows whose effects are not known.
  bool hasUnknown = false;
  /// Some of it may not follow. So what its effects read may not be there.
  bool isConditional = false;

  bool isNothing() const { return items.empty() && !hasUnknown; }
};

/// What the program says of it.
Later laterSaid(Mark rest);

/// A value of the type may be kept as bytes, where memory is allocated for all types.
bool canWait(clang::QualType type, const clang::ASTContext &context);

/// Finds the calls and steps in code.
class ItemFinder {
public:
  /// \param isTry   in no annotated function, so nothing bounds what code may do
  ItemFinder(Annotations &annotations, const Variables &shared, bool isTry)
      : annotations(annotations), shared(shared), isTry(isTry) {}

  /// The statement is a call that can be spliced. Null otherwise.
  clang::CallExpr *callIn(clang::Stmt *statement) const;
  /// Why the call of a function with effects cannot; "" if it can, as a statement.
  std::string whyNotLater(const clang::CallExpr *call) const;
  /// All calls of functions with effects that are plain calls, and why.
  using PlainCalls = llvm::function_ref<void(const clang::CallExpr *, const std::string &)>;
  void findPlainCalls(const clang::Stmt *code, PlainCalls found) const;
  /// There is such a call, or a mark, in the statement.
  bool hasItems(clang::Stmt *statement) const;
  /// Local variables that spliced calls in the code are given by reference.
  void addBound(clang::Stmt *code, Variables &bound) const;
  /// How code of a try may change what spliced calls depend on, where nobody can tell; "" if it cannot.
  std::string whatItMayChange(const Accesses &accesses) const;
  /// What a piece of code without items does, under what the pragma before it says.
  Said saidOf(const Accesses &accesses, const Said &standing) const;
  /// The statement may run before what is in `later` already.
  void add(clang::Stmt *statement, const Said &standing, Later &later) const;

  /// The union of the items can be evaluated before all of them. Otherwise why not, for a remark.
  std::string whyUnknown(const Later &later) const;

private:
  Annotations &annotations;
  const Variables &shared;
  const bool isTry;

  void addItems(clang::Stmt *statement, const Said &standing, Later &later) const;
  void addPiece(clang::Stmt *piece, const Said &standing, Later &later) const;
  std::string whyVariable(const Item &item, const Variables &changed) const;
};

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_LATER_H
