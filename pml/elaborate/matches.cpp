//===- matches.cpp - which values rules do not match, and which rules are never used -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The usefulness algorithm of Maranget ("Warnings for pattern matching", JFP 2007) on matrices of patterns. A null
// pattern matches anything. A matrix is specialised by a head: the rows that can match it, with the head's arguments in
// place of the first column. The problem is NP-complete, so the work is bounded; beyond that nothing is said.
//
//===----------------------------------------------------------------------===//
#include "matches.h"

#include <algorithm>
#include <optional>

namespace tactus::pml {

namespace {

using Row = std::vector<const typed::Pattern *>;
using Matrix = std::vector<Row>;

/// Patterns that may be copied for one match.
constexpr size_t MostWork = 3'000'000;
struct TooMuchWork {};

/// What a pattern that is no variable asks of a value: a constructor, a constant, an exception or a record.
struct Head {
  const ValueInfo *constructor = nullptr; // also exceptions
  const Literal *literal = nullptr;
  const RecordType *record = nullptr;
  const typed::Access *exception = nullptr;
  const typed::VectorPattern *vector = nullptr;

  [[nodiscard]] size_t arity() const {
    return constructor ? constructor->hasArgument
           : record    ? record->fields.size()
           : vector    ? vector->elements.size()
                       : 0;
  }
};

bool sameAccess(const typed::Access *left, const typed::Access *right) {
  if (left == right)
    return true;
  if (!left || !right || left->component != right->component || left->root.index() != right->root.index())
    return false;
  if (const auto *whole = std::get_if<const typed::Access *>(&left->root))
    return sameAccess(*whole, std::get<const typed::Access *>(right->root));
  return left->root == right->root;
}

/// Each application of a functor has exceptions of its own, which one declaration has made: those that are written
/// alike are the same, and others may be.
bool sameHead(const Head &left, const Head &right) {
  if (left.literal || right.literal)
    return left.literal && right.literal && *left.literal == *right.literal;
  if (left.record || right.record)
    return left.record && right.record;
  if (left.vector || right.vector)
    return left.vector && right.vector && left.arity() == right.arity();
  bool isConstructor = left.constructor->status == ValueStatus::Constructor;
  return isConstructor ? left.constructor->name == right.constructor->name
                       : left.constructor == right.constructor && sameAccess(left.exception, right.exception);
}

/// The pattern without its variables; null if it matches anything.
const typed::Pattern *strip(const typed::Pattern *pattern) {
  while (pattern)
    if (const auto *layered = std::get_if<typed::LayeredPattern>(&pattern->form))
      pattern = layered->pattern;
    else
      break;
  bool matchesAll = !pattern || std::holds_alternative<typed::WildcardPattern>(pattern->form) ||
                    std::holds_alternative<typed::VariablePattern>(pattern->form);
  return matchesAll ? nullptr : pattern;
}

Head headOf(const typed::Pattern &pattern) {
  if (const auto *constructor = std::get_if<typed::ConstructorPattern>(&pattern.form))
    return {constructor->constructor, nullptr, nullptr};
  if (const auto *exception = std::get_if<typed::ExceptionPattern>(&pattern.form))
    return {exception->info, nullptr, nullptr, exception->exception};
  if (const auto *literal = std::get_if<typed::LiteralPattern>(&pattern.form))
    return {nullptr, &literal->literal, nullptr};
  if (const auto *vector = std::get_if<typed::VectorPattern>(&pattern.form))
    return {nullptr, nullptr, nullptr, nullptr, vector};
  return {nullptr, nullptr, as<RecordType>(pattern.type)};
}

/// A value that is not matched, as text.
struct Example {
  std::string text;
  bool isAtomic = true;
  /// Of a tuple: its components.
  std::vector<std::string> components = {};
};

class Matcher {
public:
  explicit Matcher(bool countsExceptions) : wantsExceptions(countsExceptions) {}

  /// Whether some value matches the row, and no row of the matrix.
  bool isUseful(const Matrix &before, const Row &row) {
    if (row.empty())
      return before.empty();
    const Matrix matrix = splitRows(before);
    if (const Matrix split = splitRows({row}); split.size() > 1)
      return std::any_of(split.begin(), split.end(), [&](const Row &one) { return isUseful(matrix, one); });
    if (row[0]) {
      Head head = headOf(*row[0]);
      return isUseful(specialise(matrix, head), specialiseRow(row, head));
    }
    std::vector<Head> heads = headsOf(matrix);
    if (!isComplete(heads))
      return isUseful(defaultRows(matrix), Row(row.begin() + 1, row.end()));
    return std::any_of(heads.begin(), heads.end(),
                       [&](const Head &head) { return isUseful(specialise(matrix, head), specialiseRow(row, head)); });
  }

  /// Values for the columns that no row matches, the last first; nothing if all are matched.
  std::optional<std::vector<Example>> findUnmatched(const Matrix &before, size_t columns) {
    if (columns == 0)
      return before.empty() ? std::optional<std::vector<Example>>(std::in_place) : std::nullopt;
    const Matrix matrix = splitRows(before);
    std::vector<Head> heads = headsOf(matrix);
    if (!isComplete(heads)) {
      std::optional<std::vector<Example>> rest = findUnmatched(defaultRows(matrix), columns - 1);
      if (rest)
        rest->push_back(missing(heads));
      return rest;
    }
    for (const Head &head : heads) {
      std::optional<std::vector<Example>> rest = findUnmatched(specialise(matrix, head), head.arity() + columns - 1);
      if (!rest)
        continue;
      std::vector<Example> arguments;
      for (size_t index = 0; index < head.arity(); ++index) {
        arguments.push_back(std::move(rest->back()));
        rest->pop_back();
      }
      rest->push_back(build(head, arguments));
      return rest;
    }
    return std::nullopt;
  }

private:
  bool wantsExceptions;
  size_t work = 0;

  /// Rows whose first pattern has no alternatives.
  Matrix splitRows(const Matrix &matrix) {
    Matrix result;
    for (const Row &row : matrix) {
      const auto *choice = row[0] ? std::get_if<typed::AlternativesPattern>(&row[0]->form) : nullptr;
      if (!choice) {
        result.push_back(row);
        continue;
      }
      Matrix split(choice->alternatives.size(), row);
      for (size_t index = 0; index < split.size(); ++index)
        split[index][0] = strip(choice->alternatives[index]);
      count(split.size() * row.size());
      for (Row &one : splitRows(split))
        result.push_back(std::move(one));
    }
    return result;
  }

  void count(size_t amount) {
    work += amount;
    if (work > MostWork)
      throw TooMuchWork{};
  }

  std::vector<Head> headsOf(const Matrix &matrix) {
    std::vector<Head> heads;
    for (const Row &row : matrix) {
      if (!row[0])
        continue;
      Head head = headOf(*row[0]);
      count(heads.size());
      if (std::none_of(heads.begin(), heads.end(), [&](const Head &other) { return sameHead(other, head); }))
        heads.push_back(head);
    }
    return heads;
  }

  [[nodiscard]] bool isComplete(const std::vector<Head> &heads) const {
    if (heads.empty() || heads[0].vector)
      return false;
    if (heads[0].record)
      return true;
    if (heads[0].literal)
      return heads[0].literal->kind == Literal::Kind::Character && heads.size() == 256;
    if (heads[0].constructor->status == ValueStatus::Exception)
      return !wantsExceptions;
    return heads[0].constructor->siblings && heads.size() == heads[0].constructor->siblings->constructors.size();
  }

  Row specialiseRow(const Row &row, const Head &head) {
    Row result;
    const typed::Pattern *first = row[0];
    if (head.record)
      for (const TypeField &field : head.record->fields) {
        const typed::Pattern *inner = nullptr;
        if (first)
          for (const auto &[label, pattern] : std::get<typed::RecordPattern>(first->form).fields)
            if (label == field.label)
              inner = pattern;
        result.push_back(strip(inner));
      }
    else if (head.vector)
      for (size_t index = 0; index < head.arity(); ++index)
        result.push_back(first ? strip(std::get<typed::VectorPattern>(first->form).elements[index]) : nullptr);
    else if (head.arity() == 1) {
      const typed::Pattern *argument = nullptr;
      if (first) {
        if (const auto *constructor = std::get_if<typed::ConstructorPattern>(&first->form))
          argument = constructor->argument;
        else
          argument = std::get<typed::ExceptionPattern>(first->form).argument;
      }
      result.push_back(strip(argument));
    }
    result.insert(result.end(), row.begin() + 1, row.end());
    count(result.size() + 1);
    return result;
  }

  Matrix specialise(const Matrix &matrix, const Head &head) {
    Matrix result;
    for (const Row &row : matrix)
      if (!row[0] || sameHead(headOf(*row[0]), head))
        result.push_back(specialiseRow(row, head));
    count(matrix.size());
    return result;
  }

  Matrix defaultRows(const Matrix &matrix) {
    Matrix result;
    for (const Row &row : matrix)
      if (!row[0])
        result.emplace_back(row.begin() + 1, row.end());
    count(matrix.size() * (matrix.empty() ? 0 : matrix[0].size()));
    return result;
  }

  /// A value with none of the heads.
  static Example missing(const std::vector<Head> &heads) {
    if (heads.empty())
      return {.text = "_"};
    if (heads[0].literal)
      return missingLiteral(heads);
    if (heads[0].vector || !heads[0].constructor->siblings)
      return {.text = "_"}; // some other length or exception
    for (const ConstructorSet::Constructor &sibling : heads[0].constructor->siblings->constructors)
      if (std::none_of(heads.begin(), heads.end(),
                       [&](const Head &head) { return head.constructor->name == sibling.name; }))
        return sibling.name == Symbol("::") ? Example{"_ :: _", false}
               : sibling.hasArgument        ? Example{sibling.name.text() + " _", false}
                                            : Example{sibling.name.text()};
    return {.text = "_"};
  }

  static Example missingLiteral(const std::vector<Head> &heads) {
    Literal candidate = *heads[0].literal;
    auto isTaken = [&] {
      return std::any_of(heads.begin(), heads.end(), [&](const Head &head) { return *head.literal == candidate; });
    };
    bool isNumber = candidate.kind == Literal::Kind::Integer || candidate.kind == Literal::Kind::Word;
    candidate.isNegative = false;
    for (size_t tried = 0; tried <= heads.size(); ++tried) {
      char digits[20];
      std::snprintf(digits, sizeof digits, "%zx", tried);
      candidate.value = isNumber ? std::string(digits)
                        : candidate.kind == Literal::Kind::Character
                            ? std::string(1, static_cast<char>(('a' + tried) % 256))
                            : std::string(tried, 'a');
      if (!isTaken())
        break;
    }
    return {show(candidate)};
  }

  static Example build(const Head &head, const std::vector<Example> &arguments) {
    if (head.record)
      return buildRecord(*head.record, arguments);
    if (head.literal)
      return {show(*head.literal)};
    if (head.vector)
      return buildVector(arguments);
    const std::string &name = head.constructor->name.text();
    if (arguments.empty())
      return {name};
    const std::string &text = arguments[0].text;
    if (const auto &pair = arguments[0].components; name == "::" && pair.size() == 2)
      return {pair[0] + " :: " + pair[1], false};
    return {name + " " + (arguments[0].isAtomic ? text : "(" + text + ")"), false};
  }

  static Example buildVector(const std::vector<Example> &arguments) {
    std::string out;
    for (const Example &argument : arguments)
      out += (out.empty() ? "#[" : ", ") + argument.text;
    return {(out.empty() ? "#[" : out) + "]"};
  }

  static Example buildRecord(const RecordType &record, const std::vector<Example> &arguments) {
    bool isPlain = isTuple(record.fields);
    std::string out = isPlain ? "(" : "{";
    std::vector<std::string> components;
    for (size_t index = 0; index < arguments.size(); ++index) {
      out += index > 0 ? ", " : "";
      out += (isPlain ? "" : record.fields[index].label.text() + " = ") + arguments[index].text;
      components.push_back(arguments[index].text);
    }
    return {out + (isPlain ? ")" : "}"), true, isPlain ? std::move(components) : std::vector<std::string>{}};
  }
};

} // namespace

void checkMatch(const std::vector<const typed::Pattern *> &patterns, const char *notExhaustive, Place place,
                Diagnostics &diagnostics, MatchReports reports) {
  try {
    Matrix matrix;
    for (const typed::Pattern *pattern : patterns) {
      Row row{strip(pattern)};
      if (!Matcher(true).isUseful(matrix, row))
        diagnostics.report(reports.redundant, pattern->place,
                           "this rule is never used, as the rules before it match all that it matches");
      matrix.push_back(std::move(row));
    }
    std::optional<std::vector<Example>> unmatched =
        notExhaustive ? Matcher(reports.wantsExceptions).findUnmatched(matrix, 1) : std::nullopt;
    if (unmatched)
      diagnostics.report(reports.nonexhaustive, place,
                         std::string(notExhaustive) + ": " + unmatched->back().text + " is not matched");
  } catch (const TooMuchWork &) {
    return;
  }
}

} // namespace tactus::pml
