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
  FunctionDecl *callee = call->getDirectCallee();
  if (isTry) {
    into.push_back(tree.call("__tactus_splice_reliance", {}));
    into.push_back(tree.call(annotations.relianceOf(callee), {}));
    SmallVector<Expr *, 2> arguments;
    tree.appendPlace(arguments);
    into.push_back(tree.call("__tactus_splice_settle_reliance", arguments));
  }
  auto keep = [&](QualType type, Expr *value) {
    variables.push_back(tree.variable(type.getUnqualifiedType(), "__tactus_splice_argument", value));
    into.push_back(tree.declare(variables.back()));
    return variables.back();
  };
  // References are kept as pointers.
  VarDecl *object = nullptr;
  if (Expr *place = objectOf(call)) {
    Expr *address = place->isGLValue() ? tree.addressOf(place) : place;
    object = keep(address->getType(), address);
  }
  size_t first = variables.size();
  for (auto [argument, parameter] : llvm::zip(call->arguments(), callee->parameters())) {
    bool isReference = parameter->getType()->isReferenceType();
    Expr *value = isReference ? tree.addressOf(argument) : argument;
    keep(isReference ? value->getType() : parameter->getType(), value);
  }
  auto argumentsOf = [&](bool isCaptured) {
    SmallVector<Expr *, 8> values;
    for (auto [variable, parameter] : llvm::zip(llvm::drop_begin(variables, first), callee->parameters())) {
      Expr *value = tree.valueOf(variable, isCaptured);
      values.push_back(parameter->getType()->isReferenceType() ? tree.pointee(value) : value);
    }
    return values;
  };
  auto objectIn = [&](bool isCaptured) { return object ? tree.valueOf(object, isCaptured) : nullptr; };
  into.push_back(tree.call("__tactus_splice_what", tree.integer(1)));
  into.push_back(tree.callOf(annotations.effectsOf(callee), objectIn(false), argumentsOf(false)));
  return tree.block(variables, false,
                    [&] { return tree.compound(tree.callLike(call, objectIn(true), argumentsOf(true))); });
}

/// The arguments may read variables that an earlier step writes. What the effects read is constant (Summaries.h).
void Rewriter::waitForVariables(const CallExpr *call, Statements &into) {
  Accesses all;
  Places places;
  bool areNamed = true;
  SmallVector<const Expr *, 8> arguments(call->arguments());
  if (const Expr *object = objectOf(call))
    arguments.push_back(object);
  for (const Expr *argument : arguments) {
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
  auto waitForAll = [&] {
    Statements wait;
    VarDecl *hold = addWait(finder.saidOf(all, Said()), wait);
    wait.push_back(tree.call("__tactus_splice_go_on", tree.addressOf(hold)));
    return tree.compound(wait);
  };
  if (areNamed) {
    for (Expr *place : places)
      into.push_back(isTry ? waitForPlace(place)
                           : tree.ifSpliced(tree.ifTrue(mayChange(place), waitForAll()), nullptr));
    return;
  }
  if (isTry && (all.touchesMemory || all.callsUnknown))
    remarks.missed(call->getBeginLoc(),
                   "calls before this one and behind it are not spliced together: its arguments are read from memory "
                   "that earlier calls may write, or call functions; compute them before the try");
  into.push_back(waitForAll());
}

/// Spliced calls may change it meanwhile.
Expr *Rewriter::mayChange(Expr *place) {
  uint64_t size = tree.context.getTypeSizeInChars(place->getType()).getQuantity();
  return tree.call("__tactus_splice_may_change", {tree.addressOf(place), tree.integer(size), tree.integer(0)});
}

/// For calls that write there, and no others.
Stmt *Rewriter::waitForPlace(Expr *place) {
  Statements spliced{tree.call("__tactus_splice_what", tree.integer(1))};
  uint64_t size = tree.context.getTypeSizeInChars(place->getType()).getQuantity();
  spliced.push_back(
      tree.call("__tactus_splice_add_object", {tree.addressOf(place), tree.integer(size), tree.integer(0)}));
  SmallVector<Expr *, 2> arguments;
  tree.appendPlace(arguments);
  spliced.push_back(tree.call("__tactus_splice_settle", arguments));
  return tree.ifSpliced(spliced, nullptr);
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
    auto isFixed = [&](const Expr *argument) {
      Accesses accesses = accessesOf(argument, shared);
      return accesses.isLocal() && llvm::none_of(accesses.locals, [](auto use) { return use.second & Written; });
    };
    const Expr *object = objectOf(call);
    return (!object || isFixed(object)) && llvm::all_of(call->arguments(), isFixed);
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
    into.push_back(tree.effects(said.effects));
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
  enum { Unknown, Nothing, Given, GivenByValues };
  if (isTry)
    return;
  std::string why = finder.whyUnknown(later);
  if (!why.empty()) {
    remarks.missed(place, "what follows is taken to be all that the function declares: " + why);
    return;
  }
  into.push_back(tree.call("__tactus_splice_rest", tree.integer(later.isNothing()     ? Nothing
                                                                : later.isConditional ? GivenByValues
                                                                                      : Given)));
  Statements effects;
  for (const Item &item : later.items) {
    if (item.call) {
      SmallVector<Expr *, 8> arguments;
      for (const Expr *argument : item.call->arguments())
        arguments.push_back(const_cast<Expr *>(argument));
      Expr *object = objectOf(item.call);
      if (object && object->isGLValue())
        object = tree.addressOf(object);
      effects.push_back(tree.callOf(annotations.effectsOf(item.call->getDirectCallee()), object, arguments));
    } else if (item.said.kind == Said::Kind::Declared) {
      effects.push_back(item.said.effects);
    } else {
      addGlobals(item.said.globals, into);
    }
  }
  if (!effects.empty())
    into.push_back(tree.effects(tree.compound(effects)));
}

} // namespace tactus::splice
