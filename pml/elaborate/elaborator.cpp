//===- elaborator.cpp - files, and what all of elaboration shares -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

#include "pml/types/print_type.h"

namespace tactus::pml {

namespace {

/// The message with the types in the places of %expected and %found.
std::string fill(const char *message, const std::string &expected, const std::string &found) {
  std::string out = message;
  for (const auto &[mark, text] : {std::pair<std::string, const std::string &>("%expected", expected),
                                   std::pair<std::string, const std::string &>("%found", found)})
    if (size_t at = out.find(mark); at != std::string::npos)
      out.replace(at, mark.size(), text);
  return out;
}

bool isReservedName(Symbol name) {
  for (const char *reserved : {"true", "false", "nil", "::", "ref"})
    if (name == Symbol(reserved))
      return true;
  return false;
}

} // namespace

Elaborator::Elaborator(Arena &objects, Diagnostics &collected, const ElaborationOptions &options)
    : arena(objects), diagnostics(collected), types(objects), builtins(objects, types, options) {}

void Elaborator::elaborate(const std::vector<const syntax::Declaration *> &declarations) {
  try {
    declareAll(declarations, result.declarations);
    settlePending(true);
    settleUndetermined();
  } catch (const LimitReached &limit) {
    diagnostics.error(limit.place.isKnown() ? limit.place : currentPlace, limit.message);
    pending = {};
    undetermined.clear();
    level = 0;
    typeVariables.clear();
    implicitVariables = nullptr;
  }
}

void Elaborator::reportUnused() {
  for (const typed::Variable *variable : watched)
    if (!variable->info->isUsed)
      diagnostics.warning(variable->info->place, "'" + variable->name.text() + "' is never used");
  watched.clear();
}

TypeVariable *Elaborator::overloaded(OverloadClass overloadClass, Place place) {
  TypeVariable *variable = fresh(place);
  variable->overloadClass = overloadClass;
  pending.overloaded.push_back(variable);
  return variable;
}

typed::Variable *Elaborator::makeVariable(Symbol name, Type *type, Place place, ValueStatus status) {
  auto *info = arena.make<ValueInfo>();
  info->name = name;
  info->scheme.type = type;
  info->status = status;
  info->place = place;
  return arena.make<typed::Variable>(name, info);
}

/// Makes two types equal, or reports the message with both of them.
bool Elaborator::unify(Type *expected, Type *found, Place place, const char *message, std::vector<Note> notes) {
  std::optional<Conflict> conflict = unifier.unify(expected, found);
  if (conflict)
    reportConflict(*conflict, expected, found, place, message, std::move(notes));
  return !conflict;
}

void Elaborator::reportConflict(const Conflict &conflict, Type *expected, Type *found, Place place, const char *message,
                                std::vector<Note> notes) {
  TypePrinter printer;
  std::string expectedText = printer.print(expected), foundText = printer.print(found);
  std::string text = fill(message, expectedText, foundText);
  std::string innerExpected = printer.print(conflict.expected), innerFound = printer.print(conflict.found);
  bool isInner = resolve(conflict.expected) != resolve(expected) || resolve(conflict.found) != resolve(found);
  if (!conflict.reason.empty())
    text += ": " + conflict.reason;
  else if (isInner && innerExpected != innerFound)
    text += ": " + innerFound + " is not " + innerExpected;
  auto *left = as<ConstructedType>(conflict.expected), *right = as<ConstructedType>(conflict.found);
  if (left && right && innerExpected == innerFound)
    for (const TypeName *name : {left->name, right->name})
      notes.push_back({name->place, "one of two different types '" + name->shownName + "'" +
                                        (name->place.isKnown() ? " is declared here" : " is built in")});
  diagnostics.error(place, std::move(text), std::move(notes));
}

/// `true`, `false`, `nil`, `::` and `ref` keep their meaning; `it` is no constructor.
void Elaborator::checkRebinding(const syntax::Name &name, bool isConstructor) {
  if (isReservedName(name.symbol) || (isConstructor && name.symbol == Symbol("it")))
    diagnostics.error(name.place, "'" + name.symbol.text() + "' cannot be declared again; choose another name");
}

} // namespace tactus::pml
