//===- unify.cpp - making types equal ---------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// First-order unification with levels in place of a search of the environment. A variable that is bound hands its
// constraints on: its level and its equality to all of the type, its class and its known fields to the type itself.
//
// Types are graphs with shared parts, so parts that have been made equal are one from then on (G. Huet, "Résolution
// d'équations dans des langages d'ordre 1, 2, …, ω", 1976). A unification takes near linear time in the graphs' size.
//
//===----------------------------------------------------------------------===//
#include "unify.h"

#include <algorithm>
#include <ranges>

namespace tactus::pml {

std::string describe(OverloadClass overloadClass) {
  std::string out;
  constexpr std::pair<OverloadClass, const char *> Names[] = {{IntegerClass, "integers"},
                                                              {WordClass, "words"},
                                                              {RealClass, "reals"},
                                                              {CharacterClass, "characters"},
                                                              {StringClass, "strings"}};
  for (auto [bit, name] : Names)
    if (overloadClass & bit)
      out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

/// Why a value of one class of numbers or texts is none of another.
static std::string explain(OverloadClass found, OverloadClass expected) {
  std::string from = describe(found);
  if (found == IntegerClass || found == WordClass)
    from = found == WordClass ? "word constants" : "int constants";
  if (expected == 0)
    return from + " have another type";
  const char *advice = "";
  if (found == IntegerClass && expected == RealClass)
    advice = "; write a real with a point, as in 3.0";
  if (found == IntegerClass && expected == WordClass)
    advice = "; write a word with 0w, as in 0w3";
  return from + " are not " + describe(expected) + advice;
}

std::optional<Conflict> Unifier::unify(Type *expected, Type *found) {
  forget();
  return finish(unifyParts(expected, found));
}

std::optional<Conflict> Unifier::requireEquality(Type *type) {
  forget();
  return finish(demandEquality(type));
}

/// A limit may have ended the unification before.
void Unifier::forget() {
  trail.clear();
  classes.clear();
  equalities.clear();
  work = 0;
}

/// Takes back what was done before a conflict.
std::optional<Conflict> Unifier::finish(std::optional<Conflict> conflict) {
  if (conflict)
    for (Saved &saved : std::views::reverse(trail))
      *saved.variable = std::move(saved.before);
  return conflict;
}

void Unifier::countWork() {
  if (++work > MostTypeWork || ++workOfProgram > MostTypeWorkOfProgram)
    throw LimitReached{{}, "the types of this program are too large; take it apart with declarations that state types"};
}

/// The part that stands for a part and all that have been made equal to it. Halves the way there.
Type *Unifier::representative(Type *type) {
  auto next = classes.find(type);
  while (next != classes.end()) {
    if (auto further = classes.find(next->second); further != classes.end()) {
      next->second = further->second;
      type = further->second;
      next = classes.find(type);
    } else
      return next->second;
  }
  return type;
}

std::optional<Conflict> Unifier::unifyParts(Type *expected, Type *found) {
  countWork();
  Depth level(depth, DeepestType, {}, "types are nested");
  expected = resolve(expected);
  found = resolve(found);
  if (work > FewParts) {
    expected = representative(expected);
    found = representative(found);
  }
  if (expected == found)
    return std::nullopt;
  if (auto *variable = as<TypeVariable>(found); variable && !variable->isRigid)
    return bind(variable, expected, false);
  if (auto *variable = as<TypeVariable>(expected); variable && !variable->isRigid)
    return bind(variable, found, true);
  if (expected->kind != found->kind || expected->kind == Type::Kind::Variable)
    return Conflict{expected, found, ""};
  if (work > FewParts)
    classes.emplace(found, expected);
  if (auto *function = as<FunctionType>(expected)) {
    auto *other = as<FunctionType>(found);
    if (auto conflict = unifyParts(function->from, other->from))
      return conflict;
    return unifyParts(function->to, other->to);
  }
  if (auto *record = as<RecordType>(expected))
    return unifyFields(record, as<RecordType>(found));
  auto *left = as<ConstructedType>(expected), *right = as<ConstructedType>(found);
  if (left->name != right->name)
    return Conflict{expected, found, ""};
  for (size_t index = 0; index < std::min(left->arguments.size(), right->arguments.size()); ++index)
    if (auto conflict = unifyParts(left->arguments[index], right->arguments[index]))
      return conflict;
  return std::nullopt;
}

std::optional<Conflict> Unifier::unifyFields(RecordType *expected, RecordType *found) {
  if (isTuple(expected->fields) && isTuple(found->fields) && expected->fields.size() != found->fields.size())
    return Conflict{expected, found,
                    "a tuple of " + std::to_string(expected->fields.size()) + " is not one of " +
                        std::to_string(found->fields.size())};
  auto lacks = [](const RecordType *record, Symbol label) {
    return std::none_of(record->fields.begin(), record->fields.end(),
                        [&](const TypeField &field) { return field.label == label; });
  };
  for (const TypeField &field : expected->fields)
    if (lacks(found, field.label))
      return Conflict{expected, found, "the second has no field '" + field.label.text() + "'"};
  for (const TypeField &field : found->fields)
    if (lacks(expected, field.label))
      return Conflict{expected, found, "the first has no field '" + field.label.text() + "'"};
  for (size_t index = 0; index < expected->fields.size(); ++index)
    if (auto conflict = unifyParts(expected->fields[index].type, found->fields[index].type))
      return conflict;
  return std::nullopt;
}

std::optional<Conflict> Unifier::bind(TypeVariable *variable, Type *type, bool variableIsExpected) {
  auto *other = as<TypeVariable>(type);
  if (other && !other->isRigid)
    return bindToVariable(variable, other);
  std::optional<Conflict> conflict = sink(type, variable, reachOf(*variable));
  if (!conflict && variable->overloadClass != 0)
    conflict = checkClass(variable, type, variableIsExpected);
  if (!conflict && !variable->row.empty())
    conflict = checkRow(variable, type);
  if (!conflict && variable->admitsEquality)
    conflict = demandEquality(type);
  if (conflict) {
    if (conflict->expected == variable && !variableIsExpected)
      std::swap(conflict->expected, conflict->found);
    return conflict;
  }
  save(variable);
  variable->link = type;
  return std::nullopt;
}

std::optional<Conflict> Unifier::bindToVariable(TypeVariable *variable, TypeVariable *other) {
  // The fields of one must not contain the other.
  for (const TypeField &field : variable->row)
    if (auto conflict = sink(field.type, other, reachOf(*variable, *other)))
      return conflict;
  for (const TypeField &field : other->row)
    if (auto conflict = sink(field.type, variable, reachOf(*variable, *other)))
      return conflict;
  save(other);
  save(variable);
  if (variable->overloadClass != 0 || other->overloadClass != 0) {
    if (!variable->row.empty() || !other->row.empty())
      return Conflict{variable, other, "a record is no number, character or string"};
    OverloadClass common = variable->overloadClass == 0 ? other->overloadClass
                           : other->overloadClass == 0  ? variable->overloadClass
                                                        : variable->overloadClass & other->overloadClass;
    if (common == 0)
      return Conflict{variable, other, explain(variable->overloadClass, other->overloadClass)};
    // A user expects `1.0 = 2.0` to be refused, as reals do not admit equality.
    bool wantsEquality = variable->admitsEquality || other->admitsEquality;
    if (wantsEquality)
      common &= static_cast<OverloadClass>(~RealClass);
    if (common == 0)
      return Conflict{variable, other, "reals do not admit equality; compare them with Real.=="};
    other->overloadClass = common;
  }
  if (auto conflict = mergeRows(other, *variable))
    return conflict;
  other->level = std::min(other->level, variable->level);
  other->birth = std::min(other->birth, variable->birth);
  other->admitsEquality |= variable->admitsEquality;
  if (other->admitsEquality)
    for (const TypeField &field : other->row)
      if (auto conflict = demandEquality(field.type))
        return conflict;
  variable->link = other;
  return std::nullopt;
}

std::optional<Conflict> Unifier::mergeRows(TypeVariable *into, const TypeVariable &from) {
  std::vector<TypeField> merged = into->row;
  for (const TypeField &field : from.row) {
    auto same = std::find_if(merged.begin(), merged.end(), [&](const TypeField &x) { return x.label == field.label; });
    if (same == merged.end())
      merged.push_back(field);
    else if (auto conflict = unifyParts(same->type, field.type))
      return conflict;
  }
  std::sort(merged.begin(), merged.end(),
            [](const TypeField &left, const TypeField &right) { return labelLess(left.label, right.label); });
  into->row = std::move(merged);
  return std::nullopt;
}

std::optional<Conflict> Unifier::checkClass(TypeVariable *variable, Type *type, bool variableIsExpected) {
  auto *constructed = as<ConstructedType>(type);
  if (constructed && (constructed->name->overloadClass & variable->overloadClass) != 0)
    return std::nullopt;
  return Conflict{variable, type,
                  variableIsExpected ? "only " + describe(variable->overloadClass) + " can stand here"
                                     : explain(variable->overloadClass,
                                               constructed ? constructed->name->overloadClass : OverloadClass{0})};
}

std::optional<Conflict> Unifier::checkRow(TypeVariable *variable, Type *type) {
  auto *record = as<RecordType>(type);
  if (!record)
    return Conflict{variable, type, ""};
  for (const TypeField &wanted : variable->row) {
    auto field = std::find_if(record->fields.begin(), record->fields.end(),
                              [&](const TypeField &x) { return x.label == wanted.label; });
    if (field == record->fields.end())
      return Conflict{variable, type, "there is no field '" + wanted.label.text() + "'"};
    if (auto conflict = unifyParts(wanted.type, field->type))
      return conflict;
  }
  return std::nullopt;
}

std::optional<Conflict> Unifier::sink(Type *type, TypeVariable *variable, Reach reach, SeenParts &seen) {
  countWork();
  Depth nesting(depth, DeepestType, {}, "types are nested");
  type = resolve(type);
  if ((type->isClosed && type->newestBirth < reach.birth) || !seen.add(type))
    return std::nullopt;
  auto sinkAll = [&](const std::vector<TypeField> &fields) -> std::optional<Conflict> {
    for (const TypeField &field : fields)
      if (auto conflict = sink(field.type, variable, reach, seen))
        return conflict;
    return std::nullopt;
  };
  switch (type->kind) {
  case Type::Kind::Variable: {
    auto *inner = static_cast<TypeVariable *>(type);
    if (inner == variable)
      return Conflict{variable, type, "it would contain itself"};
    if (inner->level <= reach.level && (inner->isRigid || inner->birth <= reach.birth))
      return sinkAll(inner->row);
    if (inner->isRigid)
      return Conflict{variable, type, "the type variable " + inner->name.text() + " would leave its scope"};
    save(inner);
    inner->level = std::min(inner->level, reach.level);
    inner->birth = std::min(inner->birth, reach.birth);
    return sinkAll(inner->row);
  }
  case Type::Kind::Constructed:
    if (const TypeName *name = static_cast<ConstructedType *>(type)->name; name->birth >= reach.birth)
      return Conflict{variable, type, "the type '" + name->shownName + "' would leave its scope"};
    for (Type *argument : static_cast<ConstructedType *>(type)->arguments)
      if (auto conflict = sink(argument, variable, reach, seen))
        return conflict;
    return std::nullopt;
  case Type::Kind::Function: {
    auto *function = static_cast<FunctionType *>(type);
    if (auto conflict = sink(function->from, variable, reach, seen))
      return conflict;
    return sink(function->to, variable, reach, seen);
  }
  case Type::Kind::Record:
    return sinkAll(static_cast<RecordType *>(type)->fields);
  }
  return std::nullopt;
}

std::optional<Conflict> Unifier::demandEquality(Type *type) {
  countWork();
  Depth nesting(depth, DeepestType, {}, "types are nested");
  type = resolve(type);
  if (auto *variable = as<TypeVariable>(type)) {
    if (variable->admitsEquality)
      return std::nullopt;
    if (variable->isRigid)
      return Conflict{type, type, variable->name.text() + " does not admit equality; write '" + variable->name.text()};
    save(variable);
    variable->admitsEquality = true;
    if (variable->overloadClass != 0) {
      variable->overloadClass &= static_cast<OverloadClass>(~RealClass);
      if (variable->overloadClass == 0)
        return Conflict{type, type, "real does not admit equality; compare reals with Real.=="};
    }
    for (const TypeField &field : variable->row)
      if (auto conflict = demandEquality(field.type))
        return conflict;
    return std::nullopt;
  }
  if (!equalities.add(type))
    return std::nullopt;
  if (auto *record = as<RecordType>(type)) {
    for (const TypeField &field : record->fields)
      if (auto conflict = demandEquality(field.type))
        return conflict;
    return std::nullopt;
  }
  auto *constructed = as<ConstructedType>(type);
  if (!constructed)
    return Conflict{type, type, "functions do not admit equality"};
  if (constructed->name->isReference)
    return std::nullopt;
  if (!constructed->name->admitsEquality)
    return Conflict{type, type, constructed->name->shownName + " does not admit equality"};
  for (Type *argument : constructed->arguments)
    if (auto conflict = demandEquality(argument))
      return conflict;
  return std::nullopt;
}

} // namespace tactus::pml
