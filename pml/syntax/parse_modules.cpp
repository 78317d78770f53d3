//===- parse_modules.cpp - structures, signatures and functors ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser_internal.h"

namespace tactus::pml::syntax {

/// ⟨: sigexp⟩ | ⟨:> sigexp⟩
std::optional<Ascription> Parser::parseAscription() {
  if (!at(TokenKind::Colon) && !at(TokenKind::ColonGreater))
    return std::nullopt;
  bool isOpaque = take().kind == TokenKind::ColonGreater;
  return Ascription{parseSignatureExpression(), isOpaque};
}

/// structure strid ⟨: sigexp⟩ = strexp ⟨and strbind⟩
const Declaration *Parser::parseStructures() {
  Place begin = take().place;
  StructureDeclaration declaration;
  do {
    Name name = parseName("the name of a structure");
    std::optional<Ascription> ascription = parseAscription();
    expect(TokenKind::Equals, "after the structure's name");
    declaration.bindings.push_back({name, ascription, parseStructureExpression()});
  } while (takeIf(TokenKind::And));
  return node<Declaration>(since(begin), std::move(declaration));
}

/// signature sigid = sigexp ⟨and sigbind⟩
const Declaration *Parser::parseSignatures() {
  Place begin = take().place;
  SignatureDeclaration declaration;
  do {
    Name name = parseName("the name of a signature");
    expect(TokenKind::Equals, "after the signature's name");
    declaration.bindings.push_back({name, parseSignatureExpression()});
  } while (takeIf(TokenKind::And));
  return node<Declaration>(since(begin), std::move(declaration));
}

const Declaration *Parser::parseFunctors() {
  Place begin = take().place;
  FunctorDeclaration declaration;
  do
    declaration.bindings.push_back(parseFunctorBinding());
  while (takeIf(TokenKind::And));
  return node<Declaration>(since(begin), std::move(declaration));
}

/// funid ( strid : sigexp ) ⟨: sigexp⟩ = strexp | funid ( spec ) ⟨: sigexp⟩ = strexp
FunctorBinding Parser::parseFunctorBinding() {
  FunctorBinding binding{parseName("the name of a functor"), {}, nullptr, {}, nullptr};
  expect(TokenKind::OpenParenthesis, "before the functor's parameter");
  if (at(TokenKind::Identifier)) {
    binding.parameter = parseName("the functor's parameter");
    expect(TokenKind::Colon, "and a signature after the functor's parameter");
    binding.parameterSignature = parseSignatureExpression();
  } else {
    Place begin = peek().place;
    SignatureBody body{parseSpecifications()};
    binding.parameter.place = since(begin);
    binding.parameterSignature = node<SignatureExpression>(since(begin), std::move(body));
  }
  expect(TokenKind::CloseParenthesis, "after the functor's parameter");
  binding.ascription = parseAscription();
  expect(TokenKind::Equals, "before the functor's body");
  binding.body = parseStructureExpression();
  return binding;
}

/// strexp ::= structure atom ⟨: sigexp⟩* ⟨:> sigexp⟩*
const StructureExpression *Parser::parseStructureExpression() {
  Depth nesting(depth, DeepestNesting, peek().place, "structures are nested");
  Place begin = peek().place;
  const StructureExpression *structure = parseStructureAtom();
  for (uint32_t length = depth; at(TokenKind::Colon) || at(TokenKind::ColonGreater); ++length) {
    Depth level(length, DeepestNesting, peek().place, "signatures are ascribed");
    std::optional<Ascription> ascription = parseAscription();
    structure = node<StructureExpression>(since(begin), ConstraintStructure{structure, *ascription});
  }
  return structure;
}

/// struct strdec end | let strdec in strexp end | longstrid | funid ( strexp ) | funid ( strdec )
const StructureExpression *Parser::parseStructureAtom() {
  Place begin = peek().place;
  if (takeIf(TokenKind::Struct)) {
    StructureBody body{parseScopedDeclarations(Level::Structure)};
    expect(TokenKind::EndWord, "to close this 'struct'");
    return node<StructureExpression>(since(begin), std::move(body));
  }
  if (takeIf(TokenKind::Let)) {
    FixityScope::Mark scope = fixity.mark();
    std::vector<const Declaration *> declarations = parseDeclarations(Level::Structure);
    expect(TokenKind::In, "after the declarations of 'let'");
    const StructureExpression *body = parseStructureExpression();
    expect(TokenKind::EndWord, "to close this 'let'");
    fixity.leave(scope);
    return node<StructureExpression>(since(begin), LetStructure{std::move(declarations), body});
  }
  if (at(TokenKind::Identifier) && peek(1).kind == TokenKind::OpenParenthesis) {
    Name functor = parseName("a functor");
    take();
    const StructureExpression *argument = parseFunctorArgument();
    expect(TokenKind::CloseParenthesis, "after the functor's argument");
    return node<StructureExpression>(since(begin), FunctorApplication{functor, argument});
  }
  LongName name = parseLongName("a structure");
  return node<StructureExpression>(since(begin), StructureName{std::move(name)});
}

const StructureExpression *Parser::parseFunctorArgument() {
  if (!atDeclaration() && !at(TokenKind::CloseParenthesis) && !at(TokenKind::Semicolon))
    return parseStructureExpression();
  Place begin = peek().place;
  StructureBody body{parseScopedDeclarations(Level::Structure)};
  return node<StructureExpression>(since(begin), std::move(body));
}

/// sigexp ::= signature atom ⟨where type tyvarseq longtycon = ty ⟨and type …⟩*⟩*
const SignatureExpression *Parser::parseSignatureExpression() {
  Depth nesting(depth, DeepestNesting, peek().place, "signatures are nested");
  const SignatureExpression *signature = parseSignatureAtom();
  uint32_t length = depth;
  while (at(TokenKind::Where)) {
    do {
      take();
      signature = parseWhere(signature);
      if (++length > DeepestNesting)
        throw LimitReached{signature->place, "too many 'where type' in a row"};
    } while (at(TokenKind::And) && peek(1).kind == TokenKind::TypeWord);
  }
  return signature;
}

const SignatureExpression *Parser::parseSignatureAtom() {
  Place begin = peek().place;
  if (takeIf(TokenKind::Sig)) {
    SignatureBody body{parseSpecifications()};
    expect(TokenKind::EndWord, "to close this 'sig'");
    return node<SignatureExpression>(since(begin), std::move(body));
  }
  Name name = parseName("a signature");
  return node<SignatureExpression>(name.place, SignatureName{name});
}

/// type tyvarseq longtycon = ty
const SignatureExpression *Parser::parseWhere(const SignatureExpression *signature) {
  expect(TokenKind::TypeWord, "after 'where'");
  unguarded.emplace_back();
  WhereType where{signature, parseTypeVariables(), parseLongName("the name of a type"), nullptr};
  expect(TokenKind::Equals, "after the type's name");
  where.definition = parseType();
  unguarded.pop_back();
  return node<SignatureExpression>(since(signature->place), std::move(where));
}

} // namespace tactus::pml::syntax
