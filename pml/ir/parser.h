//===- parser.h - the parser of the PCall IR, inside ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_PARSER_H
#define TACTUS_PML_IR_PARSER_H

#include "pml/ir/lexer.h"

#include <functional>
#include <map>

namespace tactus::pml::ir {

class Parser {
public:
  Parser(std::string_view text, Program &program) : lexer(text), program(program) {}

  /// Throws ParseError.
  void run();

private:
  struct Symbol {
    uint32_t index = 0;
    Token mentioned;
    bool isDefined = false;
  };
  using Symbols = std::map<std::string, Symbol>;

  Lexer lexer;
  Program &program;
  Token token;
  Symbols variants, exceptions, globals, imports, functions;
  /// What has to wait for the end of the text.
  std::vector<std::function<void()>> lookUps;

  // Of the function that is being read.
  uint32_t function = 0;
  /// The number of the block in the text, and of the statement in it.
  size_t currentBlock = 0, statementOfBlock = 0;
  Symbols variables, blocks;

  [[noreturn]] static void fail(const Token &where, const std::string &message);
  bool accept(const char *text);
  void expect(const char *text);
  Token take(Token::Kind kind, const char *what);
  Token name();
  int64_t integer();
  static int64_t integerOf(const Token &number);
  uint32_t index(size_t limit);
  /// In parentheses, separated by commas.
  template <typename Element> void list(Element element) {
    expect("(");
    if (accept(")"))
      return;
    do
      element();
    while (accept(","));
    expect(")");
  }

  template <typename List, typename Name>
  uint32_t mention(Symbols &symbols, const Token &name, List &entries, Name setName) {
    auto [place, isNew] = symbols.try_emplace(name.text, Symbol{static_cast<uint32_t>(entries.size()), name, false});
    if (isNew) {
      entries.emplace_back();
      setName(entries.back(), name.text);
    }
    return place->second.index;
  }
  static void define(Symbols &symbols, const Token &name) {
    Symbol &symbol = symbols.find(name.text)->second;
    if (symbol.isDefined)
      fail(name, "'" + name.text + "' is declared twice");
    symbol.isDefined = true;
  }

  uint32_t variantNamed(const Token &name);
  uint32_t exceptionNamed(const Token &name);
  uint32_t globalNamed(const Token &name);
  uint32_t importNamed(const Token &name);
  uint32_t functionNamed(const Token &name);

  TypeRef type(unsigned depth = 0);
  std::vector<TypeRef> types(unsigned depth = 0);
  void variantDeclaration();
  void declaration();

  // parse_function.cpp
  Function &current() { return program.functions[function]; }
  Place place();
  Variable variableNamed(const Token &name);
  Variable use();
  std::vector<Variable> uses();
  Variable definition();
  std::vector<Variable> definitions();
  BlockIndex label();
  Target target();
  void functionDeclaration();
  void block();
  void statement(Block &block);
  void constant(Statement &statement);
  void subject(Statement &statement);
  void lookUpConstructor(const Token &constructor, size_t block, size_t statement);
  /// Whether the block ends with it.
  bool transfer(Block &block);
  void choice(Transfer &transfer);
  uint32_t callee();
};

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_PARSER_H
