//===- Liveness.cpp - whether a local variable is read before it is written ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Liveness.h"

#include "Accesses.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace tactus::splice {

namespace {

/// What happens to the variable first. Neither: it is not certain that it is written, and it is not read before that.
enum class First { Neither, IsRead, IsWritten };

First firstUse(const Stmt *code, const VarDecl *variable);

/// One after the other.
First firstOf(ArrayRef<const Stmt *> parts, const VarDecl *variable) {
  for (const Stmt *part : parts)
    if (First first = firstUse(part, variable); first != First::Neither)
      return first;
  return First::Neither;
}

/// Code that may not run.
First perhaps(First first) { return first == First::IsRead ? first : First::Neither; }

First firstOfValue(const Stmt *code, const VarDecl *variable, unsigned uses) {
  if (uses & (Read | AddressTaken))
    return First::IsRead;
  if (isa<DeclStmt>(code))
    return First::IsWritten;
  auto *assignment = dyn_cast<BinaryOperator>(cast<Expr>(code)->IgnoreParens());
  if (!assignment || assignment->getOpcode() != BO_Assign)
    return First::Neither;
  auto *target = dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParens());
  return target && target->getDecl() == variable ? First::IsWritten : First::Neither;
}

First firstUse(const Stmt *code, const VarDecl *variable) {
  if (!code)
    return First::Neither;
  Accesses all = accessesOf(code);
  auto found = all.locals.find(variable);
  bool isNamed = found != all.locals.end();
  if (isa<ReturnStmt>(code)) // nothing follows
    return isNamed ? First::IsRead : First::IsWritten;
  if (auto *block = dyn_cast<CompoundStmt>(code)) {
    SmallVector<const Stmt *, 8> parts(block->body());
    return firstOf(parts, variable);
  }
  if (auto *choice = dyn_cast<IfStmt>(code)) {
    if (First first = firstOf({choice->getInit(), choice->getCond()}, variable); first != First::Neither)
      return first;
    First then = firstUse(choice->getThen(), variable), otherwise = firstUse(choice->getElse(), variable);
    if (then == First::IsRead || otherwise == First::IsRead)
      return First::IsRead;
    return then == otherwise ? then : First::Neither;
  }
  if (!isNamed)
    return First::Neither;
  if (auto *loop = dyn_cast<ForStmt>(code)) {
    if (First first = firstOf({loop->getInit(), loop->getCond()}, variable); first != First::Neither)
      return first;
    return perhaps(firstOf({loop->getBody(), loop->getInc()}, variable));
  }
  if (auto *loop = dyn_cast<WhileStmt>(code)) {
    if (First first = firstUse(loop->getCond(), variable); first != First::Neither)
      return first;
    return perhaps(firstUse(loop->getBody(), variable));
  }
  if (isa<Expr, DeclStmt>(code))
    return firstOfValue(code, variable, found->second);
  return found->second & (Read | AddressTaken) ? First::IsRead : First::Neither;
}

/// A body that has ended: what comes next is the loop's head, and perhaps the body again, or the end.
bool isReadAgain(const Stmt *loop, const VarDecl *variable) {
  if (auto *counted = dyn_cast<ForStmt>(loop))
    return firstOf({counted->getInc(), counted->getCond(), counted->getBody()}, variable) == First::IsRead;
  return llvm::any_of(loop->children(), [&](const Stmt *part) { return firstUse(part, variable) == First::IsRead; });
}

} // namespace

bool isLive(const VarDecl *variable, const WhatFollows *behind) {
  for (; behind; behind = behind->outer) {
    SmallVector<const Stmt *, 8> parts(behind->statements.begin(), behind->statements.end());
    First first = firstOf(parts, variable);
    if (first != First::Neither)
      return first == First::IsRead;
    if (behind->loop && isReadAgain(behind->loop, variable))
      return true;
  }
  return false;
}

} // namespace tactus::splice
