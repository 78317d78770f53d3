//===- generalise.cpp - general types, and what is decided at the end of a declaration -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), sections 4.7 and 4.8 (closure), 4.11 (flexible records) and appendix E (overloading).
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

#include "pml/types/print_type.h"
#include "pml/types/seen.h"
#include "pml/types/share.h"

#include <unordered_set>

namespace tactus::pml {

namespace {

/// Calls something for each variable in a type, once each.
class VariableVisitor {
public:
  explicit VariableVisitor(std::function<void(TypeVariable *)> action) : visitVariable(std::move(action)) {}

  void visit(Type *type) {
    type = resolve(type);
    Depth nesting(depth, DeepestType, {}, "types are nested");
    if (type->isClosed || !seen.insert(type).second)
      return;
    if (auto *variable = as<TypeVariable>(type)) {
      for (const TypeField &field : variable->row)
        visit(field.type);
      visitVariable(variable);
    } else if (auto *constructed = as<ConstructedType>(type)) {
      for (Type *argument : constructed->arguments)
        visit(argument);
    } else if (auto *function = as<FunctionType>(type)) {
      visit(function->from);
      visit(function->to);
    } else if (auto *record = as<RecordType>(type))
      for (const TypeField &field : record->fields)
        visit(field.type);
  }

  /// How many parts with variables it has met.
  [[nodiscard]] size_t partCount() const { return seen.size(); }

private:
  std::function<void(TypeVariable *)> visitVariable;
  std::unordered_set<const Type *> seen;
  uint32_t depth = 0;
};

} // namespace

std::vector<TypeVariable *> Elaborator::generalise(const std::vector<typed::Variable *> &variables) {
  // Overloaded types and records that are not known yet are decided by what follows, so they are not general.
  VariableVisitor sink([&](TypeVariable *variable) { variable->level = std::min(variable->level, level); });
  VariableVisitor findConstrained([&](TypeVariable *variable) {
    if (variable->level > level && variable->level < MatchLevel && (variable->overloadClass || !variable->row.empty()))
      sink.visit(variable);
  });
  std::vector<TypeVariable *> quantified;
  bool hasUndetermined = false;
  VariableVisitor quantify([&](TypeVariable *variable) {
    if (variable->level > level && variable->level < MatchLevel) {
      variable->level = GenericLevel;
      quantified.push_back(variable);
    } else if (variable->level <= level)
      hasUndetermined = true;
  });
  for (const typed::Variable *variable : variables)
    findConstrained.visit(variable->info->scheme.type);
  for (const typed::Variable *variable : variables)
    quantify.visit(variable->info->scheme.type);
  Sharer sharer(types);
  for (const typed::Variable *variable : variables) {
    variable->info->scheme.quantified = quantified;
    if (quantify.partCount() > FewParts)
      variable->info->scheme.type = sharer.share(variable->info->scheme.type);
  }
  if (level == 0 && hasUndetermined)
    undetermined.insert(undetermined.end(), variables.begin(), variables.end());
  return quantified;
}

void Elaborator::refuseGeneral(Type *type, const syntax::ValueBinding &binding) {
  VariableVisitor refuse([&](TypeVariable *variable) {
    if (variable->isRigid && variable->level > level && variable->level < MatchLevel)
      diagnostics.error(binding.value->place,
                        "the type variable " + variable->name.text() +
                            " cannot be general here, as this expression is computed once and is no plain value",
                        {{variable->place, "the type variable is written here"}});
  });
  refuse.visit(type);
}

void Elaborator::restrictToLevel(Type *type) {
  VariableVisitor restrict([&](TypeVariable *variable) {
    if (!variable->isRigid)
      variable->level = std::min(variable->level, level);
  });
  restrict.visit(type);
}

void Elaborator::settlePending(bool isFileDone) {
  Pending settled = std::move(pending);
  pending = {};
  // Later declarations may tell the fields of records, and with them what operators on these fields are.
  std::unordered_set<const TypeVariable *> isLater;
  VariableVisitor findLater([&](TypeVariable *variable) { isLater.insert(variable); });
  if (!isFileDone)
    for (const Pending::Row &row : settled.rows)
      if (as<TypeVariable>(row.variable))
        findLater.visit(row.variable);
  for (TypeVariable *variable : settled.overloaded) {
    auto *unknown = as<TypeVariable>(variable);
    if (!unknown || unknown->overloadClass == 0)
      continue;
    if (isLater.contains(unknown)) {
      pending.overloaded.push_back(unknown);
      continue;
    }
    OverloadClass left = unknown->overloadClass;
    unknown->link = left & IntegerClass     ? builtins.integer
                    : left & WordClass      ? builtins.word
                    : left & RealClass      ? builtins.real
                    : left & CharacterClass ? builtins.character
                                            : builtins.string;
  }
  for (const Pending::Row &row : settled.rows)
    if (auto *unknown = as<TypeVariable>(row.variable); unknown && !unknown->isRigid) {
      if (!isFileDone) {
        pending.rows.push_back(row);
        continue;
      }
      diagnostics.error(row.place, "which fields the record has is not known here: " + show(unknown) +
                                       "; add a type to a variable or an argument");
      unknown->row.clear();
    }
  for (const Pending::Constant &constant : settled.constants) {
    auto *type = as<ConstructedType>(constant.type);
    if (!type && !isFileDone)
      pending.constants.push_back(constant);
    if (type && type->name->bits != 0 && !fits(constant.literal, type->name->bits))
      diagnostics.error(constant.place, "the constant " + show(constant.literal) + " does not fit into " +
                                            show(constant.type) + ", which has " + std::to_string(type->name->bits) +
                                            " bits");
  }
  for (const Pending::Step &step : settled.steps)
    if (auto *record = as<RecordType>(step.type); !as<TypeVariable>(step.type) && (!record || !record->fields.empty()))
      diagnostics.report(step.severity, step.place,
                         "the value of this expression, " + show(step.type) + ", is dropped before the semicolon");
  if (diagnostics.errorCount() > 0)
    return; // patterns of wrong types have no meaning
  if (!pending.rows.empty()) {
    pending.matches = std::move(settled.matches);
    return;
  }
  for (const Pending::Match &match : settled.matches)
    checkMatch(match.patterns, match.notExhaustive, match.place, diagnostics, match.reports);
}

/// What no declaration of the file has determined becomes unit.
void Elaborator::settleUndetermined() {
  for (const typed::Variable *variable : undetermined) {
    std::string before = show(variable->info->scheme.type);
    bool isUnknown = false;
    VariableVisitor settle([&](TypeVariable *unknown) {
      if (unknown->level != 0 || unknown->isRigid)
        return;
      unknown->link = types.unit();
      isUnknown = true;
    });
    settle.visit(variable->info->scheme.type);
    if (isUnknown && diagnostics.errorCount() == 0)
      diagnostics.warning(variable->info->place, "the type of '" + variable->name.text() + "', " + before +
                                                     ", is neither general nor determined by its uses; it becomes " +
                                                     show(variable->info->scheme.type));
  }
  undetermined.clear();
}

} // namespace tactus::pml
