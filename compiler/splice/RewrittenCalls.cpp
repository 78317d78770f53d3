//===- RewrittenCalls.cpp - calls that may be spliced, and what is said of code ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Places.h"
#include "Rewriter.h"

using namespace clang;

namespace tactus::splice {

//===--- Calls ---===//

Expr *Rewriter::deferCall(CallExpr *call, Statements &into) {
  ++calls;
  SmallVector<VarDecl *, 8> variables;
  SmallVector<Expr *, 8> values;
  FunctionDecl *callee = call->getDirectCallee();
  if (isTry) {
    into.push_back(tree.call("__tactus_splice_reliance", {}));
    into.push_back(tree.call(annotations.relianceOf(callee), {}));
    SmallVector<Expr *, 2> arguments;
    tree.appendPlace(arguments);
    into.push_back(tree.call("__tactus_splice_settle_reliance", arguments));
  }
  for (auto [argument, parameter] : llvm::zip(call->arguments(), callee->parameters())) {
    variables.push_back(tree.variable(parameter->getType().getUnqualifiedType(), "__tactus_splice_argument", argument));
    into.push_back(tree.declare(variables.back()));
    values.push_back(tree.valueOf(variables.back()));
  }
  into.push_back(tree.call("__tactus_splice_what", tree.integer(1)));
  into.push_back(tree.call(annotations.effectsOf(callee), values));
  return tree.block(variables, false, [&] {
    SmallVector<Expr *, 8> captured;
    for (VarDecl *variable : variables)
      captured.push_back(tree.valueOf(variable, /*isCaptured=*/true));
    return tree.compound(tree.callLike(call, captured));
  });
}

/// The arguments may read variables that an earlier step writes. What the effects read is constant (Summaries.h).
void Rewriter::waitForVariables(const CallExpr *call, Statements &into) {
  Accesses all;
  Places places;
  bool areNamed = isTry;
  for (const Expr *argument : call->arguments()) {
    Accesses some = accessesOf(argument, shared);
    for (auto [variable, use] : some.globals)
      all.globals[variable] |= use;
    all.touchesMemory |= some.touchesMemory;
    all.callsUnknown |= some.callsUnknown;
    all.callees.insert(some.callees.begin(), some.callees.end());
    areNamed = areNamed && addPlaces(const_cast<Expr *>(argument), shared, places);
  }
  if (all.isLocal())
    return;
  if (areNamed) {
    for (Expr *place : places)
      waitForPlace(place, into);
    return;
  }
  if (isTry && (all.touchesMemory || all.callsUnknown))
    remarks.missed(call->getBeginLoc(),
                   "calls before this one and behind it are not spliced together: its arguments are read from memory "
                   "that earlier calls may write, or call functions; compute them before the try");
  Statements wait;
  VarDecl *hold = addWait(finder.saidOf(all, Said()), wait);
  wait.push_back(tree.call("__tactus_splice_go_on", tree.addressOf(hold)));
  into.push_back(tree.compound(wait));
}

/// For calls that write there, and no others.
void Rewriter::waitForPlace(Expr *place, Statements &into) {
  Statements spliced{tree.call("__tactus_splice_what", tree.integer(1))};
  uint64_t size = tree.context.getTypeSizeInChars(place->getType()).getQuantity();
  spliced.push_back(
      tree.call("__tactus_splice_add_object", {tree.addressOf(place), tree.integer(size), tree.integer(0)}));
  SmallVector<Expr *, 2> arguments;
  tree.appendPlace(arguments);
  spliced.push_back(tree.call("__tactus_splice_settle", arguments));
  into.push_back(tree.ifSpliced(spliced, nullptr));
}

void Rewriter::addCall(CallExpr *call, const Position &position, Statements &into) {
  at(call);
  waitForVariables(call, into);
  Statements spliced;
  Expr *block = deferCall(call, spliced);
  addRest(*position.later, call->getBeginLoc(), spliced);
  SmallVector<Expr *, 4> arguments{block};
  tree.appendPlace(arguments);
  spliced.push_back(tree.call("__tactus_splice_call", arguments));
  into.push_back(tree.ifSpliced(spliced, call));
}

bool Rewriter::isTailOf(ArrayRef<Stmt *> some, const Later &behind) {
  if (isTry || some.size() < 2 || !behind.isNothing())
    return false;
  return llvm::all_of(some, [&](Stmt *statement) {
    const CallExpr *call = finder.callIn(statement);
    return llvm::all_of(call->arguments(), [&](const Expr *argument) {
      Accesses accesses = accessesOf(argument, shared);
      return accesses.isLocal() && llvm::none_of(accesses.locals, [](auto use) { return use.second & Written; });
    });
  });
}

void Rewriter::addFinish(ArrayRef<Stmt *> some, Statements &into) {
  Statements spliced;
  for (Stmt *statement : some) {
    at(statement);
    Expr *block = deferCall(finder.callIn(statement), spliced);
    spliced.push_back(tree.call("__tactus_splice_next", block));
  }
  SmallVector<Expr *, 2> arguments;
  at(some.front());
  tree.appendPlace(arguments);
  spliced.push_back(tree.call("__tactus_splice_finish", arguments));
  into.push_back(tree.ifSpliced(spliced, tree.compound(some)));
}

//===--- What is said ---===//

VarDecl *Rewriter::addWait(const Said &said, Statements &into) {
  VarDecl *hold = tree.variableOfStruct("__tactus_splice_hold", "__tactus_splice_go_on");
  into.push_back(tree.declare(hold));
  Statements spliced;
  addSaid(said, spliced);
  SmallVector<Expr *, 4> arguments{tree.addressOf(hold)};
  tree.appendPlace(arguments);
  spliced.push_back(tree.call("__tactus_splice_wait", arguments));
  into.push_back(tree.ifSpliced(spliced, nullptr));
  return hold;
}

void Rewriter::addSaid(const Said &said, Statements &into) {
  enum { Unknown, Known, KnownVariables };
  unsigned known = said.kind == Said::Kind::Nothing ? Unknown : said.kind == Said::Kind::Named ? KnownVariables : Known;
  into.push_back(tree.call("__tactus_splice_what", tree.integer(known)));
  if (said.kind == Said::Kind::Declared)
    into.push_back(said.effects);
  addGlobals(said.globals, into);
}

void Rewriter::addGlobals(const Uses &globals, Statements &into) {
  for (auto [variable, use] : globals) {
    auto *named = const_cast<VarDecl *>(variable);
    if (variable->getType()->isIncompleteType()) { // its size is not known
      into.push_back(tree.call("__tactus_splice_add_everything", {}));
      continue;
    }
    uint64_t size = tree.context.getTypeSizeInChars(variable->getType()).getQuantity();
    into.push_back(tree.call("__tactus_splice_add_object",
                             {tree.addressOf(named), tree.integer(size), tree.integer((use & Written) != 0)}));
  }
}

void Rewriter::addRest(const Later &later, SourceLocation place, Statements &into) {
  enum { Unknown, Nothing, Given };
  if (isTry)
    return;
  std::string why = finder.whyUnknown(later);
  if (!why.empty()) {
    remarks.missed(place, "what follows is taken to be all that the function declares: " + why);
    return;
  }
  into.push_back(tree.call("__tactus_splice_rest", tree.integer(later.isNothing() ? Nothing : Given)));
  for (const Item &item : later.items) {
    if (item.call) {
      SmallVector<Expr *, 8> arguments;
      for (const Expr *argument : item.call->arguments())
        arguments.push_back(const_cast<Expr *>(argument));
      into.push_back(tree.call(annotations.effectsOf(item.call->getDirectCallee()), arguments));
    } else if (item.said.kind == Said::Kind::Declared) {
      into.push_back(item.said.effects);
    } else {
      addGlobals(item.said.globals, into);
    }
  }
}

} // namespace tactus::splice
