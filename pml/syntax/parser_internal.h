//===- parser_internal.h - the parser's state and its functions ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Recursive descent; each function carries its production of the Definition's grammar, sections 2.8 and 3.4. An error
// is reported where it is found and thrown as SyntaxError; parseDeclarations catches it and goes on with the
// next declaration.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_PARSER_INTERNAL_H
#define TACTUS_PML_SYNTAX_PARSER_INTERNAL_H

#include "lexer.h"
#include "parser.h"
#include "pml/source/limits.h"

#include <algorithm>
#include <type_traits>

namespace tactus::pml::syntax {

/// Already reported.
struct SyntaxError {};

/// What may be declared where.
enum class Level : uint8_t { Core, Structure, Program };

class Parser {
public:
  Parser(TokenList tokenList, Arena &nodes, FixityScope &fixityScope, Diagnostics &collected,
         ParserOptions parserOptions)
      : list(std::move(tokenList)), arena(nodes), fixity(fixityScope), diagnostics(collected), options(parserOptions) {}

  std::vector<const Declaration *> parseWholeProgram();

private:
  TokenList list;
  Arena &arena;
  FixityScope &fixity;
  Diagnostics &diagnostics;
  ParserOptions options;
  size_t next = 0;
  uint32_t depth = 0;
  /// How many words that need an `end` have been taken, less those that have had it.
  uint32_t openBlocks = 0;
  /// The unguarded type variables of the value declarations around, the innermost last.
  std::vector<std::vector<Name>> unguarded;

  // Tokens
  [[nodiscard]] const Token &peek(size_t ahead = 0) const {
    return list.tokens[std::min(next + ahead, list.tokens.size() - 1)];
  }
  [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
  [[nodiscard]] bool atSymbol(const char *text) const {
    return at(TokenKind::Identifier) && peek().name == Symbol(text);
  }
  Token take();
  bool takeIf(TokenKind kind) {
    bool found = at(kind);
    if (found)
      take();
    return found;
  }
  [[nodiscard]] Place previousPlace() const { return list.tokens[next == 0 ? 0 : next - 1].place; }
  [[nodiscard]] Place since(Place begin) const { return cover(begin, previousPlace()); }
  Token expect(TokenKind kind, const char *after);
  [[noreturn]] void fail(const std::string &message);
  void wantForm(bool isAllowed, const char *what, const char *annotation);
  void takeOptionalBar();
  [[noreturn]] void failExpected(const std::string &what);

  template <typename Node, typename Form> const Node *node(Place place, Form form) {
    return arena.make<Node>(place, std::move(form));
  }

  /// Gives up at a record with too many fields.
  void limitFields(size_t count, Place place) const {
    if (count > MostFields)
      throw LimitReached{place, "a record or tuple has more than " + std::to_string(MostFields) + " fields"};
  }

  // Names
  Name parseName(const char *what);
  Name parseValueName(const char *what);
  Name takeBoundEquals();
  Name parseLabel();
  LongName parseLongName(const char *what);
  LongName longName(const Token &token) const;
  [[nodiscard]] bool atValueName() const;
  std::vector<Name> parseTypeVariables();

  // Types (parse_types.cpp)
  const TypeExpression *parseType();
  const TypeExpression *parseTupleType();
  const TypeExpression *parseConstructedType();
  const TypeExpression *parseRecordType();
  std::vector<TypeBinding> parseTypeBindings();
  DatatypeBinding parseDatatypeBinding();
  std::vector<DatatypeBinding> parseDatatypeBindings();
  std::vector<ConstructorBinding> parseConstructors();

  // Patterns (parse_patterns.cpp)
  const Pattern *parsePattern();
  const Pattern *parseAlternative();
  std::vector<const Pattern *> parsePatternList();
  const Pattern *parseInfixPattern();
  const Pattern *parseApplicationPattern();
  const Pattern *parseAtomicPattern();
  const Pattern *parseParenthesisedPattern();
  const Pattern *parseRecordPattern();
  PatternField parsePatternField();
  [[nodiscard]] bool atAtomicPattern() const;
  const Pattern *tuplePattern(Place place, const std::vector<const Pattern *> &components);

  // Expressions (parse_expressions.cpp, parse_atoms.cpp)
  const Expression *parseExpression();
  const Expression *parseOrelse();
  const Expression *parseAndalso();
  const Expression *parseTyped();
  const Expression *parseInfix();
  const Expression *parseApplication();
  const Expression *parsePrefix();
  const Expression *parseAtom();
  const Expression *parseParenthesised();
  const Expression *parseRecord();
  ExpressionField parseExpressionField();
  std::vector<const Expression *> parseExpressionList();
  void parseSteps(std::vector<const Expression *> &steps, TokenKind end);
  [[nodiscard]] bool atVector() const { return at(TokenKind::Hash) && peek(1).kind == TokenKind::OpenBracket; }
  const Expression *parseList();
  const Expression *parseLet();
  const Expression *parsePrimitive();
  std::vector<Rule> parseRules();
  [[nodiscard]] bool atAtom() const;
  [[nodiscard]] bool atPrefix() const;
  const Expression *sequence(Place place, std::vector<const Expression *> steps);
  const Expression *pair(const Expression *left, const Expression *right);

  // Operators (parser.cpp): what infix patterns and expressions have in common
  [[nodiscard]] bool atOperator(bool inPattern) const;
  [[nodiscard]] Fixity fixityHere() const { return fixity.find(peek().name); }

  template <typename Node, typename Combine>
  const Node *parseOperators(const Node *(Parser::*parseOperand)(), Combine combine);

  // Declarations (parse_declarations.cpp, parse_functions.cpp)
  std::vector<const Declaration *> parseDeclarations(Level level);
  void parseNextDeclaration(Level level, std::vector<const Declaration *> &declarations);
  /// Declarations whose fixity directives end with them, unless they are kept.
  std::vector<const Declaration *> parseScopedDeclarations(Level level, FixityList *kept = nullptr);
  const Declaration *parseDeclaration(Level level);
  const Declaration *parseModuleDeclaration(Level level, Place begin);
  const Declaration *parseValueDeclaration();
  const Declaration *parseTypeDeclaration();
  const Declaration *parseDatatype();
  const Declaration *parseAbstype();
  DatatypeDeclaration parseDatatypeBody();
  const Declaration *parseExceptions();
  const Declaration *parseLocal(Level level);
  const Declaration *parseOpen();
  const Declaration *parseFixity();
  const Declaration *parseOverload();
  const Declaration *parseTopExpression();
  const Declaration *parseDo();
  const Declaration *parseFunctionDeclaration();
  FunctionBinding parseFunctionBinding();
  Clause parseClause();
  void parseInfixClauseHead(Clause &clause);
  [[nodiscard]] bool atInfixClause() const;
  [[nodiscard]] bool atDeclaration() const;
  void skipToDeclaration(uint32_t blocks);

  // Modules (parse_modules.cpp)
  const Declaration *parseStructures();
  const Declaration *parseSignatures();
  const Declaration *parseFunctors();
  FunctorBinding parseFunctorBinding();
  std::optional<Ascription> parseAscription();
  const StructureExpression *parseStructureExpression();
  const StructureExpression *parseStructureAtom();
  const StructureExpression *parseFunctorArgument();
  const SignatureExpression *parseSignatureExpression();
  const SignatureExpression *parseSignatureAtom();
  const SignatureExpression *parseWhere(const SignatureExpression *signature);
  std::vector<const Specification *> parseSpecifications();
  const Specification *parseSpecification();
  ValueSpecification parseValueSpecification();
  TypeSpecification parseTypeSpecification();
  StructureSpecification parseStructureSpecification();
  IncludeSpecification parseIncludeSpecification();
  SharingSpecification parseSharingSpecification();
  [[nodiscard]] bool atSpecification() const;
};

/// Resolves a sequence of operands and operators. Operators that are waiting for their right operand have rising
/// precedences, and are kept on a stack instead of in the recursion, as sequences can be long.
template <typename Node, typename Combine>
const Node *Parser::parseOperators(const Node *(Parser::*parseOperand)(), Combine combine) {
  struct Waiting {
    const Node *left;
    Token token;
    Fixity fixity;
  };
  std::vector<Waiting> stack;
  const Node *operand = (this->*parseOperand)();
  auto reduceWhile = [&](auto binds) {
    while (!stack.empty() && binds(stack.back().fixity)) {
      operand = combine(stack.back().token, stack.back().left, operand);
      stack.pop_back();
    }
  };
  uint32_t operators = 0;
  while (atOperator(std::is_same_v<Node, Pattern>)) {
    Fixity here = fixityHere();
    reduceWhile([&](Fixity before) { return before.precedence > here.precedence; });
    if (!stack.empty() && stack.back().fixity.precedence == here.precedence &&
        stack.back().fixity.isRight != here.isRight)
      fail("'" + peek().name.text() + "' associates to the " + (here.isRight ? "right" : "left") + " and '" +
           stack.back().token.name.text() + "' to the " + (here.isRight ? "left" : "right") +
           ", with the same precedence; add parentheses");
    reduceWhile([&](Fixity before) { return before.precedence == here.precedence && !before.isRight; });
    if (++operators + depth > DeepestNesting)
      throw LimitReached{peek().place, "more than " + std::to_string(DeepestNesting) +
                                           " operators in a row; take the expression apart with declarations"};
    Token token = take();
    stack.push_back({operand, token, here});
    operand = (this->*parseOperand)();
  }
  reduceWhile([](Fixity) { return true; });
  return operand;
}

} // namespace tactus::pml::syntax

#endif
