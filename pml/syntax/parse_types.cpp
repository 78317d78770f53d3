//===- parse_types.cpp - type expressions, bindings of types and datatypes -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser_internal.h"

namespace tactus::pml::syntax {

/// ty ::= tuple type | tuple type -> ty
const TypeExpression *Parser::parseType() {
  Depth level(depth, DeepestNesting, peek().place, "types are nested");
  Place begin = peek().place;
  const TypeExpression *from = parseTupleType();
  if (!takeIf(TokenKind::Arrow))
    return from;
  const TypeExpression *to = parseType();
  return node<TypeExpression>(since(begin), FunctionTypeExpression{from, to});
}

/// tuple type ::= consty₁ * … * constyₙ
const TypeExpression *Parser::parseTupleType() {
  Place begin = peek().place;
  std::vector<const TypeExpression *> components{parseConstructedType()};
  while (atSymbol("*")) {
    take();
    components.push_back(parseConstructedType());
  }
  if (components.size() == 1)
    return components[0];
  limitFields(components.size(), begin);
  RecordTypeExpression record;
  for (const TypeExpression *component : components)
    record.fields.push_back({{Symbol::ofNumber(record.fields.size() + 1), component->place}, component});
  return node<TypeExpression>(since(begin), std::move(record));
}

/// consty ::= tyvar | { tyrow } | tyseq longtycon | ( ty )
const TypeExpression *Parser::parseConstructedType() {
  Place begin = peek().place;
  std::vector<const TypeExpression *> arguments;
  if (at(TokenKind::TypeVariable)) {
    Token token = take();
    if (!unguarded.empty()) {
      std::vector<Name> &seen = unguarded.back();
      bool isNew = std::none_of(seen.begin(), seen.end(), [&](const Name &name) { return name.symbol == token.name; });
      if (isNew)
        seen.push_back({token.name, token.place});
    }
    arguments.push_back(node<TypeExpression>(token.place, TypeVariableUse{token.name}));
  } else if (at(TokenKind::OpenBrace)) {
    arguments.push_back(parseRecordType());
  } else if (takeIf(TokenKind::OpenParenthesis)) {
    do
      arguments.push_back(parseType());
    while (takeIf(TokenKind::Comma));
    expect(TokenKind::CloseParenthesis, "to close this type");
    if (arguments.size() > 1 && !at(TokenKind::Identifier) && !at(TokenKind::LongName))
      failExpected("the type that takes these arguments");
  } else if (!at(TokenKind::Identifier) && !at(TokenKind::LongName)) {
    failExpected("a type");
  }
  uint32_t applied = 0;
  while (at(TokenKind::LongName) || (at(TokenKind::Identifier) && !atSymbol("*"))) {
    if (++applied + depth > DeepestNesting)
      throw LimitReached{begin, "more than " + std::to_string(DeepestNesting) + " type constructors in a row"};
    LongName constructor = longName(take());
    const auto *type =
        node<TypeExpression>(since(begin), ConstructedTypeExpression{std::move(arguments), std::move(constructor)});
    arguments = {type};
  }
  return arguments.empty() ? (failExpected("a type"), nullptr) : arguments[0];
}

/// { lab₁ : ty₁, …, labₙ : tyₙ }
const TypeExpression *Parser::parseRecordType() {
  Place begin = take().place;
  RecordTypeExpression record;
  if (!at(TokenKind::CloseBrace))
    do {
      Name label = parseLabel();
      expect(TokenKind::Colon, "after the label");
      record.fields.push_back({label, parseType()});
    } while (takeIf(TokenKind::Comma));
  expect(TokenKind::CloseBrace, "to close this record type");
  limitFields(record.fields.size(), begin);
  return node<TypeExpression>(since(begin), std::move(record));
}

/// typbind ::= tyvarseq tycon = ty ⟨and typbind⟩
std::vector<TypeBinding> Parser::parseTypeBindings() {
  std::vector<TypeBinding> bindings;
  unguarded.emplace_back(); // what stands here is bound here
  do {
    std::vector<Name> parameters = parseTypeVariables();
    Name name = parseName("the name of a type");
    expect(TokenKind::Equals, "after the type's name");
    bindings.push_back({std::move(parameters), name, parseType()});
  } while (takeIf(TokenKind::And));
  unguarded.pop_back();
  return bindings;
}

/// conbind ::= ⟨op⟩ vid ⟨of ty⟩ ⟨| conbind⟩
std::vector<ConstructorBinding> Parser::parseConstructors() {
  std::vector<ConstructorBinding> constructors;
  takeOptionalBar();
  do {
    Name name = parseValueName("the name of a constructor");
    constructors.push_back({name, takeIf(TokenKind::Of) ? parseType() : nullptr});
  } while (takeIf(TokenKind::Bar));
  return constructors;
}

/// tyvarseq tycon = conbind
DatatypeBinding Parser::parseDatatypeBinding() {
  std::vector<Name> parameters = parseTypeVariables();
  Name name = parseName("the name of a datatype");
  expect(TokenKind::Equals, "after the datatype's name");
  return {std::move(parameters), name, parseConstructors()};
}

/// datbind ::= tyvarseq tycon = conbind ⟨and datbind⟩
std::vector<DatatypeBinding> Parser::parseDatatypeBindings() {
  std::vector<DatatypeBinding> bindings;
  unguarded.emplace_back();
  do
    bindings.push_back(parseDatatypeBinding());
  while (takeIf(TokenKind::And));
  unguarded.pop_back();
  return bindings;
}

} // namespace tactus::pml::syntax
