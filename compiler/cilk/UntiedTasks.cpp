//===- UntiedTasks.cpp - untied tasks with arrays of variable length -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang moves the local variables of an untied task into its record, so that another thread may go on with them. It
// cannot do that with an array of variable length: clang 19 makes room for one pointer and lets the task write the
// array there, over whatever comes behind; for some bounds it crashes. What alloca() returns is gone at the next
// scheduling point, too. `untied` allows something that no implementation has to make use of, so these tasks are
// compiled as tied ones: the clause is replaced by `mergeable`, which changes nothing.
//
//===----------------------------------------------------------------------===//
#include "FunctionConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace {

bool isAlloca(const CallExpr &call) {
  switch (call.getBuiltinCallee()) {
  case Builtin::BIalloca:
  case Builtin::BI__builtin_alloca:
  case Builtin::BI__builtin_alloca_uninitialized:
  case Builtin::BI__builtin_alloca_with_align:
  case Builtin::BI__builtin_alloca_with_align_uninitialized:
    return true;
  default:
    return false;
  }
}

/// The parts of a statement, and what a construct runs as a function of its own.
SmallVector<Stmt *, 8> partsOf(Stmt *statement) {
  SmallVector<Stmt *, 8> parts(statement->children());
  if (auto *captured = dyn_cast<CapturedStmt>(statement))
    parts.push_back(captured->getCapturedStmt());
  return parts;
}

/// Does the code have variables whose size is known at run time only?
bool hasDynamicVariables(Stmt *statement) {
  if (!statement)
    return false;
  if (auto *declarations = dyn_cast<DeclStmt>(statement))
    for (const Decl *declaration : declarations->decls())
      if (auto *variable = dyn_cast<VarDecl>(declaration); variable && variable->getType()->isVariablyModifiedType())
        return true;
  if (auto *call = dyn_cast<CallExpr>(statement); call && isAlloca(*call))
    return true;
  return llvm::any_of(partsOf(statement), hasDynamicVariables);
}

class UntiedTasks : public tactus::FunctionConsumer {
public:
  explicit UntiedTasks(CompilerInstance &compiler) : compiler(compiler) {}

private:
  CompilerInstance &compiler;

  void visitFunction(FunctionDecl *function) override {
    if (compiler.getLangOpts().OpenMP && function->doesThisDeclarationHaveABody() && !function->isDependentContext())
      tieIn(function->getBody());
  }

  void tieIn(Stmt *statement) {
    if (!statement)
      return;
    if (auto *directive = dyn_cast<OMPExecutableDirective>(statement))
      tie(*directive);
    for (Stmt *part : partsOf(statement))
      tieIn(part);
  }

  void tie(OMPExecutableDirective &directive) {
    ArrayRef<OMPClause *> clauses = directive.clauses();
    const auto *untied = llvm::find_if(clauses, [](const OMPClause *clause) { return isa<OMPUntiedClause>(clause); });
    if (untied == clauses.end() || !directive.hasAssociatedStmt() ||
        !hasDynamicVariables(directive.getAssociatedStmt()))
      return;
    // The directive's own array, which it shows as constant.
    const_cast<OMPClause *&>(*untied) =
        new (compiler.getASTContext()) OMPMergeableClause((*untied)->getBeginLoc(), (*untied)->getEndLoc());
  }
};

class UntiedAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    return std::make_unique<UntiedTasks>(compiler);
  }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<UntiedAction> untiedRegistration("tactus-untied",
                                                                    "untied tasks with dynamic variables");
