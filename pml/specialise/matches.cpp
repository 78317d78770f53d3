//===- matches.cpp - patterns as decision trees -------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A match is a matrix: a column for each value that is still to be looked at, a row for each rule. One step looks at a
// column in which the first row has a constructor or a constant, and makes a smaller matrix for each outcome (Maranget,
// "Compiling pattern matching to good decision trees", ML 2008). A rule's body is a join with the rule's variables as
// parameters, as several leaves may lead to it.
//
// A tree may be exponential in the patterns. Beyond a number of tests that is linear in them, the rules that are left
// are tried one after the other: a rule that fails jumps to the next, and what it has found out is forgotten (decision
// 144).
//
// Exceptions are not told apart by their names, as one may be another's alias: a row with another exception stays in
// both outcomes.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

#include "pml/source/limits.h"

namespace tactus::pml::specialising {

using core::Operator;
using core::Transfer;
using core::TypeKind;
using core::Value;
using core::Values;

bool Specialiser::mentions(Type *type, const std::vector<TypeVariable *> &variables, SeenParts &seen) {
  auto mentionsThem = [&](Type *part) { return mentions(part, variables, seen); };
  if (auto *variable = as<TypeVariable>(type))
    return std::find(variables.begin(), variables.end(), variable) != variables.end();
  type = resolve(type);
  if (type->isClosed || !seen.add(type))
    return false;
  if (auto *constructed = as<ConstructedType>(type))
    return std::any_of(constructed->arguments.begin(), constructed->arguments.end(), mentionsThem);
  if (auto *function = as<FunctionType>(type))
    return mentionsThem(function->from) || mentionsThem(function->to);
  const auto &fields = as<RecordType>(type)->fields;
  return std::any_of(fields.begin(), fields.end(), [&](const TypeField &field) { return mentionsThem(field.type); });
}

/// Replaces rows with alternatives in a column by a row for each. False if there is none.
bool Specialiser::splitAlternatives(size_t column, std::vector<Row> &rows) {
  std::vector<Row> split;
  for (Row &row : rows) {
    const typed::Pattern *pattern = row.columns[column];
    const auto *choice = pattern ? std::get_if<typed::AlternativesPattern>(&pattern->form) : nullptr;
    if (!choice) {
      split.push_back(std::move(row));
      continue;
    }
    for (const typed::Pattern *alternative : choice->alternatives) {
      split.push_back(row);
      split.back().columns[column] = alternative;
    }
  }
  bool isSplit = split.size() > rows.size();
  rows = std::move(split);
  return isSplit;
}

/// Replaces a column by the columns of what a record, a reference or an exception's argument consists of.
bool Specialiser::expandColumn(Values &columns, size_t column, std::vector<Row> &rows) {
  const typed::RecordPattern *record = nullptr;
  bool isReference = false;
  Type *recordType = nullptr;
  for (const Row &row : rows) {
    const typed::Pattern *pattern = row.columns[column];
    if (!pattern)
      continue;
    if ((record = std::get_if<typed::RecordPattern>(&pattern->form))) {
      recordType = pattern->type;
      break;
    }
    if (std::holds_alternative<typed::ConstructorPattern>(pattern->form) &&
        columns[column]->type->kind == TypeKind::Reference) {
      isReference = true;
      break;
    }
  }
  if (!record && !isReference)
    return false;
  if (splitAlternatives(column, rows))
    return true;
  Value *whole = columns[column];
  Values parts =
      isReference ? Values{operation(Operator::ReadReference, whole->type->parts[0], {whole})} : spread(whole);
  columns.erase(columns.begin() + static_cast<ptrdiff_t>(column));
  columns.insert(columns.end(), parts.begin(), parts.end());
  for (Row &row : rows) {
    const typed::Pattern *pattern = row.columns[column];
    row.columns.erase(row.columns.begin() + static_cast<ptrdiff_t>(column));
    size_t first = row.columns.size();
    row.columns.resize(first + parts.size(), nullptr);
    if (!pattern)
      continue;
    if (isReference) {
      row.columns[first] = std::get<typed::ConstructorPattern>(pattern->form).argument;
      continue;
    }
    const auto &labels = as<RecordType>(recordType)->fields;
    for (const auto &[label, inner] : std::get<typed::RecordPattern>(pattern->form).fields)
      for (size_t index = 0; index < labels.size(); ++index)
        if (labels[index].label == label)
          row.columns[first + index] = inner;
  }
  return true;
}

/// Binds variables, and takes records apart, until what is left in the columns are constructors and constants.
void Specialiser::expandRecords(const Match &outer, Values &columns, std::vector<Row> &rows) {
  auto simplify = [&](Row &row) {
    for (size_t column = 0; column < columns.size(); ++column)
      while (const typed::Pattern *pattern = row.columns[column]) {
        bool isWanted = !outer.general || mentions(pattern->type, *outer.general);
        if (!isWanted || std::holds_alternative<typed::WildcardPattern>(pattern->form))
          row.columns[column] = nullptr;
        else if (const auto *variable = std::get_if<typed::VariablePattern>(&pattern->form)) {
          row.bound.emplace_back(variable->variable, columns[column]);
          row.columns[column] = nullptr;
        } else if (const auto *layered = std::get_if<typed::LayeredPattern>(&pattern->form)) {
          row.bound.emplace_back(layered->variable, columns[column]);
          row.columns[column] = layered->pattern;
        } else
          break;
      }
  };
  bool isChanged = true;
  while (isChanged) {
    for (Row &row : rows)
      simplify(row);
    isChanged = false;
    for (size_t column = 0; column < columns.size() && !isChanged; ++column)
      isChanged = expandColumn(columns, column, rows);
  }
}

void Specialiser::match(const Match &match, Values columns, std::vector<Row> rows) {
  Depth nesting(depth, DeepestTree, {}, "patterns are nested");
  if (rows.empty()) {
    match.failure();
    return;
  }
  expandRecords(match, columns, rows);
  if (rows.size() > 1 && match.left) {
    uint64_t work = WorkOfTest + rows.size() * columns.size();
    if (*match.left < work) {
      tryFirst(match, columns, rows);
      return;
    }
    *match.left -= work;
  }
  for (size_t column = 0; column < columns.size(); ++column) {
    const typed::Pattern *pattern = rows[0].columns[column];
    if (!pattern)
      continue;
    if (splitAlternatives(column, rows)) {
      this->match(match, std::move(columns), std::move(rows));
      return;
    }
    if (std::holds_alternative<typed::VectorPattern>(pattern->form))
      matchVectors(match, column, columns, rows);
    else if (std::holds_alternative<typed::ConstructorPattern>(pattern->form))
      matchConstructors(match, column, columns, rows);
    else if (std::holds_alternative<typed::LiteralPattern>(pattern->form))
      matchLiterals(match, column, columns, rows);
    else
      matchExceptions(match, column, columns, rows);
    return;
  }
  match.success(rows[0]);
}

/// The first row by itself, and the others if it does not match.
void Specialiser::tryFirst(const Match &outer, const Values &columns, std::vector<Row> &rows) {
  core::Join *next = join({});
  Match first = outer;
  first.failure = [&] { jump(next, {}); };
  match(first, columns, {rows[0]});
  here = next->body;
  rows.erase(rows.begin());
  match(outer, columns, std::move(rows));
}

/// What a constructor was applied to.
Value *Specialiser::constructorArgument(Value *made, uint32_t tag) {
  const core::Constructor &constructor = made->type->data->constructors()[tag];
  Values fields;
  for (uint32_t field = 0; field < constructor.fields.size(); ++field)
    fields.push_back(operation(Operator::Project, constructor.fields[field], {made}, tag, field));
  return constructor.isTuple ? tuple(types.get(TypeKind::Tuple, constructor.fields), fields) : fields[0];
}

/// The only constructor that is possible: nothing is to be chosen.
void Specialiser::matchOnlyConstructor(const Match &outer, size_t column, uint32_t tag, Values columns,
                                       std::vector<Row> rows) {
  Value *looked = columns[column];
  bool hasArgument = std::get<typed::ConstructorPattern>(rows[0].columns[column]->form).argument != nullptr;
  if (hasArgument)
    columns.push_back(constructorArgument(looked, tag));
  for (Row &row : rows) {
    const typed::Pattern *pattern = row.columns[column];
    row.columns[column] = nullptr;
    if (hasArgument)
      row.columns.push_back(pattern ? std::get<typed::ConstructorPattern>(pattern->form).argument : nullptr);
  }
  match(outer, std::move(columns), std::move(rows));
}

void Specialiser::matchConstructors(const Match &outer, size_t column, const Values &columns,
                                    const std::vector<Row> &rows) {
  Value *looked = columns[column];
  bool isBoolean = looked->type->kind == TypeKind::Boolean;
  size_t count = isBoolean ? 2 : looked->type->data->constructors().size();
  if (count == 1 || outer.general) {
    const auto &pattern = std::get<typed::ConstructorPattern>(rows[0].columns[column]->form);
    matchOnlyConstructor(outer, column, pattern.constructor->tag, columns, rows);
    return;
  }
  std::vector<const typed::ConstructorPattern *> present(count, nullptr);
  size_t found = 0;
  for (const Row &row : rows)
    if (row.columns[column]) {
      const auto &pattern = std::get<typed::ConstructorPattern>(row.columns[column]->form);
      found += present[pattern.constructor->tag] == nullptr;
      present[pattern.constructor->tag] = &pattern;
    }
  std::vector<Row> others;
  for (const Row &row : rows)
    if (!row.columns[column])
      others.push_back(row);
  struct Branch {
    core::Block *block;
    Values columns;
    std::vector<Row> rows;
  };
  std::vector<Branch> branches;
  std::vector<Transfer::Case> cases;
  for (uint32_t tag = 0; tag < count; ++tag) {
    if (!present[tag])
      continue;
    Branch branch{target.block(), columns, {}};
    bool hasArgument = present[tag]->argument != nullptr;
    Inside inside(*this, branch.block);
    if (hasArgument)
      branch.columns.push_back(constructorArgument(looked, tag));
    for (const Row &row : rows) {
      const typed::Pattern *pattern = row.columns[column];
      const auto *constructor = pattern ? &std::get<typed::ConstructorPattern>(pattern->form) : nullptr;
      if (constructor && constructor->constructor->tag != tag)
        continue;
      branch.rows.push_back(row);
      branch.rows.back().columns[column] = nullptr;
      if (hasArgument)
        branch.rows.back().columns.push_back(constructor ? constructor->argument : nullptr);
    }
    cases.push_back({tag, branch.block});
    branches.push_back(std::move(branch));
  }
  core::Block *otherwise = found == count ? nullptr : target.block();
  choose(looked, std::move(cases), otherwise);
  // What succeeds last goes on here: with one row, the rest of the program does. So failures are made first.
  if (otherwise) {
    here = otherwise;
    match(outer, columns, std::move(others));
  }
  for (Branch &branch : branches) {
    here = branch.block;
    match(outer, std::move(branch.columns), std::move(branch.rows));
  }
}

/// A vector of the length that the first row wants, or another one.
void Specialiser::matchVectors(const Match &outer, size_t column, const Values &columns, const std::vector<Row> &rows) {
  auto elementsOf = [&](const Row &row) {
    const typed::Pattern *pattern = row.columns[column];
    return pattern ? &std::get<typed::VectorPattern>(pattern->form).elements : nullptr;
  };
  Value *looked = columns[column];
  const core::Type *index = types.integer(64);
  auto length = static_cast<int64_t>(elementsOf(rows[0])->size());
  std::vector<Row> same, others;
  for (const Row &row : rows) {
    const auto *elements = elementsOf(row);
    if (!elements || static_cast<int64_t>(elements->size()) != length)
      others.push_back(row);
    if (elements && static_cast<int64_t>(elements->size()) != length)
      continue;
    same.push_back(row);
    same.back().columns[column] = nullptr;
    for (int64_t at = 0; at < length; ++at)
      same.back().columns.push_back(elements ? (*elements)[static_cast<size_t>(at)] : nullptr);
  }
  if (!outer.general) {
    core::Block *isOne = target.block(), *otherwise = target.block();
    choose(primitive("length", index, {looked}), {{length, isOne}}, otherwise);
    here = otherwise;
    match(outer, columns, std::move(others));
    here = isOne;
  }
  Values inner = columns;
  for (int64_t at = 0; at < length; ++at)
    inner.push_back(primitive("vector_sub", looked->type->parts[0], {looked, target.integer(index, at)}));
  match(outer, std::move(inner), std::move(same));
}

void Specialiser::matchExceptions(const Match &outer, size_t column, const Values &columns,
                                  const std::vector<Row> &rows) {
  Value *looked = columns[column];
  auto tagOf = [&](const Row &row) {
    return exceptionTag(*std::get<typed::ExceptionPattern>(row.columns[column]->form).exception, outer.frame);
  };
  Value *tag = tagOf(rows[0]);
  bool hasArgument = std::get<typed::ExceptionPattern>(rows[0].columns[column]->form).argument != nullptr;
  core::Block *isOne = target.block(), *otherwise = target.block();
  Value *test = operation(Operator::IsException, types.boolean(), {looked, tag});
  choose(test, {{0, otherwise}, {1, isOne}}, nullptr);
  std::vector<Row> same, others;
  for (const Row &row : rows) {
    bool isSame = row.columns[column] && tagOf(row) == tag;
    same.push_back(row);
    if (hasArgument)
      same.back().columns.push_back(isSame ? std::get<typed::ExceptionPattern>(row.columns[column]->form).argument
                                           : nullptr);
    if (isSame)
      same.back().columns[column] = nullptr;
    else
      others.push_back(row);
  }
  here = otherwise;
  match(outer, columns, std::move(others));
  here = isOne;
  Values inner = columns;
  if (hasArgument) {
    Values fields;
    for (uint32_t field = 0; field < tag->type->parts.size(); ++field)
      fields.push_back(operation(Operator::ExceptionArgument, tag->type->parts[field], {looked, tag}, 0, field));
    // An argument that is a tuple has been made flat with the exception.
    auto *argument = std::get<typed::ExceptionPattern>(rows[0].columns[column]->form).argument;
    const core::Type *argumentType = type(argument->type, outer.frame);
    inner.push_back(argumentType->kind == TypeKind::Tuple ? tuple(argumentType, std::move(fields)) : fields[0]);
  }
  match(outer, std::move(inner), std::move(same));
}

} // namespace tactus::pml::specialising
