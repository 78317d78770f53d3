//===- TreeBuilder.h - pieces of syntax trees, made by hand --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What clang's own parser would have made of the text. All functions are those that <tactus/splice.h> declares.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_TREEBUILDER_H
#define TACTUS_COMPILER_SPLICE_TREEBUILDER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace tactus::splice {

using Statements = llvm::SmallVector<clang::Stmt *, 8>;

class TreeBuilder {
public:
  explicit TreeBuilder(clang::ASTContext &context) : context(context) {}

  /// Everything that follows is at this place of the source, in this function.
  void setPlace(clang::SourceLocation newPlace, clang::DeclContext *newFunction) {
    place = newPlace;
    function = newFunction;
  }

  clang::Expr *placeOf(clang::ValueDecl *variable, bool isCaptured = false);
  clang::Expr *valueOf(clang::ValueDecl *variable, bool isCaptured = false);
  clang::Expr *addressOf(clang::ValueDecl *variable);
  clang::Expr *addressOf(clang::Expr *place);
  clang::Expr *integer(uint64_t value);
  clang::Expr *text(llvm::StringRef value);
  /// Of the place, as the last arguments of a call.
  void appendPlace(llvm::SmallVectorImpl<clang::Expr *> &arguments);

  clang::Expr *call(clang::FunctionDecl *callee, llvm::ArrayRef<clang::Expr *> arguments);
  /// By its name in the header.
  clang::Expr *call(llvm::StringRef name, llvm::ArrayRef<clang::Expr *> arguments);
  clang::Expr *assign(clang::Expr *to, clang::Expr *from);
  /// A call of the function, by what `object` points to if it is a member of an object.
  clang::Expr *callOf(clang::FunctionDecl *callee, clang::Expr *object, llvm::ArrayRef<clang::Expr *> arguments);
  /// The same call with other arguments.
  clang::Expr *callLike(const clang::CallExpr *original, clang::Expr *object, llvm::ArrayRef<clang::Expr *> arguments);
  /// What the pointer points to.
  clang::Expr *pointee(clang::Expr *pointer);

  clang::VarDecl *variable(clang::QualType type, llvm::StringRef name, clang::Expr *value = nullptr);
  clang::Stmt *declare(clang::VarDecl *variable);
  clang::CompoundStmt *compound(llvm::ArrayRef<clang::Stmt *> statements);

  /// What effects are computed from is asked for (checks/EffectReads.h).
  clang::Stmt *effects(clang::Stmt *code) {
    return compound({call("__tactus_splice_say", {}), code, call("__tactus_splice_said", {})});
  }

  /// if (value) statement
  clang::Stmt *ifTrue(clang::Expr *value, clang::Stmt *statement);

  /// if (context) [[unlikely]] spliced else plain
  clang::Stmt *ifSpliced(llvm::ArrayRef<clang::Stmt *> spliced, clang::Stmt *plain);

  /// A block with the values of the variables, as a `void *`. In the body each stands for itself.
  clang::Expr *block(llvm::ArrayRef<clang::VarDecl *> captured, bool capturesThis,
                     llvm::function_ref<clang::CompoundStmt *()> makeBody);

  /// A variable of one of the header's structs, all zero; `cleanup` is called with its address where its scope ends.
  clang::VarDecl *variableOfStruct(llvm::StringRef name, llvm::StringRef cleanup);
  /// A static variable with two words.
  clang::VarDecl *site();

  clang::FunctionDecl *find(llvm::StringRef name);
  clang::ASTContext &context;

private:
  clang::SourceLocation place;
  clang::DeclContext *function = nullptr;

  clang::Expr *convert(clang::Expr *value, clang::QualType type, clang::CastKind kind);
  clang::Expr *adapt(clang::Expr *value, clang::QualType type);
};

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_TREEBUILDER_H
