//===- parse_declarations.cpp - declarations, and going on after an error -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser_internal.h"

namespace tactus::pml::syntax {

bool Parser::atDeclaration() const {
  switch (peek().kind) {
  case TokenKind::Val:
  case TokenKind::Fun:
  case TokenKind::TypeWord:
  case TokenKind::Datatype:
  case TokenKind::Abstype:
  case TokenKind::Exception:
  case TokenKind::Local:
  case TokenKind::Open:
  case TokenKind::Infix:
  case TokenKind::Infixr:
  case TokenKind::Nonfix:
  case TokenKind::OverloadWord:
  case TokenKind::Do:
  case TokenKind::StructureWord:
  case TokenKind::SignatureWord:
  case TokenKind::Functor:
    return true;
  default:
    return false;
  }
}

/// dec ::= ⟨declaration ⟨;⟩⟩*, up to a token that begins none
std::vector<const Declaration *> Parser::parseDeclarations(Level level) {
  Depth nesting(depth, DeepestNesting, peek().place, "declarations are nested");
  std::vector<const Declaration *> declarations;
  while (true) {
    Place begin = peek().place;
    if (takeIf(TokenKind::Semicolon)) {
      if (level == Level::Program)
        declarations.push_back(node<Declaration>(begin, EndOfTopDeclaration{}));
      continue;
    }
    bool isExpression = level == Level::Program && (atAtom() || atPrefix());
    if (!atDeclaration() && !isExpression)
      break;
    if (level == Level::Core)
      declarations.push_back(parseDeclaration(level));
    else
      parseNextDeclaration(level, declarations);
  }
  return declarations;
}

/// A declaration of a structure or program. After an error in it the next one is looked for.
void Parser::parseNextDeclaration(Level level, std::vector<const Declaration *> &declarations) {
  FixityScope::Mark scope = fixity.mark();
  size_t collectors = unguarded.size();
  uint32_t blocks = openBlocks;
  try {
    declarations.push_back(atDeclaration() ? parseDeclaration(level) : parseTopExpression());
    // An expression ends at the file's end or before a semicolon; nothing else can follow a declaration either.
    bool ends =
        at(TokenKind::End) || at(TokenKind::Semicolon) || atDeclaration() ||
        (level == Level::Structure && (at(TokenKind::EndWord) || at(TokenKind::In) || at(TokenKind::CloseParenthesis)));
    if (!ends)
      failExpected("a declaration");
  } catch (const SyntaxError &) {
    fixity.leave(scope);
    unguarded.resize(collectors);
    skipToDeclaration(blocks);
  }
}

/// Skips what is left of a wrong declaration: to the next one that stands in the same block, or to the block's end.
void Parser::skipToDeclaration(uint32_t blocks) {
  while (!at(TokenKind::End)) {
    if (openBlocks <= blocks && (atDeclaration() || at(TokenKind::EndWord) || at(TokenKind::Semicolon)))
      return;
    take();
  }
}

std::vector<const Declaration *> Parser::parseScopedDeclarations(Level level, FixityList *kept) {
  FixityScope::Mark scope = fixity.mark();
  std::vector<const Declaration *> declarations = parseDeclarations(level);
  FixityList made = fixity.leave(scope);
  if (kept)
    *kept = std::move(made);
  return declarations;
}

const Declaration *Parser::parseDeclaration(Level level) {
  Place begin = peek().place;
  switch (peek().kind) {
  case TokenKind::Val:
    return parseValueDeclaration();
  case TokenKind::Fun:
    return parseFunctionDeclaration();
  case TokenKind::TypeWord:
    return parseTypeDeclaration();
  case TokenKind::Datatype:
    return parseDatatype();
  case TokenKind::Abstype:
    return parseAbstype();
  case TokenKind::Exception:
    return parseExceptions();
  case TokenKind::Local:
    return parseLocal(level);
  case TokenKind::Open:
    return parseOpen();
  case TokenKind::OverloadWord:
    return parseOverload();
  case TokenKind::Do:
    return parseDo();
  case TokenKind::StructureWord:
  case TokenKind::SignatureWord:
  case TokenKind::Functor:
    return parseModuleDeclaration(level, begin);
  default:
    return parseFixity();
  }
}

const Declaration *Parser::parseModuleDeclaration(Level level, Place begin) {
  if (at(TokenKind::StructureWord)) {
    if (level == Level::Core)
      diagnostics.error(begin,
                        "a structure cannot be declared in a 'let' of the core language; move it out of the 'let'");
    return parseStructures();
  }
  bool isSignature = at(TokenKind::SignatureWord);
  if (level != Level::Program)
    diagnostics.error(begin, std::string(isSignature ? "a signature" : "a functor") +
                                 " can be declared at the top level only; move it out of what stands around it");
  return isSignature ? parseSignatures() : parseFunctors();
}

/// val tyvarseq valbind, valbind ::= ⟨rec⟩ pat = exp ⟨and valbind⟩
const Declaration *Parser::parseValueDeclaration() {
  Place begin = take().place;
  ValueDeclaration declaration;
  declaration.typeVariables = parseTypeVariables();
  unguarded.emplace_back();
  bool isRecursive = false;
  do {
    Place bindingBegin = peek().place;
    while (takeIf(TokenKind::Rec))
      isRecursive = true;
    const Pattern *pattern = parsePattern();
    expect(TokenKind::Equals, "after the pattern");
    const Expression *value = parseExpression();
    declaration.bindings.push_back({pattern, value, isRecursive, since(bindingBegin)});
  } while (takeIf(TokenKind::And));
  declaration.unguarded = std::move(unguarded.back());
  unguarded.pop_back();
  return node<Declaration>(since(begin), std::move(declaration));
}

/// do exp, which is val () = exp
const Declaration *Parser::parseDo() {
  Place begin = peek().place;
  wantForm(options.annotations.doDeclarations, "a declaration 'do' is a form", "allowDoDecls");
  take();
  ValueDeclaration declaration;
  unguarded.emplace_back();
  const Expression *value = parseExpression();
  declaration.unguarded = std::move(unguarded.back());
  unguarded.pop_back();
  declaration.bindings.push_back({node<Pattern>(begin, RecordPattern{{}, false}), value, false, value->place});
  return node<Declaration>(since(begin), std::move(declaration));
}

/// An expression at the top level declares `it`.
const Declaration *Parser::parseTopExpression() {
  Place begin = peek().place;
  ValueDeclaration declaration;
  unguarded.emplace_back();
  const Expression *value = parseExpression();
  declaration.unguarded = std::move(unguarded.back());
  unguarded.pop_back();
  const auto *it = node<Pattern>(begin, NamePattern{{{}, Symbol("it"), begin}, false});
  declaration.bindings.push_back({it, value, false, value->place});
  return node<Declaration>(since(begin), std::move(declaration));
}

const Declaration *Parser::parseTypeDeclaration() {
  Place begin = take().place;
  TypeDeclaration declaration{parseTypeBindings()};
  return node<Declaration>(since(begin), std::move(declaration));
}

/// datbind ⟨withtype typbind⟩
DatatypeDeclaration Parser::parseDatatypeBody() {
  DatatypeDeclaration declaration{parseDatatypeBindings(), {}};
  if (takeIf(TokenKind::Withtype))
    declaration.abbreviations = parseTypeBindings();
  return declaration;
}

/// datatype datbind ⟨withtype typbind⟩ | datatype tycon = datatype longtycon
const Declaration *Parser::parseDatatype() {
  Place begin = take().place;
  if (at(TokenKind::Identifier) && peek(1).kind == TokenKind::Equals && peek(2).kind == TokenKind::Datatype) {
    Name name = parseName("the name of a datatype");
    next += 2;
    LongName original = parseLongName("the name of the datatype that is copied");
    return node<Declaration>(since(begin), DatatypeReplication{name, std::move(original)});
  }
  DatatypeDeclaration declaration = parseDatatypeBody();
  return node<Declaration>(since(begin), std::move(declaration));
}

/// abstype datbind ⟨withtype typbind⟩ with dec end
const Declaration *Parser::parseAbstype() {
  Place begin = take().place;
  AbstypeDeclaration declaration{parseDatatypeBody(), {}};
  expect(TokenKind::With, "after the types of 'abstype'");
  declaration.declarations = parseDeclarations(Level::Core);
  expect(TokenKind::EndWord, "to close this 'abstype'");
  return node<Declaration>(since(begin), std::move(declaration));
}

/// exbind ::= ⟨op⟩ vid ⟨of ty⟩ ⟨and exbind⟩ | ⟨op⟩ vid = ⟨op⟩ longvid ⟨and exbind⟩
const Declaration *Parser::parseExceptions() {
  Place begin = take().place;
  ExceptionDeclaration declaration;
  do {
    ExceptionBinding binding{parseValueName("the name of an exception"), nullptr, {}};
    if (takeIf(TokenKind::Of))
      binding.argument = parseType();
    else if (takeIf(TokenKind::Equals)) {
      takeIf(TokenKind::Op);
      binding.original = parseLongName("the name of an exception");
    }
    declaration.bindings.push_back(std::move(binding));
  } while (takeIf(TokenKind::And));
  return node<Declaration>(since(begin), std::move(declaration));
}

/// local dec₁ in dec₂ end
const Declaration *Parser::parseLocal(Level level) {
  Place begin = take().place;
  Level inside = level == Level::Core ? Level::Core : Level::Structure;
  FixityScope::Mark scope = fixity.mark();
  LocalDeclaration declaration;
  declaration.hidden = parseDeclarations(inside);
  expect(TokenKind::In, "after the hidden declarations of 'local'");
  FixityList kept;
  declaration.declarations = parseScopedDeclarations(inside, &kept);
  expect(TokenKind::EndWord, "to close this 'local'");
  fixity.leave(scope);
  fixity.bindAll(kept);
  return node<Declaration>(since(begin), std::move(declaration));
}

/// open longstrid₁ … longstridₙ
const Declaration *Parser::parseOpen() {
  Place begin = take().place;
  OpenDeclaration declaration;
  do
    declaration.structures.push_back(parseLongName("the name of a structure"));
  while (at(TokenKind::Identifier) || at(TokenKind::LongName));
  return node<Declaration>(since(begin), std::move(declaration));
}

/// infix ⟨d⟩ vid₁ … vidₙ | infixr ⟨d⟩ vid₁ … vidₙ | nonfix vid₁ … vidₙ
const Declaration *Parser::parseFixity() {
  Place begin = peek().place;
  TokenKind word = take().kind;
  FixityDeclaration declaration{word == TokenKind::Infix    ? FixityDeclaration::Kind::Infix
                                : word == TokenKind::Infixr ? FixityDeclaration::Kind::Infixr
                                                            : FixityDeclaration::Kind::Nonfix,
                                0,
                                {}};
  if (word != TokenKind::Nonfix && at(TokenKind::LiteralToken)) {
    const std::string &digit = peek().name.text();
    if (digit.size() != 1 || digit[0] < '0' || digit[0] > '9')
      fail("the precedence of an infix operator is one digit");
    declaration.precedence = static_cast<unsigned>(digit[0] - '0');
    take();
  }
  if (!at(TokenKind::Identifier) && !at(TokenKind::Equals))
    failExpected("a name");
  while (at(TokenKind::Identifier) || at(TokenKind::Equals)) {
    Token token = take();
    declaration.names.push_back({token.name, token.place});
    fixity.bind(token.name, {word != TokenKind::Nonfix, word == TokenKind::Infixr, declaration.precedence});
  }
  return node<Declaration>(since(begin), std::move(declaration));
}

/// _overload vid : ty as longvid₁ and … and longvidₙ
const Declaration *Parser::parseOverload() {
  Place begin = take().place;
  if (!options.allowsPrimitives && !options.annotations.overloading)
    diagnostics.error(begin, "_overload has to be allowed by the annotation 'allowOverload true'");
  OverloadDeclaration declaration{parseValueName("the name of an overloaded value"), nullptr, {}};
  expect(TokenKind::Colon, "after the name");
  declaration.type = parseType();
  expect(TokenKind::As, "before the alternatives");
  do
    declaration.alternatives.push_back(parseLongName("the name of an alternative"));
  while (takeIf(TokenKind::And));
  return node<Declaration>(since(begin), std::move(declaration));
}

} // namespace tactus::pml::syntax
