//===- SyncScopes.cpp - blocks of C++ that end with a sync ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "SyncScopes.h"
#include "FunctionConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace tactus {

namespace {

constexpr const char *Spawn = "__tactus_cilk_spawn";
constexpr const char *Sync = "__tactus_cilk_sync";
constexpr const char *SyncBeforeValue = "__tactus_cilk_sync_before_value";
constexpr const char *ScopeVariable = "__tactus_scope";

bool isCallTo(const Stmt *statement, StringRef name) {
  auto *call = dyn_cast<CallExpr>(statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && callee->getName() == name;
}

/// Is there such a call in the statement, outside of the functions that it defines?
bool calls(const Stmt *statement, StringRef name) {
  if (!statement || isa<LambdaExpr>(statement))
    return false;
  return isCallTo(statement, name) ||
         llvm::any_of(statement->children(), [&](const Stmt *child) { return calls(child, name); });
}

class SyncScopes : public FunctionConsumer {
public:
  void Initialize(ASTContext &sourceContext) override { context = &sourceContext; }

private:
  ASTContext *context = nullptr;
  llvm::DenseSet<const FunctionDecl *> done;

  void visitVariable(VarDecl *variable) override {
    if (variable->hasInit())
      visitChildren(variable->getInit());
  }

  void visitFunction(FunctionDecl *function) override {
    if (!function->doesThisDeclarationHaveABody() || function->isDependentContext() || !done.insert(function).second)
      return;
    Stmt *body = function->getBody();
    visitChildren(body);
    if (auto *attempt = dyn_cast<CXXTryStmt>(body))
      addScopeToTry(attempt, function);
    else if (auto *block = dyn_cast<CompoundStmt>(body);
             block && isa<CXXConstructorDecl, CXXDestructorDecl>(function) && calls(block, Spawn))
      function->setBody(withScope(block, function));
    addToTries(body, function);
    if (function->getReturnType()->isRecordType() && calls(body, Spawn))
      addToReturns(body, function->getReturnType());
  }

  /// Functions that a statement defines.
  void visitChildren(Stmt *statement) {
    if (auto *lambda = dyn_cast<LambdaExpr>(statement)) {
      visitFunction(lambda->getCallOperator());
      return;
    }
    if (auto *declarations = dyn_cast<DeclStmt>(statement))
      for (Decl *declaration : declarations->decls())
        if (isa<RecordDecl>(declaration))
          visit(declaration);
    for (Stmt *child : statement->children())
      if (child)
        visitChildren(child);
  }

  void addToTries(Stmt *statement, FunctionDecl *function) {
    if (isa<LambdaExpr>(statement))
      return;
    for (Stmt *&child : statement->children()) {
      if (!child)
        continue;
      addToTries(child, function);
      auto *attempt = dyn_cast<CXXTryStmt>(child);
      if (!attempt || !addScopeToTry(attempt, function))
        continue;
      SourceLocation place = attempt->getBeginLoc();
      child = CompoundStmt::Create(*context, {callOf(Sync, place), attempt}, FPOptionsOverride(), place,
                                   attempt->getEndLoc());
    }
  }

  /// A sync before each object that the function returns.
  void addToReturns(Stmt *statement, QualType type) {
    if (isa<LambdaExpr>(statement))
      return;
    for (Stmt *&child : statement->children()) {
      if (!child)
        continue;
      if (!isa<ReturnStmt>(child)) {
        addToReturns(child, type);
        continue;
      }
      auto *block = dyn_cast<CompoundStmt>(statement);
      bool isDone = block && block->size() == 2 && isCallTo(block->body_front(), SyncBeforeValue);
      if (isDone) // in a precompiled header
        continue;
      SourceLocation place = child->getBeginLoc();
      child = CompoundStmt::Create(*context, {callOf(SyncBeforeValue, place), child}, FPOptionsOverride(), place,
                                   child->getEndLoc());
    }
  }

  /// Whether there is something to sync.
  bool addScopeToTry(CXXTryStmt *attempt, FunctionDecl *function) {
    CompoundStmt *block = attempt->getTryBlock();
    bool spawns = calls(block, Spawn);
    if (hasScope(block) || (!spawns && !calls(block, Sync)))
      return false;
    if (spawns)
      *attempt->child_begin() = withScope(block, function);
    return true;
  }

  /// A precompiled header's trees have been here before.
  static bool hasScope(const CompoundStmt *block) {
    auto *first = block->body_empty() ? nullptr : dyn_cast<DeclStmt>(*block->body_begin());
    auto *variable = first && first->isSingleDecl() ? dyn_cast<VarDecl>(first->getSingleDecl()) : nullptr;
    return variable && variable->getName() == ScopeVariable;
  }

  FunctionDecl *find(StringRef name) {
    for (NamedDecl *declaration : context->getTranslationUnitDecl()->lookup(&context->Idents.get(name)))
      if (auto *function = dyn_cast<FunctionDecl>(declaration))
        return function;
    return nullptr; // of a word that <cilk/cilk.h> has used in this source
  }

  Expr *callOf(StringRef name, SourceLocation place) {
    FunctionDecl *function = find(name);
    auto *reference =
        DeclRefExpr::Create(*context, NestedNameSpecifierLoc(), SourceLocation(), function,
                            /*RefersToEnclosingVariableOrCapture=*/false, place, function->getType(), VK_LValue);
    auto *callee =
        ImplicitCastExpr::Create(*context, context->getPointerType(function->getType()), CK_FunctionToPointerDecay,
                                 reference, nullptr, VK_PRValue, FPOptionsOverride());
    return CallExpr::Create(*context, callee, {}, function->getReturnType(), VK_PRValue, place, FPOptionsOverride());
  }

  CompoundStmt *withScope(CompoundStmt *block, FunctionDecl *function) {
    if (hasScope(block))
      return block;
    SourceLocation place = block->getLBracLoc();
    VarDecl *variable =
        VarDecl::Create(*context, function, place, place, &context->Idents.get(ScopeVariable), context->IntTy,
                        context->getTrivialTypeSourceInfo(context->IntTy, place), SC_None);
    variable->setInit(callOf("__tactus_cilk_scope", place));
    variable->addAttr(CleanupAttr::CreateImplicit(*context, find("__tactus_cilk_scope_end"), block->getRBracLoc()));
    variable->setImplicit();
    SmallVector<Stmt *, 16> statements{new (*context) DeclStmt(DeclGroupRef(variable), place, place)};
    statements.append(block->body_begin(), block->body_end());
    return CompoundStmt::Create(*context, statements,
                                block->hasStoredFPFeatures() ? block->getStoredFPFeatures() : FPOptionsOverride(),
                                place, block->getRBracLoc());
  }
};

} // namespace

std::unique_ptr<ASTConsumer> addSyncScopes() { return std::make_unique<SyncScopes>(); }

} // namespace tactus
