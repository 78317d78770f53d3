//===- parse.cpp - the text of the PCall IR --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Declarations, in the grammar of ir.h's example; bodies of functions are in parse_function.cpp. Names may be used
// before they are declared: the first mention makes an entry, and the end of the text looks whether each has got its
// declaration. Constructors are looked up at the end, when all variants and variables have their types.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/parser.h"

namespace tactus::pml::ir {

void Parser::fail(const Token &where, const std::string &message) {
  throw ParseError{where.line, where.column, message};
}

bool Parser::accept(const char *text) {
  if ((token.kind != Token::Sign && token.kind != Token::Word) || token.text != text)
    return false;
  token = lexer.next();
  return true;
}

void Parser::expect(const char *text) {
  if (!accept(text))
    fail(token, std::string("expected '") + text + "'");
}

Token Parser::take(Token::Kind kind, const char *what) {
  if (token.kind != kind)
    fail(token, std::string("expected ") + what);
  Token taken = token;
  token = lexer.next();
  return taken;
}

/// A name behind its sign, in quotes or not, or a number.
Token Parser::name() {
  if (token.kind == Token::End || token.kind == Token::Sign)
    fail(token, "expected a name");
  Token taken = token;
  token = lexer.next();
  return taken;
}

int64_t Parser::integer() {
  Token number = take(Token::Number, "a number");
  return integerOf(number);
}

int64_t Parser::integerOf(const Token &number) {
  bool isNegative = number.text[0] == '-';
  uint64_t value = 0;
  for (size_t i = isNegative; i < number.text.size(); ++i) {
    char digit = number.text[i];
    if (digit < '0' || digit > '9' || __builtin_mul_overflow(value, uint64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(digit - '0'), &value))
      fail(number, "'" + number.text + "' is not a number of 64 bits");
  }
  return static_cast<int64_t>(isNegative ? -value : value);
}

uint32_t Parser::index(size_t limit) {
  Token number = take(Token::Number, "a number");
  int64_t value = integerOf(number);
  if (value < 0 || static_cast<uint64_t>(value) >= limit)
    fail(number, "'" + number.text + "' is out of range");
  return static_cast<uint32_t>(value);
}

uint32_t Parser::variantNamed(const Token &name) {
  return mention(variants, name, program.variants, [](Variant &variant, std::string text) { variant.name = text; });
}
uint32_t Parser::exceptionNamed(const Token &name) {
  return mention(exceptions, name, program.exceptions,
                 [](Exception &exception, std::string text) { exception.name = text; });
}
uint32_t Parser::globalNamed(const Token &name) {
  return mention(globals, name, program.globals, [this](Global &global, std::string text) {
    global.name = text;
    global.type = program.types.get(TypeKind::Unit);
  });
}
uint32_t Parser::importNamed(const Token &name) {
  return mention(imports, name, program.imports, [](Import &import, std::string text) { import.name = text; });
}
uint32_t Parser::functionNamed(const Token &name) {
  return mention(functions, name, program.functions,
                 [](Function &function, std::string text) { function.name = text; });
}

TypeRef Parser::type(unsigned depth) {
  constexpr unsigned MostNested = 200;
  if (depth > MostNested)
    fail(token, "the type is nested too deeply");
  if (accept("$"))
    return program.types.variant(variantNamed(name()));
  Token word = take(Token::Word, "a type");
  static constexpr std::pair<const char *, TypeKind> Simple[] = {
      {"unit", TypeKind::Unit},     {"bool", TypeKind::Bool}, {"i8", TypeKind::Int8},    {"i16", TypeKind::Int16},
      {"i32", TypeKind::Int32},     {"i64", TypeKind::Int64}, {"f32", TypeKind::Real32}, {"f64", TypeKind::Real64},
      {"intinf", TypeKind::IntInf}, {"exn", TypeKind::Exn},   {"tag", TypeKind::Tag}};
  for (auto [text, kind] : Simple)
    if (word.text == text)
      return program.types.get(kind);
  if (word.text == "string")
    return program.types.string();
  if (word.text != "ref" && word.text != "array" && word.text != "vector")
    fail(word, "there is no type '" + word.text + "'");
  expect("<");
  bool isFlat = word.text != "ref" && token.kind == Token::Sign && token.text == "(";
  TypeRef element = isFlat ? program.types.tuple(types(depth + 1)) : type(depth + 1);
  expect(">");
  if (word.text == "ref")
    return program.types.ref(element);
  return word.text == "array" ? program.types.array(element) : program.types.vector(element);
}

std::vector<TypeRef> Parser::types(unsigned depth) {
  std::vector<TypeRef> result;
  list([&] { result.push_back(type(depth)); });
  return result;
}

void Parser::variantDeclaration() {
  expect("$");
  Token declared = name();
  uint32_t index = variantNamed(declared);
  define(variants, declared);
  expect("=");
  expect("variant");
  expect("{");
  std::vector<Constructor> constructors;
  if (!accept("}")) {
    do {
      Token constructor = name();
      for (const Constructor &other : constructors)
        if (other.name == constructor.text)
          fail(constructor, "the variant has a constructor '" + constructor.text + "' already");
      constructors.push_back({constructor.text, types()});
    } while (accept(","));
    expect("}");
  }
  program.variants[index].constructors = std::move(constructors);
}

void Parser::declaration() {
  if (accept("file")) {
    program.files.push_back(take(Token::String, "a file's name in quotes").text);
  } else if (accept("type")) {
    variantDeclaration();
  } else if (accept("exception")) {
    expect("$");
    Token declared = name();
    uint32_t index = exceptionNamed(declared);
    define(exceptions, declared);
    program.exceptions[index].fields = types();
  } else if (accept("global")) {
    expect("@");
    Token declared = name();
    uint32_t index = globalNamed(declared);
    define(globals, declared);
    expect(":");
    program.globals[index].type = type();
  } else if (accept("import")) {
    expect("@");
    Token declared = name();
    uint32_t index = importNamed(declared);
    define(imports, declared);
    std::vector<TypeRef> parameters = types();
    program.imports[index].parameters = std::move(parameters);
    if (accept(":"))
      program.imports[index].result = type();
  } else if (accept("fun")) {
    functionDeclaration();
  } else {
    fail(token, "expected file, type, exception, global, import or fun");
  }
}

void Parser::run() {
  for (const Exception &predefined : program.exceptions) {
    Token builtIn;
    builtIn.text = predefined.name;
    exceptions[predefined.name] = {static_cast<uint32_t>(exceptions.size()), builtIn, true};
  }
  token = lexer.next();
  while (token.kind != Token::End)
    declaration();
  for (const auto *table : {&variants, &exceptions, &globals, &imports, &functions})
    for (const auto &[name, symbol] : *table)
      if (!symbol.isDefined)
        fail(symbol.mentioned, "'" + name + "' is not declared");
  for (const auto &lookUp : lookUps)
    lookUp();
}

std::optional<ParseError> parse(std::string_view text, Program &program) {
  try {
    Parser(text, program).run();
  } catch (ParseError &error) {
    return std::move(error);
  }
  return std::nullopt;
}

} // namespace tactus::pml::ir
