//===- parse_function.cpp - the text of a function of the PCall IR -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/parser.h"

#include <bit>
#include <cctype>
#include <cstdlib>

namespace tactus::pml::ir {

/// What print() has put behind a name to tell it from others.
static std::string withoutNumber(const std::string &name) {
  size_t end = name.size();
  while (end > 0 && isdigit(static_cast<unsigned char>(name[end - 1])))
    --end;
  if (end == 0)
    return "";
  return end < name.size() && name[end - 1] == '.' ? name.substr(0, end - 1) : name;
}

Place Parser::place() {
  Place place;
  if (!accept("!"))
    return place;
  place.file = index(program.files.size());
  expect(":");
  place.line = index(UINT32_MAX);
  expect(":");
  place.column = index(UINT32_MAX);
  return place;
}

Variable Parser::variableNamed(const Token &name) {
  return mention(variables, name, current().variables, [this](VariableInfo &variable, const std::string &text) {
    variable = {program.types.get(TypeKind::Unit), withoutNumber(text)};
  });
}

Variable Parser::use() {
  expect("%");
  return variableNamed(name());
}

std::vector<Variable> Parser::uses() {
  std::vector<Variable> result;
  list([&] { result.push_back(use()); });
  return result;
}

Variable Parser::definition() {
  expect("%");
  Token defined = name();
  Variable variable = variableNamed(defined);
  define(variables, defined);
  expect(":");
  current().variables[variable].type = type();
  return variable;
}

std::vector<Variable> Parser::definitions() {
  std::vector<Variable> result;
  list([&] { result.push_back(definition()); });
  return result;
}

/// Blocks are numbered by their first mention here, and sorted by their places in the text at the end.
BlockIndex Parser::label() {
  expect("^");
  return mention(blocks, name(), current().blocks,
                 [](Block &block, const std::string &text) { block.name = withoutNumber(text); });
}

Target Parser::target() {
  Target target;
  target.block = label();
  if (token.kind == Token::Sign && token.text == "(")
    target.arguments = uses();
  return target;
}

static void renumber(Function &function, const std::vector<BlockIndex> &order) {
  std::vector<BlockIndex> newIndex(order.size());
  std::vector<Block> sorted;
  for (BlockIndex old : order) {
    newIndex[old] = static_cast<BlockIndex>(sorted.size());
    sorted.push_back(std::move(function.blocks[old]));
  }
  for (Block &block : sorted) {
    if (block.handler != None)
      block.handler = newIndex[block.handler];
    for (Target &target : block.transfer.targets)
      target.block = newIndex[target.block];
  }
  function.blocks = std::move(sorted);
}

void Parser::functionDeclaration() {
  expect("@");
  Token declared = name();
  function = functionNamed(declared);
  define(functions, declared);
  variables.clear();
  blocks.clear();
  current().parameters = definitions();
  expect(":");
  current().results = types();
  current().place = place();
  expect("{");
  std::vector<BlockIndex> order;
  while (!accept("}")) {
    Token where = token;
    BlockIndex index = label();
    for (auto &[text, symbol] : blocks)
      if (symbol.index == index) {
        if (symbol.isDefined)
          fail(where, "block '" + text + "' is declared twice");
        symbol.isDefined = true;
      }
    order.push_back(index);
    Block read;
    read.name = current().blocks[index].name;
    if (token.kind == Token::Sign && token.text == "(")
      read.parameters = definitions();
    if (accept("handler"))
      read.handler = label();
    expect(":");
    currentBlock = order.size() - 1;
    while (!transfer(read))
      statement(read);
    current().blocks[index] = std::move(read);
  }
  if (order.empty())
    fail(token, "a function has at least one block");
  for (const Symbols *table : {&variables, &blocks})
    for (const auto &[text, symbol] : *table)
      if (!symbol.isDefined)
        fail(symbol.mentioned, "'" + text + "' is not defined in this function");
  renumber(current(), order);
}

static std::optional<Operation> operationNamed(const std::string &name) {
  for (unsigned i = 0; i <= static_cast<unsigned>(Operation::ForeignCall); ++i)
    if (name == nameOf(static_cast<Operation>(i)))
      return static_cast<Operation>(i);
  return std::nullopt;
}

void Parser::statement(Block &block) {
  Statement statement{};
  if (token.kind == Token::Sign && token.text == "%") {
    do
      statement.results.push_back(definition());
    while (accept(","));
    expect("=");
  }
  Token word = take(Token::Word, "a statement");
  auto operation = operationNamed(word.text);
  if (!operation)
    fail(word, "there is no statement '" + word.text + "'");
  statement.operation = *operation;
  if (*operation == Operation::Constant) {
    if (statement.results.size() != 1)
      fail(word, "a constant has one result");
    constant(statement);
  } else {
    statementOfBlock = block.statements.size();
    subject(statement);
    if (token.kind == Token::Sign && token.text == "(")
      statement.arguments = uses();
  }
  statement.place = place();
  block.statements.push_back(std::move(statement));
}

void Parser::constant(Statement &statement) {
  TypeRef type = current().typeOf(statement.results[0]);
  switch (type->kind) {
  case TypeKind::Unit:
    expect("(");
    expect(")");
    return;
  case TypeKind::Bool:
    statement.number = accept("true");
    if (!statement.number)
      expect("false");
    return;
  case TypeKind::Real32:
  case TypeKind::Real64: {
    if (accept("bits")) {
      Token bits = take(Token::Number, "a number");
      statement.number = static_cast<int64_t>(strtoull(bits.text.c_str(), nullptr, 16));
      return;
    }
    Token number = take(Token::Number, "a number");
    char *end = nullptr;
    double value = strtod(number.text.c_str(), &end);
    if (*end)
      fail(number, "'" + number.text + "' is not a real number");
    statement.number = type->kind == TypeKind::Real64 ? std::bit_cast<int64_t>(value)
                                                      : std::bit_cast<uint32_t>(static_cast<float>(value));
    return;
  }
  case TypeKind::IntInf: {
    Token number = take(Token::Number, "a number");
    for (size_t i = number.text[0] == '-'; i < number.text.size(); ++i)
      if (number.text[i] < '0' || number.text[i] > '9')
        fail(number, "'" + number.text + "' is not an integer");
    statement.text = number.text;
    return;
  }
  case TypeKind::Vector:
    statement.text = take(Token::String, "a string").text;
    return;
  default:
    statement.number = integer();
  }
}

void Parser::lookUpConstructor(const Token &constructor, size_t block, size_t statement) {
  lookUps.push_back([this, constructor, block, statement, where = function] {
    Function &home = program.functions[where];
    Statement &found = home.blocks[block].statements[statement];
    const auto &typed = found.operation == Operation::New ? found.results : found.arguments;
    if (typed.empty() || home.typeOf(typed[0])->kind != TypeKind::Variant)
      fail(constructor, "no variant that could have a constructor '" + constructor.text + "'");
    const auto &constructors = program.variants[home.typeOf(typed[0])->variant].constructors;
    for (size_t i = 0; i < constructors.size(); ++i)
      if (constructors[i].name == constructor.text) {
        found.constructor = static_cast<uint32_t>(i);
        return;
      }
    fail(constructor, "the variant has no constructor '" + constructor.text + "'");
  });
}

void Parser::subject(Statement &statement) {
  constexpr size_t MostFields = 1 << 20;
  switch (statement.operation) {
  case Operation::New:
    lookUpConstructor(name(), currentBlock, statementOfBlock);
    return;
  case Operation::Field:
    lookUpConstructor(name(), currentBlock, statementOfBlock);
    statement.index = index(MostFields);
    return;
  case Operation::SubField:
  case Operation::UpdateField:
    statement.index = index(MostFields);
    return;
  case Operation::NewTag:
  case Operation::StaticTag:
  case Operation::NewExn:
    expect("$");
    statement.symbol = exceptionNamed(name());
    return;
  case Operation::Payload:
    expect("$");
    statement.symbol = exceptionNamed(name());
    statement.index = index(MostFields);
    return;
  case Operation::GetGlobal:
  case Operation::SetGlobal:
    expect("@");
    statement.symbol = globalNamed(name());
    return;
  case Operation::ForeignCall:
    expect("@");
    statement.symbol = importNamed(name());
    return;
  case Operation::Primitive: {
    Token primitive = name();
    auto found = findPrimitive(primitive.text);
    if (!found)
      fail(primitive, "there is no primitive '" + primitive.text + "'");
    statement.primitive = *found;
    return;
  }
  default:
    return;
  }
}

uint32_t Parser::callee() {
  expect("@");
  return functionNamed(name());
}

bool Parser::transfer(Block &block) {
  Transfer transfer;
  if (accept("goto")) {
    transfer.kind = TransferKind::Goto;
    transfer.targets.push_back(target());
  } else if (accept("if")) {
    transfer.kind = TransferKind::If;
    transfer.arguments.push_back(use());
    expect("then");
    transfer.targets.push_back(target());
    expect("else");
    transfer.targets.push_back(target());
  } else if (accept("case")) {
    transfer.kind = TransferKind::Case;
    choice(transfer);
  } else if (accept("switch")) {
    transfer.kind = TransferKind::Switch;
    choice(transfer);
  } else if (accept("call")) {
    transfer.kind = TransferKind::Call;
    transfer.callee = callee();
    transfer.arguments = uses();
    expect("->");
    transfer.targets.push_back(target());
  } else if (accept("tailcall")) {
    transfer.kind = TransferKind::TailCall;
    transfer.callee = callee();
    transfer.arguments = uses();
  } else if (accept("return")) {
    transfer.kind = TransferKind::Return;
    transfer.arguments = uses();
  } else if (accept("raise")) {
    transfer.kind = TransferKind::Raise;
    transfer.arguments.push_back(use());
  } else if (bool isFork = accept("fork"); isFork || accept("par")) {
    transfer.kind = TransferKind::Par;
    transfer.callee = callee();
    transfer.arguments = uses();
    expect(",");
    transfer.second = callee();
    transfer.secondArguments = uses();
    expect("->");
    transfer.targets.push_back(target());
    if (isFork) {
      expect(",");
      transfer.targets.push_back(target());
    }
  } else if (accept("pcall")) {
    transfer.kind = TransferKind::PCall;
    transfer.callee = callee();
    transfer.arguments = uses();
    expect("->");
    list([&] { transfer.targets.push_back(target()); });
  } else if (accept("getjoin")) {
    transfer.kind = TransferKind::GetJoin;
    expect("->");
    transfer.targets.push_back(target());
  } else if (accept("setjoin")) {
    transfer.kind = TransferKind::SetJoin;
    transfer.arguments = uses();
  } else if (accept("unreachable")) {
    transfer.kind = TransferKind::Unreachable;
  } else {
    return false;
  }
  transfer.place = place();
  block.transfer = std::move(transfer);
  return true;
}

void Parser::choice(Transfer &transfer) {
  transfer.arguments.push_back(use());
  bool isCase = transfer.kind == TransferKind::Case;
  expect("{");
  do {
    if (accept("else")) {
      transfer.hasElse = true;
    } else if (isCase) {
      Token constructor = name();
      lookUps.push_back([this, constructor, key = transfer.keys.size(), block = currentBlock, where = function] {
        Function &home = program.functions[where];
        Transfer &found = home.blocks[block].transfer;
        TypeRef type = home.typeOf(found.arguments[0]);
        if (type->kind != TypeKind::Variant)
          fail(constructor, "no variant that could have a constructor '" + constructor.text + "'");
        const auto &constructors = program.variants[type->variant].constructors;
        for (size_t i = 0; i < constructors.size(); ++i)
          if (constructors[i].name == constructor.text) {
            found.keys[key] = static_cast<int64_t>(i);
            return;
          }
        fail(constructor, "the variant has no constructor '" + constructor.text + "'");
      });
      transfer.keys.push_back(0);
    } else {
      transfer.keys.push_back(integer());
    }
    expect("->");
    transfer.targets.push_back(target());
  } while (!transfer.hasElse && accept(","));
  expect("}");
}

} // namespace tactus::pml::ir
