//===- Rewriter.cpp - annotated code asks whether it is spliced ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Rewriter.h"

#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tactus::splice {

/// The variables that a piece declares itself.
static void addDeclared(const Stmt *code, Variables &declared) {
  if (auto *declarations = dyn_cast<DeclStmt>(code))
    for (const Decl *declaration : declarations->decls())
      if (auto *variable = dyn_cast<VarDecl>(declaration))
        declared.insert(variable);
  for (const Stmt *child : code->children())
    if (child)
      addDeclared(child, declared);
}

Variables declaredIn(ArrayRef<Stmt *> piece) {
  Variables declared;
  for (const Stmt *statement : piece)
    addDeclared(statement, declared);
  return declared;
}

Rewriter::Rewriter(TreeBuilder &tree, Annotations &annotations, Remarks &remarks, FunctionDecl *function,
                   const Variables &shared, bool isTry)
    : tree(tree), annotations(annotations), remarks(remarks), function(function), shared(shared), isTry(isTry),
      finder(annotations, shared, isTry) {}

Stmt *Rewriter::rewrite(ArrayRef<Stmt *> statements) {
  Later nothing;
  Said standing;
  WhatFollows end;
  nothing.hasUnknown = isTry; // what comes behind the statement
  Statements rewritten;
  rewriteBlock(statements, {&nothing, &standing, &end}, rewritten);
  return tree.compound(rewritten);
}

Stmt *Rewriter::waitForAll(Stmt *body) {
  Statements statements;
  at(body);
  addWait(Said(), statements);
  statements.push_back(body);
  return tree.compound(statements);
}

//===--- Statements ---===//

void Rewriter::rewriteBlock(ArrayRef<Stmt *> statements, const Position &position, Statements &into) {
  std::vector<Later> behind(statements.size() + 1);
  behind.back() = *position.later;
  for (size_t index = statements.size(); index-- > 0;) {
    behind[index] = behind[index + 1];
    finder.add(statements[index], *position.standing, behind[index]);
  }
  for (size_t first = 0; first < statements.size();) {
    size_t end = first + 1;
    if (finder.callIn(statements[first])) {
      while (end < statements.size() && finder.callIn(statements[end]))
        ++end;
      if (isTailOf(statements.slice(first, end - first), behind[end])) {
        addFinish(statements.slice(first, end - first), into);
        first = end;
        continue;
      }
      end = first + 1;
    }
    auto isPiece = [&](Stmt *statement) {
      return !finder.hasItems(statement) && !isa<DeclStmt, ReturnStmt>(statement) && !jumpsOut(statement);
    };
    bool isRun = isPiece(statements[first]);
    while (isRun && end < statements.size() && isPiece(statements[end]))
      ++end;
    WhatFollows follows{statements.drop_front(end), nullptr, position.behind};
    Position here{&behind[end], position.standing, &follows};
    if (isRun)
      addPieces(statements.slice(first, end - first), here, into);
    else
      rewriteStatement(statements[first], here, into);
    first = end;
  }
}

void Rewriter::rewriteStatement(Stmt *statement, const Position &position, Statements &into) {
  if (Mark step = stepMark(statement))
    return rewriteStep(step, position, into);
  if (Mark rest = restMark(statement)) {
    if (isTry)
      remarks.missed(rest.place(), "rest has no effect: it is in no function with '#pragma splice func'");
    Later later = laterSaid(rest);
    return rewriteStatement(rest.marked(), {&later, position.standing, position.behind}, into);
  }
  if (Mark attempt = tryMark(statement)) // spliced already
    return rewriteStatement(attempt.marked(), position, into);
  if (CallExpr *call = finder.callIn(statement))
    return addCall(call, position, into);
  if (!finder.hasItems(statement))
    return endsByReturn(statement) ? rewriteEnding(statement, position, into) : addPieces(statement, position, into);
  if (auto *block = dyn_cast<CompoundStmt>(statement)) {
    into.push_back(rewriteInner(block, position));
  } else if (auto *choice = dyn_cast<IfStmt>(statement)) {
    choice->setCond(rewriteValue(choice->getCond(), *position.standing));
    choice->setThen(rewriteInner(choice->getThen(), position));
    if (choice->getElse())
      choice->setElse(rewriteInner(choice->getElse(), position));
    into.push_back(choice);
  } else {
    rewriteLoop(statement, position, into);
  }
}

/// Code without calls that is left at its end alone: a base case of a recursion.
bool Rewriter::endsByReturn(Stmt *statement) {
  if (auto *choice = dyn_cast_or_null<IfStmt>(statement)) {
    auto isFine = [&](Stmt *branch) { return !branch || !jumpsOut(branch) || endsByReturn(branch); };
    return !choice->getInit() && !choice->getConditionVariable() && isFine(choice->getThen()) &&
           isFine(choice->getElse()) && jumpsOut(choice);
  }
  auto *block = dyn_cast_or_null<CompoundStmt>(statement);
  if (!block)
    return isa_and_nonnull<ReturnStmt>(statement);
  auto *end = block->body_empty() ? nullptr : dyn_cast<ReturnStmt>(block->body_back());
  if (!end || llvm::any_of(llvm::drop_end(block->body()), [](Stmt *part) { return jumpsOut(part); }))
    return false;
  Variables own = declaredIn(block);
  return llvm::none_of(accessesOf(end).locals, [&](auto use) { return own.contains(use.first); });
}

/// What stands before the return is one piece, with its variables.
void Rewriter::rewriteEnding(Stmt *statement, const Position &position, Statements &into) {
  if (auto *choice = dyn_cast<IfStmt>(statement)) {
    auto rewriteBranch = [&](Stmt *branch) {
      Statements rewritten;
      rewriteStatement(branch, position, rewritten);
      at(branch);
      return tree.compound(rewritten);
    };
    choice->setCond(rewriteValue(choice->getCond(), *position.standing));
    choice->setThen(rewriteBranch(choice->getThen()));
    if (choice->getElse())
      choice->setElse(rewriteBranch(choice->getElse()));
    into.push_back(choice);
    return;
  }
  auto *block = dyn_cast<CompoundStmt>(statement);
  if (!block)
    return addPieces(statement, position, into);
  Statements parts(block->body());
  Stmt *end = parts.pop_back_val();
  Later later;
  finder.add(end, *position.standing, later);
  WhatFollows behind{end, nullptr, nullptr};
  at(block);
  if (!parts.empty()) {
    Stmt *piece = tree.compound(parts);
    addPieces(piece, {&later, position.standing, &behind}, into);
  }
  addPieces(end, position, into);
}

Stmt *Rewriter::rewriteInner(Stmt *statement, const Position &position) {
  Statements rewritten;
  auto *block = dyn_cast<CompoundStmt>(statement);
  if (!block) {
    rewriteBlock(statement, position, rewritten);
  } else {
    Statements statements(block->body());
    rewriteBlock(statements, position, rewritten);
  }
  at(statement);
  return tree.compound(rewritten);
}

/// Behind each statement of a loop all of the loop may follow.
void Rewriter::rewriteLoop(Stmt *loop, const Position &position, Statements &into) {
  Later later = *position.later;
  finder.add(loop, *position.standing, later);
  WhatFollows again{{}, loop, position.behind};
  Position inside{&later, position.standing, &again};
  if (auto *counted = dyn_cast<ForStmt>(loop)) {
    if (Stmt *begin = counted->getInit(); begin && !accessesOf(begin, shared).isLocal()) {
      Statements block;
      addPieces(begin, inside, block);
      counted->setInit(nullptr);
      rewriteLoop(counted, position, block);
      into.push_back(tree.compound(block));
      return;
    }
    if (counted->getCond())
      counted->setCond(rewriteValue(counted->getCond(), *position.standing));
    if (counted->getInc())
      counted->setInc(rewriteValue(counted->getInc(), *position.standing));
    counted->setBody(rewriteInner(counted->getBody(), inside));
  } else if (auto *repeated = dyn_cast<WhileStmt>(loop)) {
    repeated->setCond(rewriteValue(repeated->getCond(), *position.standing));
    repeated->setBody(rewriteInner(repeated->getBody(), inside));
  } else {
    auto *endless = cast<DoStmt>(loop);
    endless->setCond(rewriteValue(endless->getCond(), *position.standing));
    endless->setBody(rewriteInner(endless->getBody(), inside));
  }
  into.push_back(loop);
}

/// ({ wait; T value = …; go on; value; })
Expr *Rewriter::rewriteValue(Expr *value, const Said &standing) {
  Accesses accesses = accessesOf(value, shared);
  if (accesses.isLocal())
    return value;
  at(value);
  Statements statements;
  QualType type = tree.context.VoidTy;
  VarDecl *hold = addWait(finder.saidOf(accesses, standing), statements);
  VarDecl *result = nullptr;
  if (value->isPRValue() && !value->getType()->isVoidType()) {
    type = value->getType().getUnqualifiedType();
    result = tree.variable(type, "__tactus_splice_value", value);
    statements.push_back(tree.declare(result));
  } else {
    statements.push_back(value);
  }
  statements.push_back(tree.call("__tactus_splice_go_on", tree.addressOf(hold)));
  if (result)
    statements.push_back(tree.valueOf(result));
  return new (tree.context) StmtExpr(tree.compound(statements), type, value->getBeginLoc(), value->getEndLoc(), 0);
}

//===--- What cannot be rewritten ---===//

namespace {
bool hasGoto(const Stmt *code) {
  return code && (isa<GotoStmt, IndirectGotoStmt>(code) || llvm::any_of(code->children(), hasGoto));
}
} // namespace

std::string Rewriter::whyNot(Stmt *body, SourceLocation &where) {
  where = body->getBeginLoc();
  if (hasGoto(body))
    return "there is a goto";
  finder.addBound(body, bound);
  Accesses all = accessesOf(body, shared);
  if (!isTry)
    for (const ParmVarDecl *parameter : function->parameters())
      if (std::string why = whyNotVariable(parameter, all); !why.empty())
        return why;
  return whyNotInside(body, all, where);
}

/// Delayed steps outlive the function's variables.
std::string Rewriter::whyNotVariable(const VarDecl *variable, const Accesses &all) {
  std::string name = "'" + variable->getNameAsString() + "'";
  if (all.locals.lookup(variable) & AddressTaken)
    return "the address of " + name + " is taken, and the variable may be gone when a step uses it";
  if (bound.contains(variable) && !variable->getType()->isReferenceType())
    return name + " is given to a call by reference, and may be gone when a step uses it; give it by value";
  if (variable->needsDestruction(tree.context) != QualType::DK_none)
    return name + " is destroyed at the end, before steps that are delayed";
  return "";
}

/// Of a block, a statement with calls or steps in it, or a declaration beside these.
std::string Rewriter::whyNotInside(Stmt *code, const Accesses &all, SourceLocation &where) {
  where = code->getBeginLoc();
  if (auto *declarations = dyn_cast<DeclStmt>(code)) {
    for (const Decl *declaration : declarations->decls())
      if (auto *variable = dyn_cast<VarDecl>(declaration); variable && variable->hasLocalStorage())
        if (std::string why = whyNotVariable(variable, all); !why.empty())
          return why;
    return "";
  }
  Mark mark = stepMark(code) ? stepMark(code) : restMark(code) ? restMark(code) : tryMark(code);
  if (isa<Expr>(code) || (!finder.hasItems(code) && !isa<CompoundStmt>(code)))
    return "";
  auto *choice = dyn_cast<IfStmt>(code);
  auto *counted = dyn_cast<ForStmt>(code);
  auto *repeated = dyn_cast<WhileStmt>(code);
  bool declares = (choice && (choice->getInit() || choice->getConditionVariable() || choice->isConsteval())) ||
                  (counted && counted->getConditionVariable()) || (repeated && repeated->getConditionVariable());
  if (declares || !isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt>(code))
    return "calls or steps stand in a statement that is not understood";
  SmallVector<Stmt *, 8> children(code->children());
  if (mark)
    children = {mark.marked()};
  for (Stmt *child : children)
    if (child && (finder.hasItems(child) || isa<DeclStmt>(child)))
      if (std::string why = whyNotInside(child, all, where); !why.empty())
        return why;
  return "";
}

} // namespace tactus::splice
