//===- rules.cpp - rules with bodies, and matches of constants --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

#include <map>

namespace tactus::pml::specialising {

using core::Transfer;
using core::TypeKind;
using core::Value;
using core::Values;

namespace {

/// Up to so many constants are compared one by one: a chain of two-way choices is what a programmer would write.
constexpr size_t LongestChain = 8;

} // namespace

/// Rows that choose by a constant in a column: the rows from the first one on that look there first are told apart in
/// one step, so that a long list of constants takes no time that grows with its square.
void Specialiser::matchLiterals(const Match &outer, size_t column, const Values &columns,
                                const std::vector<Row> &rows) {
  struct Group {
    Value *constant;
    std::vector<Row> rows;
    core::Block *block;
  };
  Value *looked = columns[column];
  std::vector<Group> groups;
  std::map<std::pair<bool, std::string>, size_t> groupOf;
  std::vector<Row> others;
  bool isInRun = true;
  for (const Row &row : rows) {
    for (size_t before = 0; before <= column; ++before)
      isInRun = isInRun && (row.columns[before] != nullptr) == (before == column);
    const typed::Pattern *pattern = row.columns[column];
    if (!pattern) {
      for (Group &group : groups)
        group.rows.push_back(row);
      others.push_back(row);
      continue;
    }
    const Literal &constant = std::get<typed::LiteralPattern>(pattern->form).literal;
    std::pair<bool, std::string> key{constant.isNegative, constant.value};
    if (isInRun && groupOf.try_emplace(key, groups.size()).second)
      groups.push_back({literal(constant, looked->type), {}, target.block()});
    if (auto found = groupOf.find(key); found != groupOf.end()) {
      groups[found->second].rows.push_back(row);
      groups[found->second].rows.back().columns[column] = nullptr;
    } else
      others.push_back(row);
  }
  bool isCompared = looked->type->kind == TypeKind::String || looked->type->kind == TypeKind::BigInteger;
  if (!isCompared && groups.size() > LongestChain) {
    std::vector<Transfer::Case> cases;
    for (const Group &group : groups)
      cases.push_back({group.constant->bits, group.block});
    core::Block *otherwise = target.block();
    choose(looked, std::move(cases), otherwise);
    here = otherwise;
  } else
    for (const Group &group : groups) {
      core::Block *otherwise = target.block();
      if (isCompared)
        choose(equal(looked, group.constant), {{0, otherwise}, {1, group.block}}, nullptr);
      else
        choose(looked, {{group.constant->bits, group.block}}, otherwise);
      here = otherwise;
    }
  match(outer, columns, std::move(others));
  for (size_t index = groups.size(); index-- > 0;) {
    here = groups[index].block;
    match(outer, columns, std::move(groups[index].rows));
  }
}

namespace {

/// What a match may cost as a decision tree, in cells of its matrices: so much for each constructor and constant of its
/// patterns (five tests that look at few rows), and what small matches may have.
constexpr uint64_t WorkOfPart = 250, WorkOfMatch = 50000;

/// The constructors and constants of a pattern.
uint64_t countParts(const typed::Pattern &pattern) {
  uint64_t parts = std::holds_alternative<typed::ConstructorPattern>(pattern.form) ||
                   std::holds_alternative<typed::ExceptionPattern>(pattern.form) ||
                   std::holds_alternative<typed::VectorPattern>(pattern.form) ||
                   std::holds_alternative<typed::LiteralPattern>(pattern.form);
  typed::forEachPart(pattern, [&](const typed::Pattern &part) { parts += countParts(part); });
  return parts;
}

} // namespace

/// Rules whose bodies deliver to a destination.
void Specialiser::rules(const std::vector<typed::Rule> &rules, Value *value, Frame *frame, Destination destination,
                        const std::function<void()> &failure) {
  std::vector<Row> rows;
  for (size_t index = 0; index < rules.size(); ++index)
    rows.push_back({{rules[index].pattern}, {}, index});
  if (rules.size() == 1 && !typed::hasAlternatives(*rules[0].pattern)) {
    Match single{frame,
                 [&](const Row &row) {
                   for (const auto &[variable, bound] : row.bound)
                     bind(frame, variable, bound);
                   into(*rules[0].body, frame, destination);
                 },
                 failure};
    match(single, {value}, std::move(rows));
    return;
  }
  std::vector<Body> bodies(rules.size(), {emit(core::Statement::Kind::Several, {})});
  uint64_t work = WorkOfMatch;
  for (const typed::Rule &rule : rules)
    work += WorkOfPart * countParts(*rule.pattern);
  match({frame, [&](const Row &row) { enter(bodies[row.rule], row); }, failure, nullptr, &work}, {value},
        std::move(rows));
  for (size_t index = 0; index < rules.size(); ++index) {
    if (!bodies[index].join)
      continue;
    begin(bodies[index], frame);
    into(*rules[index].body, frame, destination);
  }
}

/// Goes on in a body with what a row has bound. The first time makes it.
void Specialiser::enter(Body &body, const Row &row) {
  if (!body.join) {
    Values parameters;
    for (const auto &[variable, bound] : row.bound) {
      body.variables.push_back(variable);
      parameters.push_back(target.variable(bound->type, variable->name.text()));
    }
    body.join = target.join(std::move(parameters));
    auto *statement = target.arena.make<core::Statement>();
    statement->kind = core::Statement::Kind::Joins;
    statement->joins = {body.join};
    body.slot->inside.push_back(statement);
  }
  Values passed;
  for (const typed::Variable *variable : body.variables)
    for (const auto &[other, bound] : row.bound)
      if (other == variable)
        passed.push_back(bound);
  jump(body.join, std::move(passed));
}

/// What follows is the body.
void Specialiser::begin(const Body &body, Frame *frame) {
  here = body.join->body;
  for (size_t position = 0; position < body.variables.size(); ++position)
    bind(frame, body.variables[position], body.join->parameters[position]);
}

} // namespace tactus::pml::specialising
