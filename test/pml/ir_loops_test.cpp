//===- ir_loops_test.cpp - parallel loops in the PCall IR -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/check.h"
#include "pml/ir/loops.h"
#include "pml/ir/lower_par.h"
#include "pml/ir/parse.h"
#include "pml/ir/print.h"
#include "pml/ir/steps.h"
#include "pml/ir/unreached.h"

#include <gtest/gtest.h>

using namespace tactus::pml;

namespace {

/// A loop whose iterations are `body`. If it has a chain, what it does there is to call @chained.
std::string loop(const std::string &body, bool hasChain) {
  return std::string("fun @leaf(): () {\n^e:\n  return ()\n}\n"
                     "fun @chained(): () {\n^e:\n  return ()\n}\n"
                     "fun @halved(): () {\n^e:\n  return ()\n}\n"
                     "fun @forks(): () {\n^e:\n  par @leaf(), @leaf() -> ^b\n^b:\n  return ()\n}\n"
                     "fun @calls(): () {\n^e:\n  tailcall @forks()\n}\n"
                     "fun @loop(%n: i64): () {\n^e:\n"
                     "  %how: i64 = prim loop_enter") +
         (hasChain ? "_chain" : "") +
         "(%n)\n"
         "  %zero: i64 = const 0\n"
         "  %runs: bool = prim int64_gt(%how, %zero)\n"
         "  if %runs then ^run else ^parts\n"
         "^run:\n" +
         body +
         "^parts:\n"
         "  %nothing: i64 = const 0\n"
         "  %isChain: bool = prim int64_lt(%how, %nothing)\n"
         "  if %isChain then ^chain else ^halves\n"
         "^chain:\n  call @chained() -> ^end\n"
         "^halves:\n  par @halved(), @halved() -> ^end\n"
         "^end:\n  return ()\n}\nfun @main(): () {\n^e:\n  %n: i64 = const 9\n  tailcall @loop(%n)\n}\n";
}

std::string markedLoop(const std::string &body, bool hasChain) {
  ir::Program program;
  auto error = ir::parse(loop(body, hasChain), program);
  EXPECT_FALSE(error) << error->message;
  ir::markOuterLoops(program);
  ir::dropUnreached(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  return ir::print(program);
}

const char *const ParallelBodies[] = {"  call @forks() -> ^end\n", "  call @calls() -> ^end\n",
                                      "  par @leaf(), @leaf() -> ^end\n", "  fork @leaf(), @leaf() -> ^end, ^end\n",
                                      "  %inner: i64 = prim loop_enter(%n)\n  goto ^end\n"};

TEST(Ir, LoopsWithParallelismInsideAreOuter) {
  auto isOuter = [](const std::string &body) {
    return markedLoop(body, false).find("loop_enter_outer") != std::string::npos;
  };
  EXPECT_FALSE(isOuter("  goto ^end\n"));
  EXPECT_FALSE(isOuter("  call @leaf() -> ^end\n"));
  for (const char *body : ParallelBodies)
    EXPECT_TRUE(isOuter(body)) << body;
}

TEST(Ir, OuterLoopsWithAChainTakeIt) {
  for (const char *body : ParallelBodies) {
    std::string text = markedLoop(body, true);
    EXPECT_NE(text.find("@chained"), std::string::npos) << text;
    EXPECT_EQ(text.find("loop_enter_"), std::string::npos) << text;
    EXPECT_EQ(text.find("@halved"), std::string::npos) << text;
  }
  std::string leaf = markedLoop("  call @leaf() -> ^end\n", true);
  EXPECT_NE(leaf.find("prim loop_enter(%n"), std::string::npos) << leaf;
  EXPECT_NE(leaf.find("par @halved"), std::string::npos) << leaf;
  EXPECT_EQ(leaf.find("@chained"), std::string::npos) << leaf;
}

/// A loop around calls of `inner`, which is a loop whose iterations are `body`.
std::string nest(const std::string &body) {
  auto asks = [](const std::string &iteration) {
    return "  %how: i64 = prim loop_enter_chain(%n)\n  %zero: i64 = const 0\n"
           "  %runs: bool = prim int64_gt(%how, %zero)\n  if %runs then ^run else ^parts\n^run:\n" +
           iteration + "^parts:\n  par @leaf(), @leaf() -> ^end\n^end:\n  return ()\n}\n";
  };
  return "fun @leaf(): () {\n^e:\n  return ()\n}\nfun @inner(%n: i64): () {\n^e:\n" + asks(body) +
         "fun @outer(%n: i64): () {\n^e:\n" + asks("  call @inner(%n) -> ^end\n") +
         "fun @main(): () {\n^e:\n  %n: i64 = const 9\n  tailcall @outer(%n)\n}\n";
}

std::string markedNest(const std::string &body) {
  ir::Program program;
  auto error = ir::parse(nest(body), program);
  EXPECT_FALSE(error) << error->message;
  ir::markOuterLoops(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  return ir::print(program);
}

TEST(Ir, LoopsAroundLoopsAreNests) {
  std::string text = markedNest("  call @leaf() -> ^end\n");
  EXPECT_NE(text.find("prim loop_enter("), std::string::npos) << text;
  EXPECT_NE(text.find("prim loop_enter_nest("), std::string::npos) << text;
}

TEST(Ir, LoopsInsideOfNestsDoNotPay) {
  std::string text = markedNest("  call @leaf() -> ^end\n");
  size_t inside = text.find("fun @inner.inside(");
  ASSERT_NE(inside, std::string::npos) << text;
  EXPECT_NE(text.find("prim loop_enter_inside(", inside), std::string::npos) << text;
  EXPECT_NE(text.find("call @inner.inside("), std::string::npos) << text;
  // Who comes from elsewhere pays.
  std::string inner = text.substr(text.find("fun @inner("), text.find("fun @outer(") - text.find("fun @inner("));
  EXPECT_NE(inner.find("prim loop_enter("), std::string::npos) << inner;
  EXPECT_EQ(inner.find(".inside"), std::string::npos) << inner;
}

TEST(Ir, PartsOfLoopsAreFunctionsOfTheirOwn) {
  std::string text = markedLoop("  goto ^end\n", false);
  std::string asking = text.substr(text.find("fun @loop("), text.find("fun @main(") - text.find("fun @loop("));
  EXPECT_NE(asking.find("tailcall @loop.parts"), std::string::npos) << asking;
  EXPECT_EQ(asking.find("par @halved"), std::string::npos) << asking;
  EXPECT_NE(text.find("par @halved", text.find("fun @loop.parts(")), std::string::npos) << text;
}

TEST(Ir, PartsThatTakeTooMuchStayWhereTheyAre) {
  for (unsigned count : {50, 110}) {
    std::string parameters = "%n: i64", sum, arguments = "%n";
    for (unsigned i = 0; i < count; ++i) {
      std::string number = std::to_string(i), former = i == 0 ? "%n" : "%s" + std::to_string(i - 1);
      parameters += ", %p" + number + ": i64";
      arguments += ", %n";
      sum += "  %s" + number + ": i64 = prim int64_add(" + former + ", %p" + number + ")\n";
    }
    ir::Program program;
    auto error = ir::parse("fun @leaf(): () {\n^e:\n  return ()\n}\nfun @many(" + parameters +
                               "): (i64) {\n^e:\n  %how: i64 = prim loop_enter(%n)\n  %zero: i64 = const 0\n"
                               "  %runs: bool = prim int64_gt(%how, %zero)\n  if %runs then ^run else ^parts\n"
                               "^run:\n  return (%n)\n^parts:\n  par @leaf(), @leaf() -> ^all\n^all:\n" +
                               sum + "  return (%s" + std::to_string(count - 1) +
                               ")\n}\nfun @main(): () {\n^e:\n  %n: i64 = const 9\n  call @many(" + arguments +
                               ") -> ^b\n^b(%r: i64):\n  return ()\n}\n",
                           program);
    ASSERT_FALSE(error) << error->message;
    ir::markOuterLoops(program);
    EXPECT_EQ(ir::check(program), std::vector<std::string>());
    EXPECT_EQ(ir::print(program).find("@many.parts") != std::string::npos, count < 100) << count;
  }
}

/// A step from i behind a comparison of i with n, on the way that is named; and whether it has lost its check.
bool isKnownStep(const std::string &comparison, const std::string &way, const std::string &step) {
  ir::Program program;
  std::string other = way == "yes" ? "no" : "yes";
  auto error =
      ir::parse("fun @f(%i: i64, %n: i64): (i64) {\n^e:\n  %one: i64 = const 1\n  %c: bool = prim " + comparison +
                    "\n  if %c then ^yes else ^no\n^" + way + ":\n  goto ^later\n^later:\n  %j: i64 = prim " + step +
                    "\n  return (%j)\n^" + other + ":\n  return (%i)\n}\n" + "fun @main(): () {\n^e:\n  return ()\n}\n",
                program);
  EXPECT_FALSE(error) << error->message;
  ir::dropChecksOfSteps(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  return ir::print(program).find("int64_index(") != std::string::npos;
}

TEST(Ir, StepsBehindComparisonsDoNotOverflow) {
  const std::string up = "int64_add(%i, %one)", down = "int64_sub(%i, %one)";
  for (auto [comparison, way] : {std::pair("int64_lt(%i, %n)", "yes"), std::pair("int64_ge(%i, %n)", "no"),
                                 std::pair("int64_gt(%n, %i)", "yes"), std::pair("int64_le(%n, %i)", "no")}) {
    EXPECT_TRUE(isKnownStep(comparison, way, up)) << comparison;
    EXPECT_TRUE(isKnownStep(comparison, way, "int64_add(%one, %i)")) << comparison;
    EXPECT_FALSE(isKnownStep(comparison, way, down)) << comparison;
    EXPECT_FALSE(isKnownStep(comparison, std::string(way) == "yes" ? "no" : "yes", up)) << comparison;
    EXPECT_FALSE(isKnownStep(comparison, way, "int64_add(%i, %n)")) << comparison;
    EXPECT_FALSE(isKnownStep(comparison, way, "int64_add(%n, %one)")) << comparison;
  }
  for (auto [comparison, way] : {std::pair("int64_gt(%i, %n)", "yes"), std::pair("int64_le(%i, %n)", "no"),
                                 std::pair("int64_lt(%n, %i)", "yes"), std::pair("int64_ge(%n, %i)", "no")}) {
    EXPECT_TRUE(isKnownStep(comparison, way, down)) << comparison;
    EXPECT_FALSE(isKnownStep(comparison, way, up)) << comparison;
  }
  for (const char *comparison : {"int64_le(%i, %n)", "int64_eq(%i, %n)", "int64_ge(%n, %i)", "word64_lt(%i, %n)"})
    EXPECT_FALSE(isKnownStep(comparison, "yes", up)) << comparison;
}

TEST(Ir, LoopsAroundForksAndThemselvesAreNoNests) {
  for (const char *body : {"  par @leaf(), @leaf() -> ^end\n", "  call @outer(%n) -> ^end\n"})
    EXPECT_EQ(markedNest(body).find("prim loop_enter"), std::string::npos) << markedNest(body);
}

TEST(Ir, ElidedLoopsDoNotAsk) {
  for (bool hasChain : {false, true}) {
    ir::Program program;
    ASSERT_FALSE(ir::parse(loop("  call @calls() -> ^end\n", hasChain), program));
    ir::elidePar(program);
    ir::dropUnreached(program);
    EXPECT_EQ(ir::check(program), std::vector<std::string>());
    std::string text = ir::print(program);
    for (const char *gone : {"loop_enter", "@chained", "@halved", "  if "})
      EXPECT_EQ(text.find(gone), std::string::npos) << gone << " in " << text;
    EXPECT_NE(text.find("@calls"), std::string::npos) << text;
  }
}

} // namespace
