//===- parse_specifications.cpp - what stands in signatures --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser_internal.h"

namespace tactus::pml::syntax {

bool Parser::atSpecification() const {
  switch (peek().kind) {
  case TokenKind::Val:
  case TokenKind::TypeWord:
  case TokenKind::Eqtype:
  case TokenKind::Datatype:
  case TokenKind::Exception:
  case TokenKind::StructureWord:
  case TokenKind::Include:
  case TokenKind::Sharing:
    return true;
  default:
    return false;
  }
}

/// spec ::= ⟨specification ⟨;⟩⟩*
std::vector<const Specification *> Parser::parseSpecifications() {
  std::vector<const Specification *> specifications;
  unguarded.emplace_back();
  while (true) {
    if (takeIf(TokenKind::Semicolon))
      continue;
    if (!atSpecification())
      break;
    specifications.push_back(parseSpecification());
  }
  unguarded.pop_back();
  return specifications;
}

const Specification *Parser::parseSpecification() {
  Place begin = peek().place;
  auto finish = [&](auto form) { return node<Specification>(since(begin), std::move(form)); };
  switch (peek().kind) {
  case TokenKind::Val:
    return finish(parseValueSpecification());
  case TokenKind::TypeWord:
  case TokenKind::Eqtype:
    return finish(parseTypeSpecification());
  case TokenKind::StructureWord:
    return finish(parseStructureSpecification());
  case TokenKind::Include:
    return finish(parseIncludeSpecification());
  case TokenKind::Sharing:
    return finish(parseSharingSpecification());
  case TokenKind::Exception: {
    take();
    ExceptionSpecification specification;
    do {
      Name name = parseName("the name of an exception");
      specification.items.push_back({name, takeIf(TokenKind::Of) ? parseType() : nullptr});
    } while (takeIf(TokenKind::And));
    return finish(std::move(specification));
  }
  default:
    break;
  }
  take(); // datatype
  if (at(TokenKind::Identifier) && peek(1).kind == TokenKind::Equals && peek(2).kind == TokenKind::Datatype) {
    Name name = parseName("the name of a datatype");
    next += 2;
    return finish(ReplicationSpecification{{name, parseLongName("the name of the datatype that is copied")}});
  }
  return finish(DatatypeSpecification{parseDatatypeBody()});
}

/// val vid : ty ⟨and vid : ty⟩*
ValueSpecification Parser::parseValueSpecification() {
  take();
  ValueSpecification specification;
  do {
    Name name = parseName("the name of a value");
    expect(TokenKind::Colon, "after the value's name");
    specification.items.push_back({name, parseType()});
  } while (takeIf(TokenKind::And));
  return specification;
}

/// type tyvarseq tycon ⟨= ty⟩ ⟨and …⟩* | eqtype tyvarseq tycon ⟨and …⟩*
TypeSpecification Parser::parseTypeSpecification() {
  TypeSpecification specification{take().kind == TokenKind::Eqtype, {}};
  do {
    TypeBinding binding{parseTypeVariables(), parseName("the name of a type"), nullptr};
    if (specification.admitsEquality && at(TokenKind::Equals))
      fail("'eqtype' specifies a type that is not known; write 'type' for an abbreviation");
    if (takeIf(TokenKind::Equals))
      binding.type = parseType();
    specification.items.push_back(std::move(binding));
  } while (takeIf(TokenKind::And));
  return specification;
}

/// structure strid : sigexp ⟨and strid : sigexp⟩*
StructureSpecification Parser::parseStructureSpecification() {
  take();
  StructureSpecification specification;
  do {
    Name name = parseName("the name of a structure");
    expect(TokenKind::Colon, "after the structure's name");
    specification.items.push_back({name, parseSignatureExpression()});
  } while (takeIf(TokenKind::And));
  return specification;
}

/// include sigexp | include sigid₁ … sigidₙ
IncludeSpecification Parser::parseIncludeSpecification() {
  take();
  IncludeSpecification specification{{parseSignatureExpression()}};
  while (at(TokenKind::Identifier))
    specification.signatures.push_back(parseSignatureAtom());
  return specification;
}

/// sharing type longtycon₁ = … = longtyconₙ | sharing longstrid₁ = … = longstridₙ
SharingSpecification Parser::parseSharingSpecification() {
  take();
  SharingSpecification specification{takeIf(TokenKind::TypeWord), {}};
  const char *what = specification.ofTypes ? "the name of a type" : "the name of a structure";
  specification.names.push_back(parseLongName(what));
  do {
    expect(TokenKind::Equals, "and what is shared");
    specification.names.push_back(parseLongName(what));
  } while (at(TokenKind::Equals));
  return specification;
}

} // namespace tactus::pml::syntax
