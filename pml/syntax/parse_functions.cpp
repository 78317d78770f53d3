//===- parse_functions.cpp - clauses of fun -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser_internal.h"

namespace tactus::pml::syntax {

/// fun tyvarseq fvalbind, fvalbind ::= clauses ⟨and fvalbind⟩
const Declaration *Parser::parseFunctionDeclaration() {
  Place begin = take().place;
  FunctionDeclaration declaration;
  declaration.typeVariables = parseTypeVariables();
  unguarded.emplace_back();
  do
    declaration.bindings.push_back(parseFunctionBinding());
  while (takeIf(TokenKind::And));
  declaration.unguarded = std::move(unguarded.back());
  unguarded.pop_back();
  return node<Declaration>(since(begin), std::move(declaration));
}

FunctionBinding Parser::parseFunctionBinding() {
  FunctionBinding binding;
  takeOptionalBar();
  do
    binding.clauses.push_back(parseClause());
  while (takeIf(TokenKind::Bar));
  const Clause &first = binding.clauses[0];
  for (const Clause &clause : binding.clauses) {
    if (clause.function.symbol != first.function.symbol)
      diagnostics.error(clause.function.place,
                        "the clauses of a function all begin with its name, '" + first.function.symbol.text() + "'",
                        {{first.function.place, "the first clause is here"}});
    if (clause.parameters.size() != first.parameters.size())
      diagnostics.error(clause.place,
                        "this clause has " + std::to_string(clause.parameters.size()) +
                            " arguments, but the first has " + std::to_string(first.parameters.size()),
                        {{first.place, "the first clause is here"}});
  }
  return binding;
}

/// ⟨op⟩ vid atpat₁ … atpatₙ ⟨: ty⟩ = exp, or one of the forms for infix operators
Clause Parser::parseClause() {
  Place begin = peek().place;
  Clause clause{};
  if (at(TokenKind::OpenParenthesis) || atInfixClause())
    parseInfixClauseHead(clause);
  else {
    bool hasOp = at(TokenKind::Op);
    if (!hasOp && atOperator(/*inPattern=*/true))
      fail("'" + peek().name.text() + "' is infix; write its clause as 'x " + peek().name.text() + " y = …' or 'op " +
           peek().name.text() + " (x, y) = …'");
    clause.function = parseValueName("the name of a function");
  }
  while (atAtomicPattern())
    clause.parameters.push_back(parseAtomicPattern());
  if (clause.parameters.empty())
    failExpected("an argument of the function '" + clause.function.symbol.text() + "'");
  clause.resultType = takeIf(TokenKind::Colon) ? parseType() : nullptr;
  expect(TokenKind::Equals, "after the arguments of the function");
  clause.body = parseExpression();
  clause.place = since(begin);
  return clause;
}

/// Whether an atomic pattern and an infix operator stand here.
bool Parser::atInfixClause() const {
  size_t ahead = 0;
  uint32_t open = 0;
  do {
    switch (peek(ahead).kind) {
    case TokenKind::OpenParenthesis:
    case TokenKind::OpenBracket:
    case TokenKind::OpenBrace:
      ++open;
      break;
    case TokenKind::CloseParenthesis:
    case TokenKind::CloseBracket:
    case TokenKind::CloseBrace:
      open -= open > 0;
      break;
    case TokenKind::Op:
      ahead += open == 0;
      break;
    case TokenKind::End:
      return false;
    default:
      break;
    }
    ++ahead;
  } while (open > 0);
  return peek(ahead).kind == TokenKind::Identifier && fixity.find(peek(ahead).name).isInfix;
}

/// ( atpat₁ vid atpat₂ ) atpat₃ … | atpat₁ vid atpat₂
void Parser::parseInfixClauseHead(Clause &clause) {
  Place begin = peek().place;
  bool isParenthesised = !atInfixClause();
  if (isParenthesised)
    take();
  const Pattern *left = parseAtomicPattern();
  if (!atOperator(/*inPattern=*/true))
    failExpected("an infix operator that this function defines");
  clause.function = parseName("an infix operator");
  const Pattern *right = parseAtomicPattern();
  if (isParenthesised)
    expect(TokenKind::CloseParenthesis, "after the operator's arguments");
  clause.parameters.push_back(tuplePattern(since(begin), {left, right}));
  if (!isParenthesised && atAtomicPattern())
    fail("a function whose operator takes further arguments is written with parentheses: '(x op y) z = …'");
}

} // namespace tactus::pml::syntax
