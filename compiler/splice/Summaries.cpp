//===- Summaries.cpp - what functions do with variables that their effects leave out -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Summaries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace tactus::splice {

static void addUses(Uses &into, const Uses &more) {
  for (auto [variable, use] : more)
    into[variable->getCanonicalDecl()] |= use;
}

static void addAccesses(Accesses &into, const Accesses &more) {
  addUses(into.globals, more.globals);
  into.addressed.insert(more.addressed.begin(), more.addressed.end());
  into.callees.insert(more.callees.begin(), more.callees.end());
  into.callsHidden |= more.callsHidden;
}

/// The effects of all pragmas in the code.
static void addEffects(const Stmt *code, Accesses &into) {
  if (!code)
    return;
  if (markedBy(code) != code)
    if (const Stmt *effects = cast<IfStmt>(code)->getThen())
      addAccesses(into, accessesOfEffects(effects));
  for (const Stmt *child : code->children())
    addEffects(child, into);
}

void Summaries::expose(const Accesses &accesses) {
  for (const VarDecl *variable : accesses.addressed)
    exposed.insert(variable->getCanonicalDecl());
}

void Summaries::see(const FunctionDecl *function) {
  Seen &seen = functions[function->getCanonicalDecl()];
  seen.body = accessesWithoutMarks(function->getBody());
  addEffects(function->getBody(), seen.effects);
  expose(seen.body);
}

void Summaries::see(const VarDecl *variable) {
  if (const Expr *value = variable->getInit(); value && !value->isInstantiationDependent())
    expose(accessesWithoutMarks(value));
}

/// Goes through callees.
class SummaryBuilder {
public:
  SummaryBuilder(const Summaries &summaries, Summaries::IsAnnotated isAnnotated)
      : summaries(summaries), isAnnotated(isAnnotated) {}

  Summary summary;

  void add(const FunctionDecl *function, bool isDecisive) {
    if (!(isDecisive ? doneDecisive : done).insert(function).second || touchesNothing(function))
      return;
    auto seen = summaries.functions.find(function);
    if (seen == summaries.functions.end()) {
      if (isAnnotated(function))
        summary.foreign.insert(function);
      else
        addUnknown(function->getNameAsString());
      return;
    }
    const auto &[body, effects] = seen->second;
    addUses(isDecisive ? summary.decisive : summary.globals, body.globals);
    if (body.callsHidden)
      addUnknown(function->getNameAsString());
    for (const FunctionDecl *callee : body.callees)
      add(callee, isDecisive);
    if (isDecisive)
      return declare(body);
    addUses(summary.decisive, effects.globals);
    declare(effects);
    for (const FunctionDecl *callee : effects.callees)
      add(callee, /*isDecisive=*/true);
  }

private:
  const Summaries &summaries;
  const Summaries::IsAnnotated isAnnotated;
  llvm::DenseSet<const FunctionDecl *> done, doneDecisive;

  void declare(const Accesses &accesses) {
    for (const VarDecl *variable : accesses.addressed)
      summary.declared.insert(variable->getCanonicalDecl());
  }

  void addUnknown(const std::string &name) {
    if (!summary.callsUnknown)
      summary.unknown = name;
    summary.callsUnknown = true;
  }

  /// Libraries of the system know no variables of the program but by address, and neither do functions of ours.
  static bool touchesNothing(const FunctionDecl *function) {
    if (function->getBuiltinID() || function->isImplicit() || function->isDefaulted() || function->isTrivial() ||
        function->hasAttr<ConstAttr>())
      return true;
    if (function->getIdentifier() && function->getName().starts_with("__tactus_splice_"))
      return true;
    for (const DeclContext *around = function->getDeclContext(); around; around = around->getParent())
      if (auto *space = dyn_cast<NamespaceDecl>(around); space && space->getName() == "tactus")
        return true;
    const SourceManager &sources = function->getASTContext().getSourceManager();
    return sources.isInSystemHeader(function->getLocation());
  }
};

Summary Summaries::of(const FunctionDecl *function, IsAnnotated isAnnotated) const {
  SummaryBuilder builder(*this, isAnnotated);
  builder.add(function->getCanonicalDecl(), /*isDecisive=*/false);
  return std::move(builder.summary);
}

} // namespace tactus::splice
