//===- parse_atoms.cpp - atomic expressions and primitives --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser_internal.h"

namespace tactus::pml::syntax {

bool Parser::atAtom() const {
  switch (peek().kind) {
  case TokenKind::LiteralToken:
  case TokenKind::OpenBrace:
  case TokenKind::OpenParenthesis:
  case TokenKind::OpenBracket:
  case TokenKind::Hash:
  case TokenKind::Let:
    return true;
  default:
    return atValueName();
  }
}

/// atexp ::= scon | ⟨op⟩ longvid | { ⟨exprow⟩ } | # lab | ( … ) | [ … ] | let dec in exp₁; …; expₙ end
const Expression *Parser::parseAtom() {
  Place begin = peek().place;
  switch (peek().kind) {
  case TokenKind::LiteralToken:
    return node<Expression>(begin, LiteralExpression{list.literals[take().index]});
  case TokenKind::OpenBrace:
    return parseRecord();
  case TokenKind::OpenParenthesis:
    return parseParenthesised();
  case TokenKind::OpenBracket:
    return parseList();
  case TokenKind::Let:
    return parseLet();
  case TokenKind::Hash: {
    if (atVector()) {
      wantForm(options.annotations.vectorExpressions, "a constant of a vector is a form", "allowVectorExps");
      take();
      VectorExpression elements{parseExpressionList()};
      return node<Expression>(since(begin), std::move(elements));
    }
    take();
    Name label = parseLabel();
    return node<Expression>(since(begin), SelectorExpression{label.symbol});
  }
  default:
    break;
  }
  if (atOperator(/*inPattern=*/false) && atSymbol("-"))
    fail("the infix operator '-' stands where a value is expected; write '~' for a negative number, as in '~5', or 'op "
         "-' "
         "for the function");
  if (atOperator(/*inPattern=*/false))
    fail("the infix operator '" + peek().name.text() + "' stands where a value is expected; write 'op " +
         peek().name.text() + "' for the function, or a value between two operators");
  if (!atValueName())
    failExpected("an expression");
  bool hasOp = takeIf(TokenKind::Op);
  if (hasOp && at(TokenKind::Equals))
    return node<Expression>(since(begin), NameExpression{longName(take()), hasOp});
  LongName name = parseLongName("a name");
  return node<Expression>(since(begin), NameExpression{std::move(name), hasOp});
}

const Expression *Parser::sequence(Place place, std::vector<const Expression *> steps) {
  return steps.size() == 1 ? steps[0] : node<Expression>(place, SequenceExpression{std::move(steps)});
}

/// ( ) | ( exp ) | ( exp₁, …, expₙ ) | ( exp₁; …; expₙ )
const Expression *Parser::parseParenthesised() {
  Place begin = take().place;
  RecordExpression record;
  if (takeIf(TokenKind::CloseParenthesis))
    return node<Expression>(since(begin), std::move(record));
  std::vector<const Expression *> parts{parseExpression()};
  bool isTuple = at(TokenKind::Comma);
  while (takeIf(TokenKind::Comma))
    parts.push_back(parseExpression());
  if (!isTuple)
    parseSteps(parts, TokenKind::CloseParenthesis);
  expect(TokenKind::CloseParenthesis, "to close this expression");
  if (!isTuple)
    return sequence(since(begin), std::move(parts));
  limitFields(parts.size(), begin);
  for (const Expression *part : parts)
    record.fields.push_back({{Symbol::ofNumber(record.fields.size() + 1), part->place}, part});
  return node<Expression>(since(begin), std::move(record));
}

/// lab = exp | vid ⟨: ty⟩
ExpressionField Parser::parseExpressionField() {
  Name label = parseLabel();
  bool isPun = !label.symbol.text().empty() && !(label.symbol.text()[0] >= '1' && label.symbol.text()[0] <= '9') &&
               (at(TokenKind::Comma) || at(TokenKind::Colon) || at(TokenKind::CloseBrace));
  if (!isPun) {
    expect(TokenKind::Equals, "after the label");
    return {label, parseExpression()};
  }
  wantForm(options.annotations.recordPuns, "a field that is a variable of the same name is a form",
           "allowRecordPunExps");
  const auto *variable = node<Expression>(label.place, NameExpression{{{}, label.symbol, label.place}, false});
  if (!takeIf(TokenKind::Colon))
    return {label, variable};
  const TypeExpression *type = parseType();
  return {label, node<Expression>(since(label.place), ConstraintExpression{variable, type})};
}

/// exprow ::= field ⟨, exprow⟩
const Expression *Parser::parseRecord() {
  Place begin = take().place;
  RecordExpression record;
  if (!at(TokenKind::CloseBrace))
    do
      record.fields.push_back(parseExpressionField());
    while (takeIf(TokenKind::Comma));
  expect(TokenKind::CloseBrace, "to close this record");
  limitFields(record.fields.size(), begin);
  return node<Expression>(since(begin), std::move(record));
}

/// [ exp₁, …, expₙ ]
const Expression *Parser::parseList() {
  Place begin = peek().place;
  ListExpression elements{parseExpressionList()};
  return node<Expression>(since(begin), std::move(elements));
}

std::vector<const Expression *> Parser::parseExpressionList() {
  take();
  std::vector<const Expression *> elements;
  if (!at(TokenKind::CloseBracket))
    do
      elements.push_back(parseExpression());
    while (takeIf(TokenKind::Comma));
  expect(TokenKind::CloseBracket, "to close this list");
  return elements;
}

const Expression *Parser::parseLet() {
  Place begin = take().place;
  FixityScope::Mark scope = fixity.mark();
  std::vector<const Declaration *> declarations = parseDeclarations(Level::Core);
  expect(TokenKind::In, "after the declarations of 'let'");
  Place bodyBegin = peek().place;
  std::vector<const Expression *> steps{parseExpression()};
  parseSteps(steps, TokenKind::EndWord);
  const Expression *body = sequence(since(bodyBegin), std::move(steps));
  expect(TokenKind::EndWord, "to close this 'let'");
  fixity.leave(scope);
  return node<Expression>(since(begin), LetExpression{std::move(declarations), body});
}

/// _prim "name" : ty | _import "name" : ty
const Expression *Parser::parsePrimitive() {
  Place begin = peek().place;
  bool isImport = take().kind == TokenKind::ImportWord;
  if (isImport && !options.annotations.foreignFunctions)
    diagnostics.error(begin, "the annotation 'allowFFI false' forbids _import here");
  if (!isImport && !options.allowsPrimitives)
    diagnostics.error(begin, "_prim is for the Basis library only; C functions are declared with _import");
  if (!at(TokenKind::LiteralToken) || list.literals[peek().index].kind != Literal::Kind::String)
    failExpected("the name in quotes");
  std::string name = list.literals[take().index].value;
  expect(TokenKind::Colon, "and the type after the name");
  return node<Expression>(since(begin), PrimitiveExpression{isImport, std::move(name), parseType()});
}

} // namespace tactus::pml::syntax
