//===- parser.cpp - TPAL text to abstract syntax ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Recursive descent; each function carries its production. `end` stands for `;` or a
// line end. The complete grammar is in docs/tpal.md.
//
//===----------------------------------------------------------------------===//
#include "parser.h"

#include "lexer.h"

#include <charconv>

namespace tactus::tpal {

namespace {

/// Thrown to give up the current instruction after its error was reported; never leaves this file.
struct SkipInstruction {};

class Parser {
public:
  Parser(const Source &input, Diagnostics &sink) : source(input), diagnostics(sink), tokens(tokenize(input, sink)) {}

  // program := { end } { directive | label | instruction }
  Program run() {
    while (skipSeparators(), !at(Token::Kind::End)) {
      try {
        parseItem();
      } catch (SkipInstruction) {
        recover();
      }
    }
    resolveNames(program);
    return std::move(program);
  }

private:
  const Source &source;
  Diagnostics &diagnostics;
  std::vector<Token> tokens;
  size_t index = 0;
  Program program;
  /// The terminator that the current block already has; what follows it can never run.
  std::string_view terminator;

  [[nodiscard]] const Token &token(size_t ahead = 0) const {
    return tokens[std::min(index + ahead, tokens.size() - 1)];
  }
  [[nodiscard]] bool at(Token::Kind kind, size_t ahead = 0) const { return token(ahead).kind == kind; }
  [[nodiscard]] std::string_view text(const Token &which) const {
    return source.text().substr(which.range.begin, which.range.end - which.range.begin);
  }
  [[nodiscard]] std::string_view text() const { return text(token()); }
  [[nodiscard]] bool atSeparator(size_t ahead = 0) const {
    return at(Token::Kind::Semicolon, ahead) || at(Token::Kind::LineEnd, ahead) || at(Token::Kind::End, ahead);
  }

  Token take() {
    Token taken = token();
    if (index + 1 < tokens.size())
      ++index;
    return taken;
  }
  bool accept(Token::Kind kind) {
    if (!at(kind))
      return false;
    take();
    return true;
  }
  void skipSeparators() {
    while (at(Token::Kind::Semicolon) || at(Token::Kind::LineEnd))
      take();
  }

  [[noreturn]] void fail(Range range, std::string message) {
    diagnostics.error(range, std::move(message));
    throw SkipInstruction();
  }

  [[nodiscard]] std::string found() const {
    switch (token().kind) {
    case Token::Kind::End:
      return "the end of the file";
    case Token::Kind::LineEnd:
      return "the end of the line";
    default:
      return "'" + std::string(text()) + "'";
    }
  }
  [[noreturn]] void expected(std::string_view what) {
    fail(token().range, "expected " + std::string(what) + ", found " + found());
  }
  Token expect(Token::Kind kind, std::string_view what) {
    if (!at(kind))
      expected(what);
    return take();
  }

  /// Skips to the next separator. Inside brackets line ends are no tokens, so an unclosed bracket would swallow the
  /// file: a label, a directive or a keyword at the start of a line ends the skipping as well.
  void recover() {
    uint32_t startLine = source.line(token().range.begin);
    while (!atSeparator()) {
      take();
      bool opensItem = at(Token::Kind::Directive) || (at(Token::Kind::Word) && at(Token::Kind::Colon, 1)) ||
                       (at(Token::Kind::Word) && at(Token::Kind::Assign, 1));
      if (opensItem && source.line(token().range.begin) != startLine)
        return;
    }
  }

  // item := directive | label ':' [annotation] | instruction end
  void parseItem() {
    if (at(Token::Kind::Directive)) {
      parseDirective();
      endOfItem("directive");
    } else if (at(Token::Kind::Word) && at(Token::Kind::Colon, 1)) {
      parseLabel();
    } else {
      parseInstruction();
      endOfItem("instruction");
    }
  }

  void endOfItem(std::string_view what) {
    if (atSeparator())
      return;
    if (at(Token::Kind::Operator))
      fail(token().range, "an instruction applies one operation; use a second instruction for " + found());
    expected("';' or the end of the line after the " + std::string(what));
  }

  Name parseName(std::string_view what) {
    if (at(Token::Kind::Word) && isReserved(text()))
      fail(token().range, "'" + std::string(text()) + "' is a reserved word and cannot name " + std::string(what));
    Token taken = expect(Token::Kind::Word, what);
    return {std::string(text(taken)), 0, taken.range};
  }

  // label := NAME ':' [ annotation ]
  void parseLabel() {
    // The block exists even if its annotation is wrong, so that jumps to it are not reported as well.
    bool reserved = isReserved(text());
    Block &block = program.blocks.emplace_back();
    terminator = {};
    Token nameToken = token();
    block.label = {std::string(text()), 0, nameToken.range};
    if (reserved)
      parseName("a block");
    take();
    take();
    if (!at(Token::Kind::OpenBracket))
      return;
    uint32_t line = source.line(token().range.begin);
    try {
      block.annotation = parseAnnotation();
    } catch (SkipInstruction) {
      // The rest of the annotation, semicolons included, belongs to this mistake.
      while (!at(Token::Kind::End) && source.line(token().range.begin) == line)
        if (accept(Token::Kind::CloseBracket))
          break;
        else
          take();
    }
  }

  // annotation := '[' [ '·' | 'prppt' NAME | 'jtppt' policy ';' mapping ';' NAME ] ']'
  Annotation parseAnnotation() {
    Annotation annotation;
    Token open = expect(Token::Kind::OpenBracket, "'['");
    if (at(Token::Kind::Word) && text() == "prppt") {
      take();
      annotation.kind = Annotation::Kind::PromotionReady;
      annotation.label = parseName("a handler block");
    } else if (at(Token::Kind::Word) && text() == "jtppt") {
      take();
      annotation.kind = Annotation::Kind::JoinTarget;
      parseJoinTarget(annotation);
    } else if (!at(Token::Kind::CloseBracket)) {
      if (!at(Token::Kind::EmptyPoint))
        expected("'.', 'prppt', 'jtppt' or ']' in a block annotation");
      take();
    }
    Token close = expect(Token::Kind::CloseBracket, "']' at the end of the block annotation");
    annotation.range = {open.range.begin, close.range.end};
    return annotation;
  }

  // policy  := 'assoc' | 'assoc-comm'
  // mapping := '{' [ NAME '->' NAME { ',' NAME '->' NAME } ] '}'
  void parseJoinTarget(Annotation &annotation) {
    if (!at(Token::Kind::Word) || (text() != "assoc" && text() != "assoc-comm"))
      expected("the policy 'assoc' or 'assoc-comm'");
    annotation.commutative = text(take()) == "assoc-comm";
    expect(Token::Kind::Semicolon, "';' after the policy");
    expect(Token::Kind::OpenBrace, "'{' at the start of the register map");
    while (!at(Token::Kind::CloseBrace)) {
      RegisterMapping mapping;
      mapping.childName = parseName("a register of the child");
      expect(Token::Kind::Arrow, "'->' in the register map");
      mapping.parentName = parseName("a register of the parent");
      annotation.mapping.push_back(std::move(mapping));
      if (!accept(Token::Kind::Comma))
        break;
    }
    expect(Token::Kind::CloseBrace, "',' or '}' in the register map");
    expect(Token::Kind::Semicolon, "';' after the register map");
    annotation.label = parseName("a combining block");
  }

  // directive := '.input' input { ',' input } | '.data' NAME '=' array
  //            | '.output' output { ',' output } | '.expect' NAME '=' ( literal | array )
  void parseDirective() {
    Token directive = take();
    std::string_view word = text(directive);
    if (word == ".input") {
      do {
        Input &input = program.inputs.emplace_back();
        input.name = parseName("an input register");
        if (accept(Token::Kind::Equals))
          input.value = parseLiteralTokens();
      } while (accept(Token::Kind::Comma));
    } else if (word == ".data") {
      Data data;
      data.name = parseName("a data register");
      expect(Token::Kind::Equals, "'=' after the name");
      data.values = parseArray();
      program.data.push_back(std::move(data));
    } else if (word == ".output") {
      do {
        Output &output = program.outputs.emplace_back();
        output.name = parseName("an output register");
        if (accept(Token::Kind::OpenBracket)) {
          Token length = expect(Token::Kind::Integer, "the number of cells");
          output.length = integerOf(length, false);
          expect(Token::Kind::CloseBracket, "']' after the number of cells");
        }
      } while (accept(Token::Kind::Comma));
    } else if (word == ".expect") {
      Expectation expectation;
      expectation.name = parseName("an output register");
      expect(Token::Kind::Equals, "'=' after the name");
      expectation.isArray = at(Token::Kind::OpenBrace);
      if (expectation.isArray)
        expectation.values = parseArray();
      else
        expectation.values.push_back(parseLiteralTokens());
      program.expectations.push_back(std::move(expectation));
    } else {
      fail(directive.range,
           "unknown directive '" + std::string(word) + "'; there are .input, .data, .output and .expect");
    }
  }

  // array := '{' [ literal { ',' literal } ] '}'
  std::vector<Literal> parseArray() {
    std::vector<Literal> values;
    expect(Token::Kind::OpenBrace, "'{' at the start of the array");
    while (!at(Token::Kind::CloseBrace)) {
      values.push_back(parseLiteralTokens());
      if (!accept(Token::Kind::Comma))
        break;
    }
    expect(Token::Kind::CloseBrace, "',' or '}' in the array");
    return values;
  }

  // literal := [ '-' ] ( INTEGER | FLOAT )
  Literal parseLiteralTokens() {
    bool negative = at(Token::Kind::Operator) && text() == "-";
    if (negative)
      take();
    Literal literal;
    if (at(Token::Kind::Float)) {
      literal.isFloat = true;
      literal.number = floatOf(take(), negative);
    } else if (at(Token::Kind::Integer)) {
      literal.integer = integerOf(take(), negative);
    } else {
      expected("a number");
    }
    return literal;
  }

  int64_t integerOf(const Token &digits, bool negative) {
    uint64_t magnitude = 0;
    std::string_view spelling = text(digits);
    auto [end, error] = std::from_chars(spelling.data(), spelling.data() + spelling.size(), magnitude);
    uint64_t limit = negative ? uint64_t{1} << 63 : (uint64_t{1} << 63) - 1;
    if (error != std::errc() || magnitude > limit) {
      diagnostics.error(digits.range, "the integer does not fit into 64 bits");
      return 0;
    }
    return static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  }

  double floatOf(const Token &digits, bool negative) {
    double value = 0;
    std::string_view spelling = text(digits);
    auto [end, error] = std::from_chars(spelling.data(), spelling.data() + spelling.size(), value);
    if (error != std::errc())
      diagnostics.error(digits.range, "the number does not fit into a double");
    return negative ? -value : value;
  }

  // operand := NAME | literal
  Operand parseOperand(std::string_view what = "an operand") {
    Operand operand;
    operand.range = token().range;
    if (at(Token::Kind::Word)) {
      operand.kind = Operand::Kind::Register;
      operand.name = parseName("a register or a label");
      return operand;
    }
    bool isNumber =
        at(Token::Kind::Integer) || at(Token::Kind::Float) ||
        (at(Token::Kind::Operator) && text() == "-" && (at(Token::Kind::Integer, 1) || at(Token::Kind::Float, 1)));
    if (!isNumber)
      expected(what);
    Literal literal = parseLiteralTokens();
    operand.kind = literal.isFloat ? Operand::Kind::Float : Operand::Kind::Integer;
    operand.integer = literal.integer;
    operand.number = literal.number;
    operand.range.end = tokens[index - 1].range.end;
    return operand;
  }

  // operands := [ operand { ',' operand } ]
  void parseOperands(Instruction &instruction, const Token &opcodeToken) {
    if (!atSeparator()) {
      do {
        instruction.operands.push_back(parseOperand());
      } while (accept(Token::Kind::Comma));
    }
    const OpcodeInfo &opcode = info(instruction.opcode);
    if (instruction.operands.size() != opcode.arity)
      fail({opcodeToken.range.begin, tokens[index - 1].range.end},
           "'" + std::string(opcode.spelling) + "' takes " + std::to_string(opcode.arity) +
               (opcode.arity == 1 ? " operand" : " operands") + ", but " + std::to_string(instruction.operands.size()) +
               (instruction.operands.size() == 1 ? " was given" : " were given"));
  }

  // address := 'mem' '[' operand [ '+' operand ] ']'
  void parseAddress(Instruction &instruction) {
    if (!at(Token::Kind::Word) || text() != "mem")
      expected("'mem['");
    take();
    expect(Token::Kind::OpenBracket, "'[' after 'mem'");
    instruction.operands.push_back(parseOperand("an address"));
    if (at(Token::Kind::Operator) && text() == "+") {
      take();
      instruction.operands.push_back(parseOperand("an offset"));
    } else {
      instruction.operands.push_back({});
    }
    expect(Token::Kind::CloseBracket, "'+' or ']' in the address");
  }

  // instruction := NAME ':=' value | address ':=' operand | MARK address | EFFECT operands | TERMINATOR operands
  void parseInstruction() {
    Instruction instruction;
    instruction.range.begin = token().range.begin;
    if (!at(Token::Kind::Word))
      expected("a label, an instruction or a directive");
    if (at(Token::Kind::Assign, 1)) {
      instruction.destination = parseName("a register");
      take();
      parseValue(instruction);
    } else if (text() == "mem") {
      instruction.opcode = Opcode::Store;
      parseAddress(instruction);
      expect(Token::Kind::Assign, "':=' after the address");
      instruction.operands.push_back(parseOperand());
    } else {
      std::optional<Opcode> opcode = opcodeOfWord(text());
      if (!opcode)
        fail(token().range, "unknown instruction '" + std::string(text()) + "'" + suggestInstruction());
      Token opcodeToken = take();
      instruction.opcode = *opcode;
      if (info(*opcode).form == Form::Value)
        fail(opcodeToken.range, "'" + std::string(text(opcodeToken)) +
                                    "' has a result; write 'r := " + std::string(text(opcodeToken)) + " ...'");
      if (info(*opcode).form == Form::Mark)
        parseAddress(instruction);
      else
        parseOperands(instruction, opcodeToken);
    }
    instruction.range.end = tokens[index - 1].range.end;
    append(std::move(instruction));
  }

  [[nodiscard]] std::string suggestInstruction() const {
    std::vector<std::string> words;
    for (size_t opcode = 0; opcode <= static_cast<size_t>(Opcode::Join); ++opcode)
      if (opcodeOfWord(info(static_cast<Opcode>(opcode)).spelling))
        words.emplace_back(info(static_cast<Opcode>(opcode)).spelling);
    std::string nearest = nearestName(text(), words);
    return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
  }

  // value := VALUE operands | OPERATOR operands | address | operand [ OPERATOR operand ]
  void parseValue(Instruction &instruction) {
    Token first = token();
    if (at(Token::Kind::Word) && text() == "mem") {
      instruction.opcode = Opcode::Load;
      parseAddress(instruction);
      return;
    }
    if (at(Token::Kind::Word)) {
      if (std::optional<Opcode> opcode = opcodeOfWord(text())) {
        if (info(*opcode).form != Form::Value)
          fail(first.range, "'" + std::string(text()) + "' has no result to assign");
        take();
        instruction.opcode = *opcode;
        parseOperands(instruction, first);
        return;
      }
    }
    bool negativeLiteral =
        at(Token::Kind::Operator) && text() == "-" && (at(Token::Kind::Integer, 1) || at(Token::Kind::Float, 1));
    if (at(Token::Kind::Operator) && !negativeLiteral) {
      take();
      instruction.opcode = *opcodeOfSymbol(text(first));
      parseOperands(instruction, first);
      return;
    }
    instruction.operands.push_back(parseOperand());
    instruction.opcode = Opcode::Move;
    if (at(Token::Kind::Operator)) {
      instruction.opcode = *opcodeOfSymbol(text());
      take();
      instruction.operands.push_back(parseOperand());
    }
  }

  void append(Instruction instruction) {
    if (program.blocks.empty())
      fail(instruction.range, "an instruction outside of a block; write a label such as 'main:' first");
    if (!terminator.empty())
      fail(instruction.range, "this instruction can never run, because it follows a '" + std::string(terminator) +
                                  "'; write a label before it");
    const OpcodeInfo &opcode = info(instruction.opcode);
    if (opcode.form == Form::Terminator)
      terminator = opcode.spelling;
    program.blocks.back().instructions.push_back(std::move(instruction));
  }
};

} // namespace

Program parse(const Source &source, Diagnostics &diagnostics) {
  if (source.text().size() >= UINT32_MAX) {
    diagnostics.error({}, "the file is too large; a TPAL source has at most 4 GiB");
    return {};
  }
  return Parser(source, diagnostics).run();
}

std::optional<Literal> parseLiteral(std::string_view text) {
  Literal literal;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), literal.integer);
  if (error == std::errc() && end == text.data() + text.size())
    return literal;
  literal = {true, 0, 0};
  auto [floatEnd, floatError] = std::from_chars(text.data(), text.data() + text.size(), literal.number);
  if (floatError == std::errc() && floatEnd == text.data() + text.size())
    return literal;
  return std::nullopt;
}

} // namespace tactus::tpal
