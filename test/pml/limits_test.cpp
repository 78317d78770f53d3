//===- limits_test.cpp - programs that are too deep or too large have messages ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each of these ended the stack, or the user's patience, in some front end.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "support.h"

namespace tactus::pml::test {
namespace {

void expectLimit(const std::string &program) {
  std::string said = check(program);
  EXPECT_TRUE(contains(said, "levels deep") || contains(said, "in a row") || contains(said, "too large") ||
              contains(said, "more than"))
      << said.substr(0, 500);
}

constexpr size_t Many = 100000;

TEST(Limits, NestedParentheses) { expectLimit("val x = " + repeat("(", Many) + "1" + repeat(")", Many)); }
TEST(Limits, NestedLets) { expectLimit("val x = " + repeat("let val y = ", Many)); }
TEST(Limits, NestedFunctions) { expectLimit("val x = " + repeat("fn x => ", Many) + "x"); }
TEST(Limits, NestedConditions) { expectLimit("val x = " + repeat("if true then 1 else ", Many) + "1"); }
TEST(Limits, NestedPatterns) { expectLimit("fun f " + repeat("(", Many) + "x" + repeat(")", Many) + " = 1"); }
TEST(Limits, NestedTypes) { expectLimit("type t = " + repeat("(", Many) + "int" + repeat(")", Many)); }
TEST(Limits, NestedStructures) { expectLimit(repeat("structure S = struct ", Many)); }
TEST(Limits, NestedSignatures) { expectLimit("signature S = " + repeat("sig structure T : ", Many)); }
TEST(Limits, NestedLocals) { expectLimit(repeat("local ", Many)); }
TEST(Limits, ChainOfTypeConstructors) { expectLimit("type t = int" + repeat(" list", Many)); }
TEST(Limits, ChainOfFunctionTypes) { expectLimit("type t = int" + repeat(" -> int", Many)); }
TEST(Limits, ChainOfApplications) { expectLimit("fun f x = f" + repeat(" x", Many)); }
TEST(Limits, ChainOfOperators) { expectLimit("infixr 5 ::\nval x = " + repeat("1 :: ", Many) + "nil"); }
TEST(Limits, ChainOfConstraints) { expectLimit("val x = 1" + repeat(" : int", Many)); }
TEST(Limits, WideTuples) { expectLimit("val x = (" + repeat("1, ", Many) + "1)"); }
TEST(Limits, WideRecordPatterns) { expectLimit("fun f {" + repeat("a, ", Many) + "a} = 1"); }
TEST(Limits, WideTupleTypes) { expectLimit("type t = int" + repeat(" * int", Many)); }
TEST(Limits, LongListPattern) { expectLimit("fun f [" + repeat("_, ", Many) + "_] = 1"); }
TEST(Limits, ManyDigits) { EXPECT_TRUE(contains(check("val x = " + repeat("7", Many)), "more than 20000 digits")); }

TEST(Limits, ChainsInChains) {
  // Each stays within what the parser allows; together they make a tree that is much deeper.
  std::string expression = "x";
  for (int level = 0; level < 60; ++level)
    expression = "(" + expression + repeat(" x", 1900) + ")";
  expectLimit("fun f x = " + expression);
}

TEST(Limits, ManyErrorsAreCounted) {
  EXPECT_TRUE(contains(check(repeat("val x = nope\n", 20000)), "and 19900 more messages"));
}

TEST(Limits, LongListsAreNoNesting) {
  EXPECT_TRUE(contains(check("val x = [" + repeat("1, ", Many) + "1]"), "val x : int list"));
}

TEST(Limits, LongProgramsAreNoNesting) {
  std::string said = check(repeat("val x = 1\n", 20000) + "val y = x");
  EXPECT_TRUE(contains(said, "val y : int")) << said.substr(0, 500);
}

TEST(Limits, TypesThatGrowExponentially) {
  std::string program = "fun f0 x = (x, x)\n";
  for (int index = 1; index < 40; ++index)
    program += "fun f" + std::to_string(index) + " x = f" + std::to_string(index - 1) + " (f" +
               std::to_string(index - 1) + " x)\n";
  expectLimit(program);
}

TEST(Limits, TypesThatGrowInDepth) {
  auto nested = [](const std::string &name) {
    return "val " + name + " = {a = \"\"}\n" + repeat("val " + name + " = {a = " + name + "}\n", 30000);
  };
  EXPECT_FALSE(contains(check(nested("x")), "error")) << "nobody looks into them";
  expectLimit(nested("x") + nested("y") + "val z = [x, y]");
}

TEST(Limits, ManyPatternsAreGivenUp) {
  // Whether these rules cover everything can take exponential time to find out; the work is bounded.
  std::string program = "fun f (";
  auto row = [](int special) {
    std::string out;
    for (int column = 0; column < 40; ++column)
      out += std::string(column ? ", " : "") + (column / 2 == special ? (column % 2 ? "true" : "false") : "_");
    return out;
  };
  for (int index = 0; index < 20; ++index)
    program += (index ? " | f (" : "") + row(index) + ") = 1";
  std::string said = check(program);
  EXPECT_FALSE(contains(said, "error")) << said.substr(0, 500);
}

} // namespace
} // namespace tactus::pml::test
