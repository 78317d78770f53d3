//===- syntax_test.cpp - lexer, parser and printer ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "support.h"
#include "tpal/printer.h"

#include <cmath>

namespace tactus::tpal::test {
namespace {

TEST(Syntax, EveryExampleProgramPrintsToItself) {
  auto paths = filesIn(TACTUS_TPAL_PROGRAMS, ".tpal");
  ASSERT_FALSE(paths.empty());
  for (const auto &path : paths) {
    Program program = parseText(readFile(path));
    EXPECT_TRUE(parseText(print(program)) == program) << path;
  }
}

TEST(Syntax, EveryInstructionPrintsToItself) {
  std::string text = ".input a = -9223372036854775808, b = -0.0, c\n"
                     ".data xs = { 1, -2, 3.5e300 }\n.data none = {}\n"
                     ".output a, xs[3]\n.expect a = 1\n.expect xs = { 1, 2, 3 }\n"
                     "main: [prppt handler]\n  r := a\n  r := handler\n  r := -5\n  r := 0.1\n  r := 1e-300\n";
  for (size_t index = 0; index <= static_cast<size_t>(Opcode::Join); ++index) {
    const OpcodeInfo &opcode = info(static_cast<Opcode>(index));
    std::string spelling(opcode.spelling);
    std::string operands = opcode.arity == 0 ? "" : opcode.arity == 1 ? " a" : " a, b";
    switch (opcode.form) {
    case Form::Move:
      break;
    case Form::Infix:
      text += "  r := a " + spelling + " -1\n";
      break;
    case Form::Value:
      text += "  r := " + spelling + operands + "\n";
      break;
    case Form::Load:
      text += "  r := mem[a + 3]\n";
      break;
    case Form::Store:
      text += "  mem[a + b] := main\n";
      break;
    case Form::Mark:
      text += "  " + spelling + " mem[a + 1]\n";
      break;
    case Form::Effect:
      text += "  " + spelling + operands + "\n";
      break;
    case Form::Terminator:
      text += "  " + spelling + operands + "\nblock" + std::to_string(index) + ":\n";
      break;
    }
  }
  text +=
      "  halt\nhandler: [jtppt assoc; {a -> b, c -> r}; main]\n  halt\nlast: [jtppt assoc-comm; {}; main]\n  halt\n";
  Program program = parseText(text);
  EXPECT_TRUE(parseText(print(program)) == program) << print(program);
  EXPECT_EQ(print(parseText(print(program))), print(program));
}

TEST(Syntax, PrefixAndInfixFormAreTheSameInstruction) {
  EXPECT_TRUE(parseText("m:\n r := + a, b\n r := - a, b\n halt") == parseText("m:\n r := a + b\n r := a - b\n halt"));
}

TEST(Syntax, HyphenBelongsToANameOnlyBeforeALetter) {
  Program program = parseText("m:\n r := a-1\n r := a-b\n halt");
  EXPECT_EQ(program.blocks[0].instructions[0].opcode, Opcode::Subtract);
  EXPECT_EQ(program.blocks[0].instructions[1].opcode, Opcode::Move);
  EXPECT_EQ(program.blocks[0].instructions[1].operands[0].name.text, "a-b");
}

TEST(Syntax, EmptyAnnotationMayBeWrittenFourWays) {
  Program program = parseText("a: [·] halt\nb: [.] halt\nc: [] halt\nd: halt");
  for (const Block &block : program.blocks)
    EXPECT_EQ(block.annotation.kind, Annotation::Kind::Empty);
  EXPECT_EQ(program.blocks.size(), 4u);
}

TEST(Syntax, NamesOfBlocksAreLabelsAndAllOthersRegisters) {
  Program program = parseText("m:\n r := later\n s := r\n halt\nlater:\n halt");
  EXPECT_TRUE(program.blocks[0].instructions[0].operands[0].isLabel());
  EXPECT_TRUE(program.blocks[0].instructions[1].operands[0].isRegister());
}

TEST(Syntax, FloatsKeepEveryBit) {
  for (double number : {0.0, -0.0, 1.0, 1e100, 5e-324, 0.1, 3.141592653589793, 123456789012345680.0}) {
    std::optional<Literal> literal = parseLiteral(printFloat(number));
    ASSERT_TRUE(literal && literal->isFloat) << printFloat(number);
    EXPECT_EQ(std::bit_cast<uint64_t>(literal->number), std::bit_cast<uint64_t>(number));
  }
}

TEST(Syntax, LiteralsOfTheCommandLine) {
  EXPECT_EQ(parseLiteral("-12")->integer, -12);
  EXPECT_TRUE(parseLiteral("1.5")->isFloat);
  EXPECT_FALSE(parseLiteral("12x"));
  EXPECT_FALSE(parseLiteral(""));
}

TEST(Syntax, CaretStandsUnderItsTextAfterWideCharactersAndTabs) {
  EXPECT_EQ(parseErrors("m: [·] frok a\n"), "test.tpal:1:8: error: unknown instruction 'frok'; did you mean 'fork'?\n"
                                            "  m: [·] frok a\n"
                                            "         ^~~~\n");
  EXPECT_EQ(parseErrors("m:\n\tr := $\n"), "test.tpal:2:7: error: unexpected character\n"
                                           "  \tr := $\n"
                                           "  \t     ^\n"
                                           "test.tpal:2:8: error: expected an operand, found the end of the line\n"
                                           "  \tr := $\n"
                                           "  \t      ^\n");
}

TEST(Syntax, OfAVeryLongLineOnlyTheSurroundingsAreShown) {
  std::string errors = parseErrors("m: halt" + std::string(100000, ' ') + "$" + std::string(100000, ' ') + "\n");
  EXPECT_TRUE(errors.starts_with("test.tpal:1:100008: error: unexpected character\n"));
  EXPECT_LT(errors.size(), 1000u);
}

TEST(Syntax, LongInputsAreLinear) {
  std::string text = "m:\n";
  for (int count = 0; count < 20000; ++count)
    text += " r := a + [[[{{\n";
  EXPECT_FALSE(parseErrors(text).empty());
}

} // namespace
} // namespace tactus::tpal::test
