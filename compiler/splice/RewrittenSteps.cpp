//===- RewrittenSteps.cpp - steps that may be delayed, or wait, in one part or many --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Rewriter.h"

#include "abi/splicing.h"

using namespace clang;

namespace tactus::splice {

//===--- Steps ---===//

void Rewriter::rewriteStep(Mark step, const Position &position, Statements &into) {
  Said said;
  said.kind = Said::Kind::Declared;
  said.effects = step.effects();
  Accesses read = accessesOfEffects(said.effects);
  Accesses inside = accessesOf(step.marked(), shared);
  bool hasItems = finder.hasItems(step.marked());
  std::string why;
  for (auto [variable, use] : read.locals)
    if (hasItems && (inside.locals.lookup(variable) & (Written | AddressTaken)))
      why = "its effects depend on '" + variable->getNameAsString() + "', which changes between its calls";
  if (!why.empty()) {
    remarks.missed(step.place(), "step is taken to do all that its function declares: " + why);
    said = Said();
  }
  if (SliceMark slice = sliceMark(step); slice && why.empty()) {
    std::string whyWhole = hasItems ? "there are calls in it" : whyNotInParts(slice, inside);
    if (whyWhole.empty())
      said.slice = slice;
    else
      remarks.missed(step.place(), "step is one part: " + whyWhole);
  }
  at(step.marked());
  if (isTry && said.kind == Said::Kind::Declared && !read.globals.empty()) {
    Said variables;
    variables.kind = Said::Kind::Named;
    variables.globals = read.globals;
    Statements wait;
    VarDecl *hold = addWait(variables, wait);
    wait.push_back(tree.call("__tactus_splice_go_on", tree.addressOf(hold)));
    into.push_back(tree.compound(wait));
  }
  Position marked{position.later, &said, position.behind};
  if (hasItems)
    rewriteStatement(step.marked(), marked, into);
  else
    addPieces(step.marked(), marked, into);
}

/// The effects and the cut are asked when the function may have gone on.
std::string Rewriter::whyNotInParts(SliceMark slice, const Accesses &step) {
  const VarDecl *part = slice.part();
  if (!part)
    return "what Slice names is not a local variable";
  std::string name = "'" + part->getNameAsString() + "'";
  if (!step.locals.count(part))
    return "its code does not use " + name;
  if (tree.context.getTypeSizeInChars(part->getType()).getQuantity() > abi::LargestPart)
    return name + " has more than " + std::to_string(abi::LargestPart) + " bytes";
  Accesses read = accessesOfEffects(slice.statement->getThen());
  Variables own = declaredIn(slice.cut());
  for (auto [variable, use] : read.locals)
    if (!own.contains(variable) && !canCopy(variable))
      return "'" + variable->getNameAsString() + "' cannot be copied for later";
  return "";
}

bool Rewriter::canCopy(const VarDecl *variable) {
  QualType type = variable->getType();
  if (type->isReferenceType()) // to what is there when the function has returned
    return isa<ParmVarDecl>(variable) ||
           (variable->getInit() && !isa<MaterializeTemporaryExpr>(variable->getInit()->IgnoreParenImpCasts()));
  return !type->isArrayType() && !type->isVariablyModifiedType() && !type.isVolatileQualified() &&
         canWait(type, tree.context);
}

void Rewriter::addPieces(ArrayRef<Stmt *> pieces, const Position &position, Statements &into) {
  auto isLocal = [&](Stmt *piece) { return accessesOf(piece, shared).isLocal(); };
  for (; !pieces.empty() && isLocal(pieces.front()); pieces = pieces.drop_front())
    into.push_back(pieces.front());
  size_t end = pieces.size();
  while (end > 0 && isLocal(pieces[end - 1]))
    --end;
  Statements tail(pieces.drop_front(end));
  pieces = pieces.take_front(end);
  if (!pieces.empty()) {
    at(pieces.front());
    Stmt *piece = pieces.size() == 1 ? pieces.front() : tree.compound(pieces);
    Accesses accesses = accessesOf(piece, shared);
    WhatFollows follows{tail, nullptr, position.behind};
    if (canDelay(pieces, accesses, position, &follows))
      addStep(pieces, accesses, finder.saidOf(accesses, *position.standing), position, into);
    else if (pieces.size() > 1)
      for (size_t index = 0; index < pieces.size(); ++index) {
        Statements rest(pieces.drop_front(index + 1));
        rest.append(tail);
        WhatFollows behind{rest, nullptr, position.behind};
        // What follows in the run is not in `later`: it is said to be unknown.
        Later later = *position.later;
        for (Stmt *other : llvm::reverse(pieces.drop_front(index + 1)))
          finder.add(other, *position.standing, later);
        addPieces(pieces[index], {&later, position.standing, &behind}, into);
      }
    else
      addWaiting(piece, finder.saidOf(accesses, *position.standing), into);
  }
  into.append(tail);
}

bool Rewriter::canDelay(ArrayRef<Stmt *> piece, const Accesses &accesses, const Position &position,
                        const WhatFollows *behind) {
  if (isTry && position.standing->kind != Said::Kind::Declared)
    if (std::string change = finder.whatItMayChange(accesses); !change.empty()) {
      remarks.missed(piece.front()->getBeginLoc(),
                     "calls before this code and behind it are not spliced together: it " + change);
      return false;
    }
  if (accesses.isFixed || llvm::any_of(piece, [](Stmt *part) { return isa<DeclStmt>(part) || jumpsOut(part); }))
    return false;
  Variables own = declaredIn(piece);
  for (auto [variable, use] : accesses.locals) {
    if (own.contains(variable))
      continue;
    std::string name = "'" + variable->getNameAsString() + "'";
    const char *why = nullptr;
    if (!canCopy(variable))
      why = " cannot be copied for later";
    else if (use & AddressTaken)
      why = " is known by its address";
    else if ((use & Written) && (isTry || isLive(variable, behind)))
      why = " is needed behind it";
    if (why) {
      remarks.missed(piece.front()->getBeginLoc(), "code waits where it stands: " + name + why);
      return false;
    }
  }
  return true;
}

void Rewriter::addStep(ArrayRef<Stmt *> piece, const Accesses &accesses, const Said &said, const Position &position,
                       Statements &into) {
  ++delayed;
  at(piece.front());
  Detached step = detach(piece, accesses);
  Statements spliced;
  SmallVector<Expr *, 8> arguments;
  if (said.slice)
    spliced.push_back(tree.call("__tactus_splice_what", tree.integer(1)));
  else
    addSaid(said, spliced);
  addRest(*position.later, piece.front()->getBeginLoc(), spliced);
  if (said.slice)
    addParts(said.slice, step, spliced, arguments);
  else
    arguments = {blockOf(step)};
  tree.appendPlace(arguments);
  spliced.push_back(tree.call(said.slice ? "__tactus_splice_parts" : "__tactus_splice_step", arguments));
  into.push_back(tree.ifSpliced(spliced, bodyOf(step, /*isCaptured=*/false)));
}

/// The arguments of a step in parts: three blocks, and all of it.
void Rewriter::addParts(SliceMark slice, const Detached &step, Statements &into, SmallVectorImpl<Expr *> &arguments) {
  VarDecl *part = slice.part();
  arguments.push_back(blockOf(step, part));
  Accesses read = accessesOfEffects(slice.effects());
  arguments.push_back(blockOf(detach(tree.effects(slice.effects()), read), part));
  arguments.push_back(blockOf(detach(slice.cut(), accessesOfEffects(slice.cut())), part));
  VarDecl *all = tree.variable(part->getType().getUnqualifiedType(), "__tactus_splice_all", tree.valueOf(part));
  into.push_back(tree.declare(all));
  arguments.push_back(tree.addressOf(all));
  arguments.push_back(tree.integer(tree.context.getTypeSizeInChars(part->getType()).getQuantity()));
}

//===--- Code in blocks ---===//

static void replace(Stmt *code, const VarDecl *from, VarDecl *to) {
  if (auto *reference = dyn_cast<DeclRefExpr>(code); reference && reference->getDecl() == from)
    reference->setDecl(to);
  for (Stmt *child : code->children())
    if (child)
      replace(child, from, to);
}

Rewriter::Detached Rewriter::detach(ArrayRef<Stmt *> piece, const Accesses &accesses) {
  Detached result;
  result.code.append(piece.begin(), piece.end());
  result.usesThis = accesses.usesThis;
  Variables own = declaredIn(piece);
  for (auto [variable, use] : accesses.locals) {
    if (own.contains(variable))
      continue;
    auto *original = const_cast<VarDecl *>(variable);
    result.originals.push_back(original);
    QualType type = variable->getType();
    bool isReference = type->isReferenceType();
    VarDecl *copy =
        tree.variable(isReference ? tree.context.getPointerType(type.getNonReferenceType()) : type.getUnqualifiedType(),
                      variable->getName());
    result.copies.push_back(copy);
    if (isReference) {
      copy = tree.variable(type, variable->getName(), tree.pointee(tree.valueOf(copy)));
      result.references.push_back(copy);
    }
    for (Stmt *part : piece)
      replace(part, original, copy);
  }
  return result;
}

CompoundStmt *Rewriter::bodyOf(const Detached &piece, bool isCaptured, const VarDecl *part) {
  Statements body;
  for (auto [original, copy] : llvm::zip(piece.originals, piece.copies)) {
    body.push_back(tree.declare(copy));
    body.push_back(original == part ? tree.call("__tactus_splice_take_part", tree.addressOf(copy))
                   : original->getType()->isReferenceType()
                       ? tree.assign(tree.placeOf(copy), tree.addressOf(tree.placeOf(original, isCaptured)))
                       : tree.assign(tree.placeOf(copy), tree.valueOf(original, isCaptured)));
  }
  for (VarDecl *reference : piece.references)
    body.push_back(tree.declare(reference));
  body.append(piece.code.begin(), piece.code.end());
  return tree.compound(body);
}

Expr *Rewriter::blockOf(const Detached &piece, const VarDecl *part) {
  SmallVector<VarDecl *, 8> captured;
  llvm::copy_if(piece.originals, std::back_inserter(captured), [&](VarDecl *original) { return original != part; });
  return tree.block(captured, piece.usesThis, [&] { return bodyOf(piece, /*isCaptured=*/true, part); });
}

//===--- Waiting ---===//

void Rewriter::addWaiting(Stmt *piece, const Said &said, Statements &into) {
  ++waits;
  at(piece);
  Statements statements;
  VarDecl *hold = addWait(said, statements);
  statements.push_back(piece);
  if (!isa<ReturnStmt>(piece))
    statements.push_back(tree.call("__tactus_splice_go_on", tree.addressOf(hold)));
  if (isa<DeclStmt>(piece)) // its variables live on
    into.append(statements);
  else
    into.push_back(tree.compound(statements));
}

} // namespace tactus::splice
