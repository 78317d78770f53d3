//===- parse_patterns.cpp - patterns ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser_internal.h"

namespace tactus::pml::syntax {

/// pat ::= alternative ⟨| alternative⟩*
const Pattern *Parser::parsePattern() {
  Place begin = peek().place;
  const Pattern *first = parseAlternative();
  if (!at(TokenKind::Bar))
    return first;
  wantForm(options.annotations.alternatives, "a pattern of several alternatives is a form", "allowOrPats");
  AlternativesPattern pattern{{first}};
  while (takeIf(TokenKind::Bar))
    pattern.alternatives.push_back(parseAlternative());
  return node<Pattern>(since(begin), std::move(pattern));
}

/// alternative ::= infix pattern ⟨: ty⟩* | ⟨op⟩ vid ⟨: ty⟩ as alternative
const Pattern *Parser::parseAlternative() {
  Depth level(depth, DeepestNesting, peek().place, "patterns are nested");
  Place begin = peek().place;
  const Pattern *pattern = parseInfixPattern();
  uint32_t constraints = 0;
  while (takeIf(TokenKind::Colon)) {
    if (++constraints + depth > DeepestNesting)
      throw LimitReached{begin, "too many constraints in a row"};
    pattern = node<Pattern>(since(begin), ConstraintPattern{pattern, parseType()});
  }
  if (!at(TokenKind::As))
    return pattern;
  const TypeExpression *type = nullptr;
  if (const auto *constraint = std::get_if<ConstraintPattern>(&pattern->form)) {
    type = constraint->type;
    pattern = constraint->pattern;
  }
  const auto *variable = std::get_if<NamePattern>(&pattern->form);
  if (!variable || !variable->name.qualifiers.empty())
    fail("only a variable, with a type or without, may stand before 'as'");
  take();
  Name name{variable->name.name, variable->name.place};
  const Pattern *rest = parseAlternative();
  return node<Pattern>(since(begin), LayeredPattern{name, type, rest});
}

/// infpat ::= apppat | infpat vid infpat
const Pattern *Parser::parseInfixPattern() {
  return parseOperators<Pattern>(&Parser::parseApplicationPattern,
                                 [&](const Token &token, const Pattern *left, const Pattern *right) {
                                   Place place = cover(left->place, right->place);
                                   const Pattern *argument = tuplePattern(place, {left, right});
                                   return node<Pattern>(place, ConstructorPattern{longName(token), argument});
                                 });
}

/// apppat ::= atpat | ⟨op⟩ longvid atpat
const Pattern *Parser::parseApplicationPattern() {
  Place begin = peek().place;
  bool isParenthesised = at(TokenKind::OpenParenthesis); // then it is no constructor that takes what follows
  const Pattern *first = parseAtomicPattern();
  const auto *name = std::get_if<NamePattern>(&first->form);
  if (!name || isParenthesised || !atAtomicPattern())
    return first;
  const Pattern *argument = parseAtomicPattern();
  return node<Pattern>(since(begin), ConstructorPattern{name->name, argument});
}

bool Parser::atAtomicPattern() const {
  switch (peek().kind) {
  case TokenKind::Underscore:
  case TokenKind::LiteralToken:
  case TokenKind::OpenBrace:
  case TokenKind::OpenParenthesis:
  case TokenKind::OpenBracket:
    return true;
  default:
    return atVector() || atValueName();
  }
}

/// [ pat₁, …, patₙ ]
std::vector<const Pattern *> Parser::parsePatternList() {
  Place begin = take().place;
  std::vector<const Pattern *> elements;
  if (!at(TokenKind::CloseBracket))
    do
      elements.push_back(parsePattern());
    while (takeIf(TokenKind::Comma));
  expect(TokenKind::CloseBracket, "to close this list pattern");
  if (elements.size() + depth > DeepestNesting)
    throw LimitReached{begin, "a list pattern has more than " + std::to_string(DeepestNesting) + " elements"};
  return elements;
}

/// atpat ::= #[ … ] | _ | scon | ⟨op⟩ longvid | { ⟨patrow⟩ } | ( ) | ( pat₁, …, patₙ ) | [ pat₁, …, patₙ ] | ( pat )
const Pattern *Parser::parseAtomicPattern() {
  Place begin = peek().place;
  switch (peek().kind) {
  case TokenKind::Underscore:
    take();
    return node<Pattern>(begin, WildcardPattern{});
  case TokenKind::LiteralToken: {
    const Literal &literal = list.literals[peek().index];
    if (literal.kind == Literal::Kind::Real)
      fail("a pattern cannot contain a real constant, as reals do not admit equality");
    take();
    return node<Pattern>(begin, LiteralPattern{literal});
  }
  case TokenKind::OpenBrace:
    return parseRecordPattern();
  case TokenKind::OpenParenthesis:
    return parseParenthesisedPattern();
  case TokenKind::OpenBracket: {
    ListPattern listPattern{parsePatternList()};
    return node<Pattern>(since(begin), std::move(listPattern));
  }
  default:
    break;
  }
  if (atVector()) {
    wantForm(options.annotations.vectorPatterns, "a pattern of a vector is a form", "allowVectorPats");
    take();
    VectorPattern vectorPattern{parsePatternList()};
    return node<Pattern>(since(begin), std::move(vectorPattern));
  }
  if (!atValueName())
    failExpected("a pattern");
  bool hasOp = takeIf(TokenKind::Op);
  if (hasOp && at(TokenKind::Equals)) {
    Name name = takeBoundEquals();
    return node<Pattern>(since(begin), NamePattern{{{}, name.symbol, name.place}, hasOp});
  }
  LongName name = parseLongName("a name");
  return node<Pattern>(since(begin), NamePattern{std::move(name), hasOp});
}

const Pattern *Parser::tuplePattern(Place place, const std::vector<const Pattern *> &components) {
  RecordPattern record{{}, false};
  for (const Pattern *component : components)
    record.fields.push_back({{Symbol::ofNumber(record.fields.size() + 1), component->place}, component});
  return node<Pattern>(place, std::move(record));
}

const Pattern *Parser::parseParenthesisedPattern() {
  Place begin = take().place;
  std::vector<const Pattern *> components;
  if (!at(TokenKind::CloseParenthesis))
    do
      components.push_back(parsePattern());
    while (takeIf(TokenKind::Comma));
  expect(TokenKind::CloseParenthesis, "to close this pattern");
  limitFields(components.size(), begin);
  if (components.size() != 1)
    return tuplePattern(since(begin), components);
  return components[0];
}

/// patrow ::= ... | lab = pat ⟨, patrow⟩ | vid ⟨: ty⟩ ⟨as pat⟩ ⟨, patrow⟩
const Pattern *Parser::parseRecordPattern() {
  Place begin = take().place;
  RecordPattern record{{}, false};
  if (!at(TokenKind::CloseBrace))
    do {
      record.isFlexible = takeIf(TokenKind::Ellipsis);
      if (!record.isFlexible)
        record.fields.push_back(parsePatternField());
    } while (!record.isFlexible && takeIf(TokenKind::Comma));
  expect(TokenKind::CloseBrace, "to close this record pattern");
  limitFields(record.fields.size(), begin);
  return node<Pattern>(since(begin), std::move(record));
}

PatternField Parser::parsePatternField() {
  Name label = parseLabel();
  if (takeIf(TokenKind::Equals))
    return {label, parsePattern()};
  // `{x, …}` stands for `{x = x, …}`, with a type and a layer if wanted.
  if (label.symbol.text()[0] >= '1' && label.symbol.text()[0] <= '9')
    failExpected("'=' and a pattern after the label");
  const auto *variable = node<Pattern>(label.place, NamePattern{{{}, label.symbol, label.place}, false});
  const TypeExpression *type = takeIf(TokenKind::Colon) ? parseType() : nullptr;
  if (takeIf(TokenKind::As)) {
    const Pattern *rest = parsePattern();
    return {label, node<Pattern>(since(label.place), LayeredPattern{label, type, rest})};
  }
  return {label, type ? node<Pattern>(since(label.place), ConstraintPattern{variable, type}) : variable};
}

} // namespace tactus::pml::syntax
