//===- parse_expressions.cpp - expressions down to applications --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser_internal.h"

namespace tactus::pml::syntax {

/// exp ::= orelse expression ⟨handle match⟩*
const Expression *Parser::parseExpression() {
  Depth level(depth, DeepestNesting, peek().place, "expressions are nested");
  Place begin = peek().place;
  const Expression *value = parseOrelse();
  while (takeIf(TokenKind::Handle)) {
    std::vector<Rule> rules = parseRules();
    value = node<Expression>(since(begin), HandleExpression{value, std::move(rules)});
  }
  return value;
}

/// andalso expression ⟨orelse …⟩*, which associates to the left
const Expression *Parser::parseOrelse() {
  const Expression *left = parseAndalso();
  for (uint32_t length = depth; at(TokenKind::Orelse); ++length) {
    Depth level(length, DeepestNesting, peek().place, "conditions are chained");
    take();
    const Expression *right = parseAndalso();
    left = node<Expression>(cover(left->place, right->place), ConditionExpression{false, left, right});
  }
  return left;
}

const Expression *Parser::parseAndalso() {
  const Expression *left = parseTyped();
  for (uint32_t length = depth; at(TokenKind::Andalso); ++length) {
    Depth level(length, DeepestNesting, peek().place, "conditions are chained");
    take();
    const Expression *right = parseTyped();
    left = node<Expression>(cover(left->place, right->place), ConditionExpression{true, left, right});
  }
  return left;
}

/// infexp ⟨: ty⟩*, or one of the forms that begin with a word and reach as far to the right as can be
const Expression *Parser::parseTyped() {
  Place begin = peek().place;
  const Expression *value = atPrefix() ? parsePrefix() : parseInfix();
  for (uint32_t length = depth; at(TokenKind::Colon); ++length) {
    Depth level(length, DeepestNesting, peek().place, "constraints are chained");
    take();
    value = node<Expression>(since(begin), ConstraintExpression{value, parseType()});
  }
  return value;
}

bool Parser::atPrefix() const {
  switch (peek().kind) {
  case TokenKind::Raise:
  case TokenKind::If:
  case TokenKind::While:
  case TokenKind::Case:
  case TokenKind::Fn:
  case TokenKind::PrimitiveWord:
  case TokenKind::ImportWord:
    return true;
  default:
    return false;
  }
}

/// raise exp | if exp then exp else exp | while exp do exp | case exp of match | fn match
const Expression *Parser::parsePrefix() {
  Place begin = peek().place;
  if (at(TokenKind::PrimitiveWord) || at(TokenKind::ImportWord))
    return parsePrimitive();
  switch (take().kind) {
  case TokenKind::Raise: {
    const Expression *exception = parseExpression();
    return node<Expression>(since(begin), RaiseExpression{exception});
  }
  case TokenKind::If: {
    const Expression *condition = parseExpression();
    expect(TokenKind::Then, "after the condition");
    const Expression *consequence = parseExpression();
    expect(TokenKind::Else, "after what 'then' stands before");
    const Expression *alternative = parseExpression();
    return node<Expression>(since(begin), IfExpression{condition, consequence, alternative});
  }
  case TokenKind::While: {
    const Expression *condition = parseExpression();
    expect(TokenKind::Do, "after the condition");
    const Expression *body = parseExpression();
    return node<Expression>(since(begin), WhileExpression{condition, body});
  }
  case TokenKind::Case: {
    const Expression *value = parseExpression();
    expect(TokenKind::Of, "after the value of 'case'");
    std::vector<Rule> rules = parseRules();
    return node<Expression>(since(begin), CaseExpression{value, std::move(rules)});
  }
  default: {
    std::vector<Rule> rules = parseRules();
    return node<Expression>(since(begin), FunctionExpression{std::move(rules)});
  }
  }
}

/// match ::= pat => exp ⟨| match⟩
std::vector<Rule> Parser::parseRules() {
  std::vector<Rule> rules;
  takeOptionalBar();
  do {
    const Pattern *pattern = parsePattern();
    expect(TokenKind::DoubleArrow, "after the pattern");
    rules.push_back({pattern, parseExpression()});
  } while (takeIf(TokenKind::Bar));
  return rules;
}

/// infexp ::= appexp | infexp vid infexp
const Expression *Parser::parseInfix() {
  return parseOperators<Expression>(
      &Parser::parseApplication, [&](const Token &token, const Expression *left, const Expression *right) {
        const auto *function = node<Expression>(token.place, NameExpression{longName(token), false});
        return node<Expression>(cover(left->place, right->place), ApplyExpression{function, pair(left, right)});
      });
}

const Expression *Parser::pair(const Expression *left, const Expression *right) {
  RecordExpression record;
  record.fields.push_back({{Symbol::ofNumber(1), left->place}, left});
  record.fields.push_back({{Symbol::ofNumber(2), right->place}, right});
  return node<Expression>(cover(left->place, right->place), std::move(record));
}

/// appexp ::= atexp | appexp atexp
const Expression *Parser::parseApplication() {
  const Expression *function = parseAtom();
  for (uint32_t length = depth; atAtom(); ++length) {
    Depth level(length, DeepestNesting, peek().place, "applications are chained");
    const Expression *argument = parseAtom();
    function = node<Expression>(cover(function->place, argument->place), ApplyExpression{function, argument});
  }
  return function;
}

} // namespace tactus::pml::syntax
