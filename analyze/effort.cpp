//===- effort.cpp - how much work a task is ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/effort.h"

#include <algorithm>
#include <cstdio>

namespace tactus::analyze {

using abi::Expression;
using abi::Node;
using abi::NodeKind;

namespace {

constexpr size_t MaximalTerms = 16;
constexpr size_t MaximalDegree = 4;
constexpr unsigned MaximalDepth = 1000;

/// The expression, if all arguments in it are known.
bool isKnown(const Expression &expression, const std::set<uint32_t> &arguments) {
  return expression.isKnown && std::ranges::all_of(expression.terms, [&](const Expression::Term &term) {
           return arguments.contains(term.argument);
         });
}

Polynomial polynomialOf(const Expression &expression) {
  Polynomial result(expression.constant);
  for (const Expression::Term &term : expression.terms)
    result += Polynomial::argument(term.argument) * Polynomial(term.factor);
  return result;
}

Polynomial iterations(const Node &loop, const std::set<uint32_t> &arguments) {
  if (!isKnown(loop.trip, arguments))
    return Polynomial(UnknownIterations);
  if (loop.trip.terms.empty())
    return Polynomial(std::max(loop.trip.constant, 0.0));
  return polynomialOf(loop.trip);
}

} // namespace

Polynomial::Polynomial(double constant) {
  if (constant != 0)
    terms[{}] = constant;
}

Polynomial Polynomial::argument(uint32_t number) {
  Polynomial result;
  result.terms[{number}] = 1;
  return result;
}

Polynomial &Polynomial::operator+=(const Polynomial &other) {
  for (const auto &[product, factor] : other.terms)
    if (double &sum = terms[product]; (sum += factor) == 0)
      terms.erase(product);
  return *this;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial result;
  for (const auto &[left, leftFactor] : terms)
    for (const auto &[right, rightFactor] : other.terms) {
      Product product = left;
      product.insert(product.end(), right.begin(), right.end());
      std::ranges::sort(product);
      Polynomial term;
      term.terms[product] = leftFactor * rightFactor;
      result += term;
    }
  return result;
}

double Polynomial::constant() const {
  auto found = terms.find({});
  return found == terms.end() ? 0 : found->second;
}

bool Polynomial::isConstant() const { return terms.empty() || (terms.size() == 1 && terms.begin()->first.empty()); }

bool Polynomial::isTooLong() const {
  return terms.size() > MaximalTerms ||
         std::ranges::any_of(terms, [](const auto &term) { return term.first.size() > MaximalDegree; });
}

std::string Polynomial::text() const {
  std::string result;
  for (const auto &[product, factor] : terms) {
    char number[32];
    std::snprintf(number, sizeof number, "%.4g", factor);
    if (!result.empty())
      result += " + ";
    result += number;
    for (uint32_t argument : product) {
      result += "·";
      result += argument < 26 ? std::string(1, static_cast<char>('a' + argument)) : "x" + std::to_string(argument);
    }
  }
  return result.empty() ? "0" : result;
}

double Effort::cycles(uint32_t function) { return compute(function, {}).constant(); }

Polynomial Effort::symbolic(uint32_t function) {
  std::set<uint32_t> arguments;
  for (const Node &node : program.written[function].summary.nodes) {
    for (const Expression::Term &term : node.trip.terms)
      arguments.insert(term.argument);
    for (const Expression &argument : node.arguments)
      for (const Expression::Term &term : argument.terms)
        arguments.insert(term.argument);
  }
  return compute(function, arguments);
}

Polynomial Effort::compute(uint32_t function, const std::set<uint32_t> &arguments) {
  if (depth == MaximalDepth)
    return {};
  // What is asked for while it is computed is a recursive call, which adds nothing.
  auto [entry, isNew] = known.try_emplace({function, arguments});
  if (!isNew)
    return entry->second;
  ++depth;
  Polynomial result = ofFunction(function, arguments);
  --depth;
  if (result.isTooLong() && !arguments.empty())
    result = compute(function, {});
  return entry->second = result;
}

Polynomial Effort::ofFunction(uint32_t function, const std::set<uint32_t> &arguments) {
  const abi::StructureFunction &summary = program.written[function].summary;
  Polynomial result(summary.cycles);
  // How often each node is executed for one call of the function.
  std::vector<Polynomial> times;
  for (size_t i = 0; i < summary.nodes.size(); ++i) {
    const Node &node = summary.nodes[i];
    Polynomial own = node.parent ? times[node.parent - 1] : Polynomial(1);
    if (node.kind == NodeKind::Loop) {
      own = own * iterations(node, arguments);
      result += own * Polynomial(node.cycles);
    } else if (node.kind != NodeKind::Wait && !(node.kind == NodeKind::Spawn && node.callee.empty())) {
      result += own * ofCall(function, i, arguments);
    }
    // A loop of a loop of a loop …: no use as a formula.
    if (own.isTooLong() || result.isTooLong())
      return arguments.empty() ? result : compute(function, {});
    times.push_back(std::move(own));
  }
  return result;
}

Polynomial Effort::ofCall(uint32_t function, size_t node, const std::set<uint32_t> &arguments) {
  const WrittenFunction &caller = program.written[function];
  const std::vector<uint32_t> &targets = caller.targets[node];
  if (targets.empty())
    return Polynomial(ForeignCallCycles);
  // Of the functions that an indirect call may mean, the mean.
  if (targets.size() > 1) {
    double sum = 0;
    for (uint32_t target : targets)
      if (program.written[target].group != caller.group)
        sum += compute(target, {}).constant();
    return Polynomial(sum / static_cast<double>(targets.size()));
  }
  const WrittenFunction &callee = program.written[targets.front()];
  if (callee.group == caller.group && !callee.summary.isPart)
    return {};
  std::set<uint32_t> passed;
  const std::vector<Expression> &values = caller.summary.nodes[node].arguments;
  for (uint32_t i = 0; i < values.size(); ++i)
    if (isKnown(values[i], arguments))
      passed.insert(i);
  Polynomial result;
  for (const auto &[product, factor] : compute(targets.front(), passed).terms) {
    Polynomial term(factor);
    for (uint32_t argument : product)
      term = argument < values.size() ? term * polynomialOf(values[argument]) : Polynomial();
    result += term;
  }
  return result;
}

} // namespace tactus::analyze
