//===- Later.cpp - what a function may still do: continuation effects ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Later.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tactus::splice {

bool canWait(QualType type, const ASTContext &context) {
  return type.isTriviallyCopyableType(context) &&
         context.getTypeAlign(type) <= context.getTypeAlign(context.LongDoubleTy);
}

/// What a statement computes before its inner ones run, and between them.
static SmallVector<Stmt *, 4> headsOf(Stmt *statement) {
  if (auto *choice = dyn_cast<IfStmt>(statement))
    return {choice->getCond()};
  if (auto *loop = dyn_cast<ForStmt>(statement))
    return {loop->getInit(), loop->getCond(), loop->getInc()};
  if (auto *loop = dyn_cast<WhileStmt>(statement))
    return {loop->getCond()};
  if (auto *loop = dyn_cast<DoStmt>(statement))
    return {loop->getCond()};
  return {};
}

Expr *objectOf(const CallExpr *call) {
  auto *member = dyn_cast<CXXMemberCallExpr>(call);
  return member ? member->getImplicitObjectArgument() : nullptr;
}

/// It is there when the call happens, though the statement is over.
static bool livesOn(const Expr *object) {
  const Expr *place = object->IgnoreParenImpCasts();
  return !isa<MaterializeTemporaryExpr>(place) && (object->isGLValue() || object->getType()->isPointerType());
}

std::string ItemFinder::whyNotLater(const CallExpr *call) const {
  const FunctionDecl *callee = call->getDirectCallee();
  if (isa<CXXOperatorCallExpr>(call))
    return "it is written as an operator";
  if (const Expr *object = objectOf(call); object && !livesOn(object))
    return "its object is gone when the call happens";
  else if (object && cast<CXXMethodDecl>(callee)->isVirtual())
    return "it is virtual";
  if (call->getNumArgs() != callee->getNumParams() || callee->isVariadic() ||
      !callee->getType()->getAs<FunctionProtoType>())
    return "its declaration does not say which arguments it has";
  // The arguments wait for the call, as bytes, and what references refer to by its address.
  for (auto [parameter, argument] : llvm::zip(callee->parameters(), call->arguments())) {
    QualType type = parameter->getType();
    std::string name = "'" + parameter->getNameAsString() + "'";
    if (type->isReferenceType() && (!argument->isGLValue() || !livesOn(argument) || argument->refersToBitField()))
      return "what " + name + " refers to is gone when the call happens";
    if (!type->isReferenceType() && !canWait(type, parameter->getASTContext()))
      return name + " cannot be copied as bytes; give it by reference";
    if (type->isVariablyModifiedType())
      return "the type of " + name + " has a size that varies";
  }
  return "";
}

CallExpr *ItemFinder::callIn(Stmt *statement) const {
  auto *value = dyn_cast_or_null<Expr>(statement);
  auto *call = value ? dyn_cast<CallExpr>(value->IgnoreParenCasts()) : nullptr;
  return call && annotations.effectsOf(call->getDirectCallee()) && whyNotLater(call).empty() ? call : nullptr;
}

void ItemFinder::findPlainCalls(const Stmt *code, PlainCalls found) const {
  if (!code)
    return;
  const CallExpr *spliced = callIn(const_cast<Stmt *>(code));
  auto *call = dyn_cast<CallExpr>(code);
  if (call && !spliced && annotations.effectsOf(call->getDirectCallee()))
    found(call, whyNotLater(call));
  for (const Stmt *child : (spliced ? spliced : code)->children()) {
    auto *value = dyn_cast_or_null<Expr>(child);
    const CallExpr *inner =
        isa<Expr, DeclStmt, ReturnStmt>(code) && value ? callIn(const_cast<Stmt *>(child)) : nullptr;
    if (inner)
      found(inner, "its value is used");
    findPlainCalls(inner ? nullptr : child, found);
  }
}

bool ItemFinder::hasItems(Stmt *statement) const {
  if (!statement || isa<LambdaExpr>(statement))
    return false;
  if (isa<ReturnStmt, DeclStmt>(statement)) // calls in them are for their values
    return false;
  return stepMark(statement) || restMark(statement) || tryMark(statement) || callIn(statement) ||
         (!isa<Expr>(statement) && llvm::any_of(statement->children(), [&](Stmt *child) { return hasItems(child); }));
}

/// The variables that the place is a part of.
static void addVariables(const Expr *place, Variables &bound) {
  place = place->IgnoreParenCasts();
  if (auto *named = dyn_cast<DeclRefExpr>(place)) {
    if (auto *variable = dyn_cast<VarDecl>(named->getDecl()))
      bound.insert(variable);
  } else if (auto *member = dyn_cast<MemberExpr>(place)) {
    if (!member->isArrow())
      addVariables(member->getBase(), bound);
  } else if (auto *element = dyn_cast<ArraySubscriptExpr>(place)) {
    if (element->getBase()->IgnoreParenCasts()->getType()->isArrayType())
      addVariables(element->getBase(), bound);
  } else if (auto *choice = dyn_cast<ConditionalOperator>(place)) {
    addVariables(choice->getTrueExpr(), bound);
    addVariables(choice->getFalseExpr(), bound);
  } else if (auto *call = dyn_cast<CallExpr>(place)) { // which may return what it was given
    for (const Expr *argument : call->arguments())
      addVariables(argument, bound);
    if (const Expr *object = objectOf(call))
      addVariables(object, bound);
  } else if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(place)) {
    addVariables(temporary->getSubExpr(), bound);
  }
}

void ItemFinder::addBound(Stmt *code, Variables &bound) const {
  if (!code)
    return;
  if (CallExpr *call = callIn(code))
    for (auto [argument, parameter] : llvm::zip(call->arguments(), call->getDirectCallee()->parameters()))
      if (parameter->getType()->isReferenceType())
        addVariables(argument, bound);
  for (Stmt *child : code->children())
    addBound(child, bound);
}

std::string ItemFinder::whatItMayChange(const Accesses &accesses) const {
  if (accesses.callsUnknown) {
    for (const FunctionDecl *callee : accesses.callees)
      return "calls '" + callee->getNameAsString() + "', which may change what they depend on";
    return "calls functions that may change what they depend on";
  }
  if (accesses.writesMemory)
    return "writes memory through a pointer";
  for (auto [variable, use] : accesses.globals)
    if ((use & Written) && annotations.summaries().isExposed(variable))
      return "writes '" + variable->getNameAsString() + "', whose address they may know";
  return "";
}

Said ItemFinder::saidOf(const Accesses &accesses, const Said &standing) const {
  if (standing.kind == Said::Kind::Declared) {
    Said said = standing;
    for (auto [variable, use] : accesses.globals) // calls may rely on it, though nobody says so
      if (isTry && (use & Written))
        said.globals[variable] |= use;
    return said;
  }
  if (accesses.touchesMemory || accesses.callsUnknown || (isTry && !whatItMayChange(accesses).empty()))
    return standing;
  // What the function declares is rarely all of an array.
  auto isScalar = [](auto use) { return use.first->getType()->isScalarType(); };
  if (!isTry && !llvm::all_of(accesses.globals, isScalar))
    return standing;
  Said said;
  said.kind = Said::Kind::Named;
  said.globals = accesses.globals;
  return said;
}

Later laterSaid(Mark rest) {
  Later later;
  if (cast<CompoundStmt>(rest.effects())->body_empty())
    return later;
  Item item;
  item.said.kind = Said::Kind::Declared;
  item.said.effects = rest.effects();
  later.items.push_back(item);
  return later;
}

void ItemFinder::add(Stmt *statement, const Said &standing, Later &later) const {
  if (isa<ReturnStmt>(statement) || restMark(statement))
    later = Later(); // nothing of that follows, or somebody says what does
  for (auto [variable, use] : accessesOf(statement).locals)
    if (use & (Written | AddressTaken))
      later.changed.insert(variable);
  later.isConditional |= jumpsOut(statement);
  addItems(statement, standing, later);
}

void ItemFinder::addItems(Stmt *statement, const Said &standing, Later &later) const {
  if (!statement)
    return;
  if (Mark step = stepMark(statement)) {
    Said said = standing;
    said.kind = Said::Kind::Declared;
    said.effects = step.effects();
    return addItems(step.marked(), said, later);
  }
  if (Mark rest = restMark(statement)) {
    later.items.append(laterSaid(rest).items);
    return addItems(rest.marked(), standing, later);
  }
  if (Mark attempt = tryMark(statement))
    return addItems(attempt.marked(), standing, later);
  if (CallExpr *call = callIn(statement)) {
    Item item;
    item.call = call;
    later.items.push_back(item);
    addPiece(objectOf(call), standing, later);
    for (Expr *argument : call->arguments())
      addPiece(argument, standing, later);
    return;
  }
  if (!hasItems(statement))
    return addPiece(statement, standing, later);
  later.isConditional |= !isa<CompoundStmt>(statement);
  SmallVector<Stmt *, 4> heads = headsOf(statement);
  for (Stmt *child : statement->children())
    if (llvm::is_contained(heads, child))
      addPiece(child, standing, later);
    else
      addItems(child, standing, later);
}

void ItemFinder::addPiece(Stmt *piece, const Said &standing, Later &later) const {
  if (!piece)
    return;
  Accesses accesses = accessesOf(piece, shared);
  if (accesses.isLocal())
    return;
  later.isConditional |= accesses.callsUnknown; // which may throw
  Item item;
  item.said = saidOf(accesses, standing);
  later.hasUnknown |= item.said.kind == Said::Kind::Nothing;
  later.items.push_back(item);
}

std::string ItemFinder::whyVariable(const Item &item, const Variables &changed) const {
  if (!item.call && item.said.kind != Said::Kind::Declared)
    return "";
  SmallVector<Accesses, 8> read;
  if (item.call) {
    if (const Expr *object = objectOf(item.call))
      read.push_back(accessesOf(object, shared));
    for (const Expr *argument : item.call->arguments())
      read.push_back(accessesOf(argument, shared));
  } else {
    read.push_back(accessesOfEffects(item.said.effects));
  }
  for (const Accesses &some : read) {
    for (auto [variable, use] : some.locals)
      if (changed.contains(variable) || (use & Written))
        return "'" + variable->getNameAsString() + "' changes before a later call or step";
    if (item.call && some.callsUnknown)
      return "the arguments of a later call depend on functions";
    for (auto [variable, use] : some.globals)
      if (use & Written)
        return "the arguments of a later call write '" + variable->getNameAsString() + "'";
    if (some.writesMemory)
      return "the arguments of a later call write memory";
  }
  return "";
}

std::string ItemFinder::whyUnknown(const Later &later) const {
  if (later.hasUnknown)
    return "code behind it has no effects that are known";
  for (const Item &item : later.items)
    if (std::string why = whyVariable(item, later.changed); !why.empty())
      return why;
  return "";
}

} // namespace tactus::splice
