//===- exhaustive_test.cpp - all interleavings ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "support.h"
#include "tpal/exhaustive.h"

namespace tactus::tpal::test {
namespace {

ExhaustiveReport explore(const std::string &text, ExhaustiveOptions options = {}, uint64_t heartbeat = 0,
                         const std::map<std::string, Literal> &inputs = {}) {
  Program program = parseText(text);
  Code code(program);
  MachineOptions limits;
  limits.heartbeat = heartbeat;
  return checkAllSchedules(Machine(code, limits, inputs), options);
}

/// Two children, running `first` and `second` and then joining; afterwards the root reads cell 0 and 1 of xs.
std::string twoTasks(const std::string &first, const std::string &second, const std::string &policy = "assoc") {
  return ".data xs = { 0, 0 }\n.output u, v\nm:\n jr := jralloc k\n fork jr, a\n fork jr, b\n join jr\na:\n" + first +
         " join jr\nb:\n" + second + " join jr\nk: [jtppt " + policy +
         "; {}; c]\n u := mem[xs + 0]\n v := mem[xs + 1]\n halt\nc:\n join jr\n";
}

ExhaustiveOptions collectAll(bool reduce) {
  ExhaustiveOptions options;
  options.reduce = reduce;
  options.stopAtFirstFinding = false;
  return options;
}

TEST(Exhaustive, IndependentTasksNeedOneExecution) {
  ExhaustiveReport report =
      explore(twoTasks(" mem[xs + 0] := 1\n t := mem[xs + 0]\n", " mem[xs + 1] := 2\n t := mem[xs + 1]\n"));
  EXPECT_EQ(report.kind, ExhaustiveReport::Kind::AllAgree);
  EXPECT_EQ(report.executions, 1u);
  EXPECT_EQ(report.firstResult, "u = 1; v = 2");
}

TEST(Exhaustive, FindsTheLostUpdate) {
  std::string increment = " t := mem[xs + 0]\n t := t + 1\n mem[xs + 0] := t\n";
  ExhaustiveReport report = explore(twoTasks(increment, increment));
  EXPECT_EQ(report.kind, ExhaustiveReport::Kind::Differs);
  EXPECT_EQ(report.message, "the result is u = 1; v = 0, but u = 2; v = 0 at first");
  ASSERT_GE(report.trace.size(), 4u);
  EXPECT_EQ(report.trace[0], "task 1 at a:1  t := mem[xs + 0]");
  EXPECT_EQ(report.trace[1], "task 2 at b:1  t := mem[xs + 0]");
  EXPECT_FALSE(report.firstTrace.empty());
}

TEST(Exhaustive, FindsTheRareStuckState) {
  // Only if b reads between the two writes of a is there a division by zero.
  ExhaustiveReport report =
      explore(twoTasks(" mem[xs + 0] := 1\n mem[xs + 0] := 2\n", " t := mem[xs + 0]\n t := t - 1\n t := 6 / t\n"));
  EXPECT_EQ(report.kind, ExhaustiveReport::Kind::Stuck);
  EXPECT_EQ(report.message, "stuck: task 2 at b:3 (t := 6 / t): division by zero");
  EXPECT_EQ(report.trace.size(), 2u);
}

TEST(Exhaustive, FindsAFalseClaimOfCommutativity) {
  std::string program = ".output r\nm:\n r := 1\n jr := jralloc k\n fork jr, c\n fork jr, d\n join jr\n"
                        "c:\n r := 2\n join jr\nd:\n r := 3\n join jr\n"
                        "k: [jtppt POLICY; {r -> r2}; b]\n halt\nb:\n r := r * 10\n r := r + r2\n join jr\n";
  std::string commutative = program;
  commutative.replace(commutative.find("POLICY"), 6, "assoc-comm");
  ExhaustiveReport report = explore(commutative, collectAll(true));
  EXPECT_EQ(report.kind, ExhaustiveReport::Kind::Differs);
  EXPECT_EQ(report.allResults, (std::set<std::string>{"r = 123", "r = 132"}));
  program.replace(program.find("POLICY"), 6, "assoc");
  report = explore(program, collectAll(true));
  EXPECT_EQ(report.kind, ExhaustiveReport::Kind::AllAgree);
  EXPECT_EQ(report.firstResult, "r = 132");
}

TEST(Exhaustive, FindsARaceWithTheHalt) {
  ExhaustiveReport report = explore(".data xs = { 0 }\n.output xs[1]\nm:\n jr := jralloc k\n fork jr, a\n halt\n"
                                    "a:\n mem[xs] := 1\n join jr\nk: [jtppt assoc; {}; c]\n halt\nc:\n join jr\n",
                                    collectAll(true));
  EXPECT_EQ(report.allResults, (std::set<std::string>{"xs = { 0 }", "xs = { 1 }"}));
}

TEST(Exhaustive, ReductionFindsEveryResultOfTheFullSearch) {
  const std::string pieces[] = {
      " mem[xs + 0] := 1\n",
      " t := mem[xs + 0]\n mem[xs + 1] := t\n",
      " t := mem[xs + 0]\n t := t + 2\n mem[xs + 0] := t\n",
      " t := mem[xs + 1]\n t := t * 3\n t := t + 1\n mem[xs + 1] := t\n",
      " mem[xs + 1] := 5\n mem[xs + 0] := 7\n",
      " t := mem[xs + 1]\n if-jump t, m2\n",
      " jq := jralloc q\n fork jq, w\n if-jump 1, m3\n",
  };
  for (const std::string &first : pieces)
    for (const std::string &second : pieces)
      for (const std::string &policy : {std::string("assoc"), std::string("assoc-comm")}) {
        std::string text = twoTasks(first, second, policy) + "m2:\n mem[xs + 0] := 9\n join jr\nm3:\n join jq\n"
                                                             "w:\n t := mem[xs + 1]\n t := t + 4\n mem[xs + 1] := t\n"
                                                             " join jq\nq: [jtppt assoc-comm; {}; x]\n join jr\n"
                                                             "x:\n join jq\n";
        ExhaustiveReport reduced = explore(text, collectAll(true));
        ExhaustiveReport full = explore(text, collectAll(false));
        EXPECT_EQ(reduced.allResults, full.allResults) << text;
        EXPECT_LE(reduced.executions, full.executions);
      }
}

TEST(Exhaustive, ThreeTasksOnOneCell) {
  std::string text = ".data xs = { 0 }\n.output xs[1]\nm:\n jr := jralloc k\n fork jr, a\n fork jr, b\n"
                     " t := mem[xs]\n t := t * 2\n mem[xs] := t\n join jr\n"
                     "a:\n t := mem[xs]\n t := t + 1\n mem[xs] := t\n join jr\n"
                     "b:\n t := mem[xs]\n t := t + 3\n mem[xs] := t\n join jr\n"
                     "k: [jtppt assoc; {}; c]\n halt\nc:\n join jr\n";
  ExhaustiveReport reduced = explore(text, collectAll(true));
  ExhaustiveReport full = explore(text, collectAll(false));
  EXPECT_EQ(reduced.allResults, full.allResults);
  EXPECT_LT(reduced.executions, full.executions);
}

TEST(Exhaustive, ThreeChildrenMeetInEveryOrder) {
  // Each of the children is itself a parent; the combination is not commutative, though it claims to be.
  std::string text = ".output r\nm:\n r := 1\n jr := jralloc k\n fork jr, c\n fork jr, d\n fork jr, e\n join jr\n"
                     "c:\n r := 2\n fork jr, f\n join jr\nd:\n r := 3\n join jr\ne:\n r := 4\n join jr\n"
                     "f:\n r := 5\n join jr\n"
                     "k: [jtppt assoc-comm; {r -> r2}; b]\n halt\nb:\n r := r * 10\n r := r + r2\n join jr\n";
  ExhaustiveReport reduced = explore(text, collectAll(true));
  ExhaustiveReport full = explore(text, collectAll(false));
  EXPECT_EQ(reduced.allResults, full.allResults);
  EXPECT_EQ(full.allResults.size(), 6u) << "the order of three children; the grandchild has no choice";
  EXPECT_LT(reduced.executions, full.executions);
}

TEST(Exhaustive, ProdWithThreeForks) {
  ExhaustiveReport report =
      explore(readFile(TACTUS_TPAL_PROGRAMS "/prod.tpal"), {}, 25, {{"a", Literal{false, 24, 0}}});
  EXPECT_EQ(report.kind, ExhaustiveReport::Kind::AllAgree) << report.message;
  EXPECT_EQ(report.firstResult, "c = 168");
  EXPECT_GT(report.executions, 1u);
}

TEST(Exhaustive, SmallExamplesHaveOneResult) {
  struct Case {
    std::string name;
    uint64_t heartbeat;
    std::map<std::string, Literal> inputs;
    std::string result;
  };
  for (const Case &example : std::initializer_list<Case>{
           {"fib", 40, {{"n", Literal{false, 6, 0}}}, "f = 8"},
           {"knapsack", 60, {{"items", Literal{false, 3, 0}}}, "f = 38"},
           {"treesum", 60, {{"nodes", Literal{false, 12, 0}}}, "reached = 11; sum = 71"},
           {"power", 30, {{"e", Literal{false, 4, 0}}}, "f = 81"},
           {"floyd-warshall",
            300,
            {},
            "dist = { 0, 1, -3, 2, -4, 3, 0, -4, 1, -1, 7, 4, 0, 5, 3, 2, -1, -5, 0, -2, 8, "
            "5, 1, 6, 0 }"},
       }) {
    ExhaustiveReport report =
        explore(readFile(TACTUS_TPAL_PROGRAMS "/" + example.name + ".tpal"), {}, example.heartbeat, example.inputs);
    EXPECT_EQ(report.kind, ExhaustiveReport::Kind::AllAgree) << example.name << ": " << report.message;
    EXPECT_EQ(report.firstResult, example.result);
  }
}

TEST(Exhaustive, GivesUpAtItsLimits) {
  EXPECT_EQ(explore("m:\n jump m").kind, ExhaustiveReport::Kind::StepLimit);
  ExhaustiveOptions options;
  options.executionLimit = 1;
  EXPECT_EQ(explore(twoTasks(" mem[xs] := 1\n", " t := mem[xs]\n"), options).kind,
            ExhaustiveReport::Kind::ExecutionLimit);
}

} // namespace
} // namespace tactus::tpal::test
