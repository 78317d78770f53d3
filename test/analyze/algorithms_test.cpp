//===- algorithms_test.cpp - the analyses on programs small enough for pencil and paper ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/effort.h"
#include "analyze/parameters.h"
#include "support.h"

#include <gtest/gtest.h>

namespace tactus::analyze {
namespace {

using abi::NodeKind;

const Context &contextOf(const std::vector<Context> &contexts, const Program &program, const std::string &symbol) {
  for (const Context &context : contexts)
    if (program.written[context.function].summary.symbol == symbol)
      return context;
  ADD_FAILURE() << "no context " << symbol;
  static const Context nothing;
  return nothing;
}

/// fib with two OpenMP tasks: clang's entries are parts of it.
std::vector<abi::StructureFunction> fib() {
  return {written("fib", 10, {spawn(0, "entry1"), spawn(0, "entry2"), node(NodeKind::Wait, 0)}),
          written("entry1", 3, {call(0, "fib")}, true), written("entry2", 4, {call(0, "fib")}, true)};
}

TEST(Contexts, InnermostFunctionOfTheProgram) { // Algorithm 1.
  auto functions = fib();
  functions.push_back(written("main", 1, {node(NodeKind::Region, 0, "region")}));
  functions.push_back(written("region", 1, {call(0, "fib")}, true));
  Program program = programOf(functions);
  std::vector<Context> contexts = findContexts(program);
  ASSERT_EQ(contexts.size(), 1U);
  EXPECT_EQ(contexts[0].recursive, 2U);
  EXPECT_EQ(contexts[0].loopLike, 0U);
  EXPECT_EQ(contexts[0].spawns, 2U);
  EXPECT_TRUE(contexts[0].isOutermost);
}

TEST(RecursivePaths, OnlyThroughASpawn) { // Algorithm 2; Insieme's figure 6.
  // foo calls itself inside and outside of a task; helper, in the task, calls itself.
  Program program = programOf({written("foo", 1, {call(0, "foo"), spawn(0, "entry"), node(NodeKind::Wait, 0)}),
                               written("entry", 1, {call(0, "foo"), call(0, "helper")}, true),
                               written("helper", 1, {call(0, "helper")})});
  Context context = contextOf(findContexts(program), program, "foo");
  EXPECT_EQ(context.recursive, 1U);
}

TEST(RecursivePaths, ThroughOtherFunctions) {
  // even spawns odd, odd calls even: one path goes through a spawn.
  Program program = programOf({written("even", 1, {spawn(0, "entry")}), written("entry", 1, {call(0, "odd")}, true),
                               written("odd", 1, {call(0, "even")})});
  Context context = contextOf(findContexts(program), program, "even");
  EXPECT_EQ(context.recursive, 1U);
}

TEST(RecursivePaths, WhatACilkSpawnLeavesBeside) {
  // x = cilk_spawn f(); y = f(); cilk_sync; f();
  auto sync = node(NodeKind::Wait, 0);
  Program program = programOf({written("f", 1, {spawn(0, "f", true), call(0, "f"), sync, call(0, "f")})});
  EXPECT_EQ(contextOf(findContexts(program), program, "f").recursive, 2U);
}

TEST(RecursivePaths, WhatALibraryForksBeside) {
  // par(a, b) forks a in a function of the header, and calls b and joins in another.
  Program program =
      programOf({written("f", 1, {call(0, "par"), call(0, "f")}),
                 written("par", 0, {call(0, "fork"), call(0, "b"), call(0, "join")}, true),
                 written("fork", 0, {spawn(0, "a", true)}, true), written("a", 0, {call(0, "f")}, true),
                 written("b", 0, {call(0, "f")}, true), written("join", 0, {node(NodeKind::Wait, 0)}, true)});
  EXPECT_EQ(contextOf(findContexts(program), program, "f").recursive, 2U);
}

TEST(Contexts, OuterOnesHoldInnerOnes) {
  // sort spawns sort four times and merge twice, merge spawns merge twice: the program's count is sort's (table 3).
  std::vector<abi::Node> inSort(4, spawn(0, "sort"));
  inSort.push_back(spawn(0, "merge"));
  inSort.push_back(spawn(0, "merge"));
  Program program =
      programOf({written("sort", 1, inSort), written("merge", 1, {spawn(0, "merge"), spawn(0, "merge")})});
  std::vector<Context> contexts = findContexts(program);
  EXPECT_EQ(contextOf(contexts, program, "sort").recursive, 6U);
  EXPECT_TRUE(contextOf(contexts, program, "sort").isOutermost);
  EXPECT_EQ(contextOf(contexts, program, "merge").recursive, 2U);
  EXPECT_FALSE(contextOf(contexts, program, "merge").isOutermost);
}

TEST(LoopLike, LoopsAroundSpawns) {
  Program program = programOf({written("f", 1, {loop(0, {}, 1), loop(1, {}, 1), spawn(2, "task"), spawn(0, "task")}),
                               written("task", 1, {}, true)});
  Context context = contextOf(findContexts(program), program, "f");
  EXPECT_EQ(context.loopLike, 1U);
  EXPECT_EQ(context.spawns, 2U);
  EXPECT_STREQ(kindOf(context), "loop");
}

TEST(LoopLike, TasksThatOutliveTheirFunction) {
  // submit() leaves its task behind, so a loop around its calls creates many; done() waits for its own.
  Program program = programOf(
      {written("submit", 1, {spawn(0, "task")}), written("done", 1, {spawn(0, "task"), node(NodeKind::Wait, 0)}),
       written("task", 1, {}, true), written("main", 1, {loop(0, {}, 1), call(1, "submit"), call(1, "done")})});
  std::vector<Context> contexts = findContexts(program);
  EXPECT_EQ(contextOf(contexts, program, "submit").loopLike, 1U);
  EXPECT_EQ(contextOf(contexts, program, "done").loopLike, 0U);
}

TEST(LoopLike, LoopsOutsideOfARegionCreateNoTasks) {
  Program program =
      programOf({written("main", 1, {loop(0, {}, 1), node(NodeKind::Region, 1, "region"), spawn(0, "task")}),
                 written("region", 1, {spawn(0, "task")}, true), written("task", 1, {}, true)});
  EXPECT_EQ(contextOf(findContexts(program), program, "main").loopLike, 0U);
}

TEST(Effort, RecursionAddsNothing) { // Algorithm 3.
  Program program = programOf(fib());
  EXPECT_EQ(Effort(program).cycles(0), 10 + 3 + 4);
}

TEST(Effort, LoopsTimesIterations) {
  // 5 + 7 * (2 + 100 * 3 + leaf 4) + foreign call 40
  Program program =
      programOf({written("f", 5, {loop(0, known(7), 2), loop(1, {}, 3), call(1, "leaf"), call(0, "malloc")}),
                 written("leaf", 4, {})});
  EXPECT_EQ(Effort(program).cycles(0), 5 + 7 * (2 + 100 * 3 + 4) + ForeignCallCycles);
}

TEST(Effort, SymbolicInArguments) {
  // rows(n, m): for i < n: row(m + 1); row(k): 1 + for j < k: 2. So 3 + n * (1 + (1 + 2 * (m + 1))).
  Program program =
      programOf({written("rows", 3, {loop(0, known(0, {{0, 1}}), 1), call(1, "row", {known(1, {{1, 1}})})}),
                 written("row", 1, {loop(0, known(0, {{0, 1}}), 2)})});
  Effort effort(program);
  EXPECT_EQ(effort.symbolic(0).text(), "3 + 4·a + 2·a·b");
  // Nothing known: 100 iterations each.
  EXPECT_EQ(effort.cycles(0), 3 + 100 * (1 + 1 + 100 * 2));
}

TEST(Effort, CallsPassWhatTheyKnow) {
  Program program =
      programOf({written("f", 0, {call(0, "row", {known(8)})}), written("row", 1, {loop(0, known(0, {{0, 1}}), 2)})});
  EXPECT_EQ(Effort(program).cycles(0), 1 + 8 * 2);
}

TEST(Effort, IndirectCallsTakeTheMean) {
  auto indirect = node(NodeKind::IndirectCall, 0);
  indirect.type = 9;
  auto light = written("light", 10, {}), heavy = written("heavy", 30, {});
  light.type = heavy.type = 9;
  light.isAddressTaken = heavy.isAddressTaken = true;
  Program program = programOf({written("f", 1, {indirect}), light, heavy});
  EXPECT_EQ(Effort(program).cycles(0), 1 + 20);
}

/// Frames of 100 and so on; 8 bytes each for the return address.
struct Frames {
  Program program;
  explicit Frames(abi::Code code, const std::map<std::string, uint64_t> &frames) {
    program.addSummaries(chunkOf(std::move(code), abi::SummaryKind::Code), "unit.o");
    for (const auto &[symbol, bytes] : frames)
      program.addFrame(symbol, bytes);
    program.link();
  }
  StackNeed of(const std::string &symbol, StackOf whose = StackOf::Task) {
    return stackNeeds(program, whose)[program.findCompiled(symbol)];
  }
};

TEST(Stack, DeepestPath) { // Algorithm 4.
  Frames frames({"u", {compiled("f", {"g", "h"}), compiled("g", {}), compiled("h", {"g"})}, {}},
                {{"f", 100}, {"g", 50}, {"h", 20}});
  StackNeed need = frames.of("f");
  EXPECT_EQ(need.bytes, 108U + 28U + 58U);
  EXPECT_TRUE(need.isBound());
}

TEST(Stack, RecursionCountsPhiTimes) {
  Frames frames({"u", {compiled("f", {"g"}), compiled("g", {"f", "leaf"}), compiled("leaf", {})}, {}},
                {{"f", 100}, {"g", 50}, {"leaf", 1000}});
  StackNeed need = frames.of("f");
  EXPECT_EQ(need.bytes, RecursionDepth * (108U + 58U) + 1008U);
  EXPECT_TRUE(need.isRecursive);
}

TEST(Stack, WorkersWaitOnEachLevel) {
  Frames frames({"u", {compiled("f", {"f", "tactus_fork_join"})}, {}}, {{"f", 100}});
  EXPECT_EQ(frames.of("f").bytes, RecursionDepth * 108U);
  EXPECT_EQ(frames.of("f", StackOf::Worker).bytes, RecursionDepth * (108U + JoinBytes) + RuntimeBytes);
}

TEST(Stack, TasksOfALoopNestOnWorkersOnly) {
  abi::CodeFunction slice = compiled("slice", {"tactus_join"});
  slice.tasks = {"run"};
  Frames frames({"u", {slice, compiled("run", {"slice"})}, {}}, {{"slice", 100}, {"run", 20}});
  EXPECT_EQ(frames.of("slice").bytes, 108U);
  EXPECT_TRUE(frames.of("slice").isBound());
  EXPECT_EQ(frames.of("slice", StackOf::Worker).bytes, JoinDepth * (108U + JoinBytes + 28U) + RuntimeBytes);
}

TEST(Stack, IndirectCallsByType) {
  abi::CodeFunction other = compiled("other", {}), target = compiled("target", {});
  other.isAddressTaken = target.isAddressTaken = true;
  other.type = 1;
  target.type = 2;
  Frames frames({"u", {compiled("f", {}, {2}), other, target}, {}}, {{"f", 0}, {"other", 90000}, {"target", 70000}});
  EXPECT_EQ(frames.of("f").bytes, 8U + 70008U);
  EXPECT_TRUE(frames.of("f").callsUnknown);
}

TEST(Stack, ForeignAndRuntimeCalls) {
  Frames frames({"u", {compiled("f", {"printf"}), compiled("g", {"tactus_fork_poll"})}, {}}, {{"f", 0}, {"g", 0}});
  EXPECT_EQ(frames.of("f").bytes, 8 + ForeignBytes);
  EXPECT_FALSE(frames.of("f").isBound());
  EXPECT_EQ(frames.of("g").bytes, 8U);
  EXPECT_EQ(frames.of("g", StackOf::Worker).bytes, 8 + JoinBytes + RuntimeBytes);
  EXPECT_TRUE(frames.of("g").isBound());
}

TEST(Stack, HostileFramesDoNotWrap) {
  Frames frames({"u", {compiled("f", {"f", "g"}), compiled("g", {})}, {}},
                {{"f", UINT64_MAX / 2}, {"g", UINT64_MAX - 1}});
  EXPECT_EQ(frames.of("f").bytes, UINT64_MAX);
}

ContextResult result(unsigned recursive, unsigned loopLike, double effort, uint64_t stack) {
  ContextResult entry;
  entry.context.recursive = recursive;
  entry.context.loopLike = loopLike;
  entry.effort = effort;
  entry.taskStack.bytes = stack;
  return entry;
}

TEST(Aggregation, MinimumMeanMaximum) { // §3.3.1 to §3.3.3
  Aggregate whole = aggregate({result(3, 1, 100, 5000), result(2, 4, 300, 70000)});
  EXPECT_EQ(whole.recursive, 2U);
  EXPECT_EQ(whole.loopLike, 1U);
  EXPECT_EQ(whole.effort, 200);
  EXPECT_EQ(whole.taskStack.bytes, 70000U);
}

Parameters decided(unsigned recursive, unsigned loopLike, double effort, uint64_t stack = 0) {
  return decide(aggregate({result(recursive, loopLike, effort, stack)}), true, true);
}

TEST(DecisionTrees, AsPrintedButForRecursions) { // §3.3.4, at both sides of each threshold
  EXPECT_EQ(decided(0, 1, 1e6).queuePolicy, "default");
  EXPECT_EQ(decided(1, 0, 1).queuePolicy, "push-front"); // printed: ρ > 5
  EXPECT_EQ(decided(0, 0, 1e6 + 1).queuePolicy, "push-front");
  EXPECT_EQ(decided(0, 0, 1e12).queuePolicy, "push-front");
  EXPECT_EQ(decided(0, 0, 1.1e12).queuePolicy, "default");

  EXPECT_EQ(decided(0, 1, 1e7).queueSize, 128U);
  EXPECT_EQ(decided(1, 1, 1e7).queueSize, 8U);
  EXPECT_EQ(decided(0, 0, 1e7).queueSize, 8U);
  EXPECT_EQ(decided(1, 1, 1e6).queueSize, 4U);
  EXPECT_EQ(decided(1, 0, 2e12).queueSize, 4U);

  EXPECT_EQ(decided(1, 0, 1).eventBuckets, 256019U);
  EXPECT_EQ(decided(0, 1, 1).eventBuckets, 97U);

  EXPECT_EQ(decided(1, 0, 1, 10).stackBytes, 16U << 10);
  EXPECT_EQ(decided(1, 0, 1, 16 << 10).stackBytes, 16U << 10);
  EXPECT_EQ(decided(1, 0, 1, (16 << 10) + 1).stackBytes, 32U << 10);
  EXPECT_EQ(decided(1, 0, 1, 100 << 20).stackBytes, 8U << 20);
}

TEST(DecisionTrees, DefaultsWhereNothingIsKnown) {
  Parameters parameters = decide(aggregate({}), false, false);
  EXPECT_EQ(parameters.queuePolicy, "default");
  EXPECT_EQ(parameters.queueSize, 16U);
  EXPECT_EQ(parameters.eventBuckets, 97U);
  EXPECT_EQ(parameters.stackBytes, 8U << 20);
  EXPECT_EQ(decide(aggregate({result(1, 0, 1, 10)}), true, false).stackBytes, 8U << 20);
}

TEST(Symbols, LocalOnesBelongToTheirUnit) {
  auto first = written("help", 10, {}), second = written("help", 30, {});
  first.isLocal = second.isLocal = true;
  Program program;
  program.addSummaries(chunkOf({written("f", 0, {call(0, "help")}), first}), "a.o");
  program.addSummaries(chunkOf({written("g", 0, {call(0, "help")}), second}), "b.o");
  program.link();
  Effort effort(program);
  EXPECT_EQ(effort.cycles(program.findWritten("f")), 10);
  EXPECT_EQ(effort.cycles(program.findWritten("g")), 30);
}

} // namespace
} // namespace tactus::analyze
