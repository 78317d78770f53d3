//===- analysis_test.cpp - recordings, graphs and the simulator -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Traces are written by hand here, so that what must come out is known. Times are virtual throughout.
//
//===----------------------------------------------------------------------===//
#include "trace/builder.h"
#include "trace/fields.h"
#include "trace/simulator.h"
#include "trace/summary.h"
#include "trace_text.h"

#include <cmath>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace tactus::trace;

namespace {

const Costs NoCosts{0, 0, 0};
const Policy Beats{100, 1, false};

/// One loop of equal iterations, after and before serial work.
Graph loopGraph(uint64_t iterations, Time work, Time serial = 0) {
  Graph graph;
  int root = graph.addSeries();
  graph.addWork(root, serial);
  int loop = graph.addNode(Node::Loop, 0);
  graph.nodes.back().blocks.push_back({iterations, work, -1});
  graph.series[static_cast<size_t>(root)].items.push_back({0, loop});
  graph.roots.push_back({0, root});
  return graph;
}

/// A binary tree of forks with `work` at each leaf; returns its series.
int addTree(Graph &graph, unsigned depth, Time work) {
  int series = graph.addSeries();
  if (depth == 0) {
    graph.addWork(series, work);
    return series;
  }
  int node = graph.addNode(Node::Fork, 0);
  int first = addTree(graph, depth - 1, work), second = addTree(graph, depth - 1, work);
  graph.nodes[static_cast<size_t>(node)].first = first;
  graph.nodes[static_cast<size_t>(node)].second = second;
  graph.series[static_cast<size_t>(series)].items.push_back({0, node});
  return series;
}

TEST(Graph, WorkAndSpan) {
  WorkSpan loop = measure(loopGraph(1000, 5000, 30));
  EXPECT_DOUBLE_EQ(loop.work, 5030);
  EXPECT_DOUBLE_EQ(loop.span, 35);
  Graph tree;
  tree.roots.push_back({0, addTree(tree, 6, 10)});
  EXPECT_DOUBLE_EQ(measure(tree).work, 640);
  EXPECT_DOUBLE_EQ(measure(tree).span, 10);
}

TEST(Graph, WhatIsSerialAtItsEnds) {
  Graph graph = loopGraph(1000, 5000, 30);
  EXPECT_DOUBLE_EQ(serialEnds(graph).before, 30);
  EXPECT_DOUBLE_EQ(serialEnds(graph).behind, 0);
  graph.addWork(graph.roots[0].series, 7);
  EXPECT_DOUBLE_EQ(serialEnds(graph).behind, 7);
  Graph serial;
  serial.roots.push_back({0, serial.addSeries()});
  serial.addWork(serial.roots[0].series, 50);
  EXPECT_DOUBLE_EQ(serialEnds(serial).before, 50);
  EXPECT_DOUBLE_EQ(serialEnds(serial).behind, 0);
  EXPECT_DOUBLE_EQ(serialEnds(Graph()).before, 0);
}

TEST(Graph, WorkOfARecursionCountsOnce) {
  Graph tree;
  tree.roots.push_back({0, addTree(tree, 6, 10)});
  tree.roots.push_back({0, addTree(tree, 5, 10)});
  PlaceWork forks = measurePlaces(tree, 1)[0];
  EXPECT_EQ(forks.executions, 63u + 31u);
  EXPECT_DOUBLE_EQ(forks.work, 640 + 320);
  EXPECT_DOUBLE_EQ(forks.span, 10 + 10);
}

TEST(Simulator, OneWorkerIsTheSerialProgram) {
  Simulation alone = simulate(loopGraph(1000, 50000, 700), 1, Beats, {});
  EXPECT_DOUBLE_EQ(alone.elapsed, 50700);
  EXPECT_EQ(alone.promotions, 0u);
}

TEST(Simulator, ALoopIsSharedByWorkers) {
  Graph graph = loopGraph(1000000, 1000000);
  for (unsigned workers : {2u, 3u, 8u, 64u}) {
    Simulation shared = simulate(graph, workers, Beats, NoCosts);
    EXPECT_GE(shared.elapsed, 1000000.0 / workers * 0.999);
    EXPECT_LE(shared.elapsed, 1000000.0 / workers * 1.05 + 500) << workers;
    EXPECT_NEAR(shared.busy, 1000000, 1);
    EXPECT_GT(shared.steals, 0u);
  }
}

TEST(Simulator, ATreeOfForksIsSharedByWorkers) {
  Graph graph;
  graph.roots.push_back({0, addTree(graph, 12, 50)});
  Time work = measure(graph).work;
  for (unsigned workers : {2u, 8u, 64u}) {
    Simulation shared = simulate(graph, workers, Beats, NoCosts);
    EXPECT_GE(shared.elapsed, work / workers * 0.999);
    EXPECT_LE(shared.elapsed, work / workers * 1.1 + 1500) << workers;
  }
}

TEST(Simulator, NothingBeatsTheSpan) {
  Graph graph = loopGraph(4, 40000, 5000);
  Simulation many = simulate(graph, 1024, Beats, NoCosts);
  EXPECT_GE(many.elapsed, measure(graph).span);
  EXPECT_LE(many.elapsed, measure(graph).span + 200);
}

TEST(Simulator, CostsCount) {
  Graph graph = loopGraph(1000000, 100000);
  Time free = simulate(graph, 8, Beats, NoCosts).elapsed;
  EXPECT_GT(simulate(graph, 8, Beats, {50, 0, 0}).elapsed, free);
  EXPECT_GT(simulate(graph, 8, Beats, {0, 500, 0}).elapsed, free);
  EXPECT_GT(simulate(graph, 8, Beats, {0, 0, 500}).elapsed, free);
}

TEST(Simulator, AThiefTakesWhatItWasWokenFor) {
  // Loops of a quarter of a beat: whoever made a task must not have taken it back by the time that the thief comes.
  Graph graph = loopGraph(1000, 28);
  for (int more = 0; more < 99; ++more) {
    int loop = graph.addNode(Node::Loop, 0);
    graph.nodes.back().blocks.push_back({1000, 28, -1});
    graph.series[static_cast<size_t>(graph.roots[0].series)].items.push_back({0, loop});
  }
  Time elapsed = simulate(graph, 2, Beats, {0.1, 2, 2}).elapsed;
  EXPECT_GT(elapsed, 1400);
  EXPECT_LT(elapsed, 2100);
}

TEST(Simulator, OneTaskThatWaitsIsEnough) {
  // Two workers that both have a loop: each makes one task, which nobody takes before its own end.
  Graph graph = loopGraph(1000000, 10000);
  int second = graph.addSeries();
  int loop = graph.addNode(Node::Loop, 0);
  graph.nodes.back().blocks.push_back({1000000, 10000, -1});
  graph.series[static_cast<size_t>(second)].items.push_back({0, loop});
  graph.roots.push_back({0, second});
  // A halved loop is halved again whenever its task is taken back: some ten times until a beat's work is left.
  EXPECT_LT(simulate(graph, 2, Beats, NoCosts).promotions, 40u);
  EXPECT_EQ(simulate(graph, 1, Beats, NoCosts).promotions, 0u);
}

TEST(Simulator, RanksShareWork) {
  Graph graph = loopGraph(1000000, 10000000);
  for (unsigned ranks : {1u, 2u, 16u, 256u}) {
    Simulation job = simulate(graph, 1, Beats, NoCosts, {.ranks = ranks, .beat = 10000});
    EXPECT_NEAR(job.busy, 10000000, 1);
    EXPECT_GE(job.elapsed, 10000000.0 / ranks * 0.999);
    // The number of ranks that work doubles on each beat.
    EXPECT_LE(job.elapsed, 10000000.0 / ranks * 1.1 + 10000 * (2 + 2 * std::log2(ranks))) << ranks;
    EXPECT_EQ(job.pieces > 0, ranks > 1);
    EXPECT_GE(job.pieces + 1, ranks);
  }
  Simulation workers = simulate(graph, 4, Beats, NoCosts, {.ranks = 4, .beat = 10000});
  EXPECT_NEAR(workers.busy, 10000000, 1);
  EXPECT_LE(workers.elapsed, 10000000.0 / 16 * 1.1 + 60000);
  EXPECT_GT(workers.steals, workers.pieces);
}

TEST(Simulator, RanksGiveSecondHalvesOfLoops) {
  // The half that leaves with the first beat, at 10 ms, begins late. So its rank gives a part of it back.
  Graph graph = loopGraph(4096, 200000);
  Simulation job = simulate(graph, 1, Beats, NoCosts, {.ranks = 2, .beat = 10000});
  EXPECT_GE(job.pieces, 2u);
  Time slowness = 1 + Network::Look / Network::LongestPause;
  EXPECT_GE(job.elapsed, slowness * (200000 + 10000) / 2);
  EXPECT_LE(job.elapsed, slowness * (200000 + 10000) / 2 + 5000);
  // What is shorter than a leaf stays.
  EXPECT_EQ(simulate(loopGraph(1, 200000), 1, Beats, NoCosts, {.ranks = 2, .beat = 10000}).pieces, 0u);
}

TEST(Simulator, AProgressThreadTakesItsTime) {
  Graph graph = loopGraph(1, 200000);
  EXPECT_DOUBLE_EQ(simulate(graph, 1, Beats, NoCosts).elapsed, 200000);
  Time beside = simulate(graph, 1, Beats, NoCosts, {.ranks = 2, .beat = 10000}).elapsed;
  EXPECT_NEAR(beside, 200000 * (1 + Network::Look / Network::LongestPause), 1);
  // In a rank of more workers it takes the time of one of them.
  EXPECT_LT(simulate(graph, 4, Beats, NoCosts, {.ranks = 2, .beat = 10000}).elapsed, beside);
}

TEST(Simulator, MessagesTakeTheirTime) {
  Graph graph = loopGraph(1000, 1000000);
  Network network{.ranks = 2, .beat = 10000};
  Time fast = simulate(graph, 1, Beats, NoCosts, network).elapsed;
  network.latency = 20000;
  Time slow = simulate(graph, 1, Beats, NoCosts, network).elapsed;
  EXPECT_GT(slow, fast + 10000);
  network = {.ranks = 2, .beat = 10000, .bytes = 2e7, .bytesPerMicrosecond = 1000};
  EXPECT_NEAR(simulate(graph, 1, Beats, NoCosts, network).elapsed, slow, 1);
  // What takes longer than all of the work gives nothing back before.
  network.latency = 1e7;
  EXPECT_GT(simulate(graph, 1, Beats, NoCosts, network).elapsed, 2e7);
}

TEST(Simulator, ForksOfRanksAreJoinedWhereTheyBegan) {
  // A tree of forks, whose leaves take a millisecond.
  Graph graph;
  auto tree = [&](auto &self, int depth) -> int {
    int series = graph.addSeries();
    if (depth == 0) {
      graph.addWork(series, 1000);
      return series;
    }
    int first = self(self, depth - 1), second = self(self, depth - 1), node = graph.addNode(Node::Fork, 0);
    graph.nodes[static_cast<size_t>(node)].first = first;
    graph.nodes[static_cast<size_t>(node)].second = second;
    graph.series[static_cast<size_t>(series)].items.push_back({0, node});
    return series;
  };
  int root = tree(tree, 12);
  graph.roots.push_back({0, root});
  for (unsigned ranks : {1u, 3u, 64u, 4096u})
    for (unsigned workers : {1u, 2u}) {
      Simulation job = simulate(graph, workers, Beats, {}, {.ranks = ranks, .beat = 1000, .latency = 10, .look = 50});
      EXPECT_NEAR(job.busy, 4096000, 1);
      EXPECT_LE(job.elapsed, 4096000.0 / ranks / workers * 1.2 + 60000) << ranks << " ranks of " << workers;
    }
}

TEST(Simulator, IsDeterministic) {
  Graph graph = loopGraph(12345, 67890, 11);
  Simulation one = simulate(graph, 7, Beats, {}), other = simulate(graph, 7, Beats, {});
  EXPECT_EQ(one.elapsed, other.elapsed);
  EXPECT_EQ(one.steals, other.steals);
}

TEST(Simulator, RunsAllThreadsOfTheProgram) {
  Graph graph = loopGraph(100, 1000);
  int second = graph.addSeries();
  graph.addWork(second, 3000);
  graph.roots.push_back({500, second});
  EXPECT_DOUBLE_EQ(simulate(graph, 2, Beats, NoCosts).elapsed, 3500);
  EXPECT_GE(simulate(graph, 1, Beats, NoCosts).elapsed, 4000);
}

TEST(Recording, TornLinesAreSkipped) {
  TraceText text(beat(100, "[[10,0,50,1000]]") + "\"ph\":\"B\",\"pid\":1,\"tid\n" + "   \n");
  Recording recording = text.read();
  EXPECT_EQ(recording.unreadable, 1u);
  ASSERT_EQ(recording.gaps.size(), 2u);
  EXPECT_NE(recording.gaps[0].find("its end is missing"), std::string::npos);
  EXPECT_FALSE(recording.isComplete);
  EXPECT_DOUBLE_EQ(recording.end, 100);
}

TEST(Recording, WhatMakesNoSenseIsRefused) {
  auto slice = [](const std::string &phase, const std::string &time, const std::string &arguments) {
    return R"({"ph":")" + phase + R"(","pid":1,"tid":1,"ts":)" + time + R"(,"name":"loop a.c:7","args":)" + arguments +
           "},\n";
  };
  auto promotion = [](const std::string &fields, const std::string &tasks) {
    return R"({"ph":"X","pid":1,"tid":1,"ts":5,)" + fields +
           R"(,"name":"promotion","args":{"join":2,"place":10,"at":0,"tasks":)" + tasks + "}},\n";
  };
  const std::string task = R"({"task":4,"place":10,"begin":0,"end":9})";
  const std::pair<std::string, std::string> wrong[] = {
      {slice("B", "1e308", task), "line 8: 'ts' is 1e+308, expected a number from 0 to 1e+14"},
      {slice("B", "-1", task), "'ts' is -1"},
      {slice("B", "\"x\"", task), "'ts' is \"x\""},
      {slice("B", "7", task) + slice("E", "6", task), "line 9: 'ts' is before that of the thread's line before"},
      {slice("B", "7", task) + slice("B", "8", task), "task 4 begins twice"},
      {slice("B", "7", R"({"task":4,"place":10,"begin":10,"end":9})"), "'end' is 9, expected a whole number from 10"},
      {slice("B", "7", R"({"task":4,"place":10,"begin":-1,"end":9})"), "'begin' is -1"},
      {slice("B", "7", R"({"place":10})"), "'task' is missing"},
      {slice("B", "7", "3"), "'args' is 3, expected an object"},
      {beat(1, "[[10,0,9223372036854775809,5]]"), "'parts' is 9223372036854775809"},
      {beat(1, "[[10]]"), "'parts' holds what is no list"},
      {beat(1, "[]", -7), "'gap' is -7"},
      {promotion(R"("dur":-4)", "[[3,0,5]]"), "'dur' is -4"},
      {promotion(R"("dur":1)", "[]"), "'tasks' is empty"},
      {promotion(R"("dur":1)", "[[3,0,5],[3,5,9]]"), "task 3 is promoted twice"},
      {promotion(R"("dur":1)", "[[3,5,0]]"), "'tasks' is 0, expected a whole number from 5"},
      {slice("B", "1", task) + R"({"ph":"X","pid":1,"tid":1,"ts":5,"dur":1,"name":"promotion","args":{"join":2,)" +
           R"("place":10,"by":4,"tasks":[[4,0,5]]}},)" + "\n",
       "task 4 promotes task 4, which is older"},
      {R"({"ph":"E","pid":1,"tid":-3,"ts":3},)", "'tid' is -3"},
      {R"({"ph":"E","pid":2,"tid":3,"ts":3},)", "'pid' is that of another process"},
      {R"({"ph":"M","pid":1,"name":"tactus_process","args":{}},)", "a second program begins"}};
  for (const auto &[lines, message] : wrong) {
    TraceText text(lines);
    Recording recording;
    std::string problem = readRecording(text.name(), recording);
    EXPECT_NE(problem.find(message), std::string::npos) << lines << problem;
    EXPECT_EQ(problem.find('\n'), std::string::npos);
  }
}

TEST(Recording, TheEndKnowsWhetherLinesAreMissing) {
  auto gapsOf = [](const std::string &last) {
    TraceText text(beat(100, "[[10,0,50,1000]]") + last);
    return text.read().gaps;
  };
  size_t before = 0;
  {
    TraceText text(beat(100, "[[10,0,50,1000]]"));
    before = std::filesystem::file_size(text.name());
  }
  auto end = [](size_t at) {
    return R"({"ph":"M","pid":1,"ts":200,"name":"tactus_end","args":{"dropped":0,"thinning":0,"at":)" +
           std::to_string(at) + "}}]\n";
  };
  EXPECT_TRUE(gapsOf(end(before)).empty());
  ASSERT_EQ(gapsOf(end(before + 9)).size(), 1u);
  EXPECT_NE(gapsOf(end(before + 9))[0].find("9 bytes less"), std::string::npos);
  EXPECT_NE(gapsOf(end(before - 1))[0].find("1 bytes more"), std::string::npos);
}

TEST(Simulator, EndsForAnyTimesAndCounts) {
  Graph graph = loopGraph(1000, 1e14);
  EXPECT_NEAR(simulate(graph, 4, Beats, NoCosts).elapsed, 0.25e14, 0.05e14);
  graph = loopGraph(MostIterations, 1e-3);
  EXPECT_LE(simulate(graph, 4, Beats, NoCosts).elapsed, 1e-2);
  graph = loopGraph(MostIterations, 1e6);
  EXPECT_LE(simulate(graph, 4, Beats, NoCosts).elapsed, 0.4e6);
  // A run without beats promotes nothing.
  EXPECT_NEAR(simulate(loopGraph(1000, 1e6), 4, Policy{0, 1, false}, NoCosts).elapsed, 1e6, 1);
}

TEST(Recording, WhatIsThinnedOutIsNotRead) {
  TraceText text(beat(100, "[[10,0,50,1000]]") + R"({"ph":"M","pid":1,"tid":1,"ts":150,"name":"tactus_thinning"},)" +
                 "\n" + beat(900, "[[10,0,800,1000]]") + end(1000));
  Recording recording = text.read();
  EXPECT_TRUE(recording.isThinned);
  EXPECT_DOUBLE_EQ(recording.end, 150);
}

TEST(Recording, APromotionTellsOfItsBeat) {
  TraceText text(
      beat(0, "[[10,0,50,1000]]") +
      R"({"ph":"X","pid":1,"tid":1,"ts":100,"dur":1,"name":"promotion a.c:7","args":{"join":1,"place":10,"at":0,"tasks":[[2,90,500],[3,500,1000]],"beat":{"same":1,"parts":[[20,-48,3,10]],"gap":2000,"chunk":7}}},)" +
      "\n" + end(200));
  Recording recording = text.read();
  ASSERT_EQ(recording.strands.size(), 1u);
  const std::vector<StrandEvent> &events = recording.strands[0].events;
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[1].kind, StrandEvent::Beat);
  EXPECT_DOUBLE_EQ(events[1].time, 100);
  EXPECT_DOUBLE_EQ(events[1].gap, 2);
  EXPECT_DOUBLE_EQ(events[1].charged, 0);
  EXPECT_EQ(events[1].chunk, 7u);
  ASSERT_EQ(events[1].parts.size(), 2u);
  EXPECT_EQ(events[1].parts[0].iteration, 50u);
  EXPECT_EQ(events[1].parts[1].end, 10u);
  EXPECT_EQ(events[2].kind, StrandEvent::Promotion);
  // What lies before its first task has stayed.
  EXPECT_EQ(events[2].parts.at(0).end, 90u);
}

TEST(Recording, OtherFilesAreRefused) {
  std::string path = testing::TempDir() + "tactus-no-trace-" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << "[\n{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"x\"}}]\n";
  Recording recording;
  EXPECT_NE(readRecording(path, recording).find("no trace of a Tactus program"), std::string::npos);
  std::remove(path.c_str());
  EXPECT_NE(readRecording(path, recording).find("cannot read"), std::string::npos);
}

/// The only loop of a graph at a line.
PlaceWork workOfLine(const Recording &recording, const Graph &graph, unsigned line) {
  std::vector<PlaceWork> all = measurePlaces(graph, recording.places.size());
  for (size_t index = 0; index < all.size(); ++index)
    if (recording.places[index].line == line)
      return all[index];
  return {};
}

TEST(Builder, ASerialLoopIsLatentWork) {
  TraceText text(beat(0, "[[10,0,0,1000]]") + beat(100, "[[10,0,100,1000]]") + beat(200, "[[10,0,200,1000]]") +
                 beat(900, "[[10,0,900,1000]]") + end(1000));
  Recording recording = text.read();
  Graph graph = buildGraph(recording);
  EXPECT_NEAR(measure(graph).work, 1000, 1e-6);
  EXPECT_LE(measure(graph).span, 2);
  EXPECT_EQ(workOfLine(recording, graph, 7).executions, 1u);
  EXPECT_NEAR(simulate(graph, 2, Beats, NoCosts).elapsed, 500, 60);
}

TEST(Builder, SerialCodeBetweenLoopsStaysSerial) {
  TraceText text(beat(0, "[[10,0,0,1000]]") + beat(100, "[[10,0,500,1000]]") + beat(1210, "[[10,0,50,1000]]", 1000000) +
                 beat(1300, "[[10,0,500,1000]]") + end(1400));
  Recording recording = text.read();
  Graph graph = buildGraph(recording);
  EXPECT_NEAR(measure(graph).work, 1400, 1e-6);
  EXPECT_GE(measure(graph).span, 1000);
  EXPECT_LE(measure(graph).span, 1010);
  EXPECT_EQ(workOfLine(recording, graph, 7).executions, 2u);
}

TEST(Builder, SerialCodeBehindTheLastLoopStaysSerial) {
  TraceText text(beat(50, "[[10,0,0,1000]]") + beat(150, "[[10,0,500,1000]]") + beat(240, "[[10,0,950,1000]]") +
                 end(1250));
  Graph graph = buildGraph(text.read());
  EXPECT_NEAR(measure(graph).work, 1250, 1e-6);
  // No more than two beats and what the loop's last iterations take are the loop's.
  EXPECT_DOUBLE_EQ(serialEnds(graph).before, 50);
  EXPECT_NEAR(serialEnds(graph).behind, 1010 - 200 - 10, 0.1);
  EXPECT_GE(measure(graph).span, 850);
}

TEST(Builder, LongIterationsBehindTheLastBeatAreTheLoops) {
  TraceText text(beat(0, "[[10,0,0,4]]") + beat(1000, "[[10,0,1,4]]") + beat(2000, "[[10,0,2,4]]") +
                 beat(3000, "[[10,0,3,4]]") + end(4000));
  Graph graph = buildGraph(text.read());
  EXPECT_NEAR(measure(graph).work, 4000, 1e-6);
  EXPECT_NEAR(measure(graph).span, 1000, 1e-6);
  EXPECT_DOUBLE_EQ(serialEnds(graph).behind, 0);
}

TEST(Builder, SerialCodeBehindTheLastForkStaysSerial) {
  // Branches take up to 400, so the last one may.
  TraceText text(beat(0, "[[30,0,1]]") + beat(400, "[[30,0,1]]") + beat(500, "[[30,0,1]]") + beat(600, "[[30,-48,2]]") +
                 end(3000));
  Graph graph = buildGraph(text.read());
  EXPECT_NEAR(measure(graph).work, 3000, 1e-6);
  EXPECT_NEAR(serialEnds(graph).behind, 2000, 1e-6);
}

TEST(Builder, ANestIsDividedByItsOuterLoop) {
  TraceText text(beat(0, "[[20,0,0,10],[10,-8,0,100]]") + beat(100, "[[20,0,1,10],[10,-8,0,100]]") +
                 beat(550, "[[20,0,5,10],[10,-8,50,100]]") + beat(950, "[[20,0,9,10],[10,-8,50,100]]") + end(1000));
  Recording recording = text.read();
  Graph graph = buildGraph(recording);
  EXPECT_NEAR(measure(graph).work, 1000, 1e-6);
  PlaceWork outer = workOfLine(recording, graph, 3);
  EXPECT_EQ(outer.executions, 1u);
  EXPECT_NEAR(outer.work, 1000, 1e-6);
  EXPECT_LE(outer.span, 110);
}

TEST(Builder, AForkThatHasLeftTheStackRunsItsSecondBranch) {
  TraceText text(beat(0, "[[30,0,1]]") + beat(100, "[[30,0,1],[30,-48,2]]") + beat(200, "[[30,0,1]]") +
                 beat(400, "[[30,-48,2]]") + beat(500, "[[30,-48,2]]") + end(600));
  Recording recording = text.read();
  Graph graph = buildGraph(recording);
  WorkSpan whole = measure(graph);
  EXPECT_NEAR(whole.work, 600, 1e-6);
  EXPECT_LT(whole.span, 400);
  EXPECT_EQ(workOfLine(recording, graph, 9).executions, 3u);
}

TEST(Builder, ForksOfOneFrameAreEachInTheSecondBranchOfTheOneBefore) {
  TraceText text(beat(0, "[[30,0,1]]") + beat(100, "[[30,0,1]]") + beat(200, "[[30,0,2]]") + beat(300, "[[30,0,3]]") +
                 beat(400, "[[30,0,3]]") + beat(500, "[[30,0,4]]") + end(600));
  Recording recording = text.read();
  Graph graph = buildGraph(recording);
  EXPECT_NEAR(measure(graph).work, 600, 1e-6);
  EXPECT_LE(measure(graph).span, 350);
  ASSERT_EQ(graph.series[static_cast<size_t>(graph.roots[0].series)].items.size(), 1u);
}

std::string line(const std::string &rest) { return "{\"pid\":1," + rest + "},\n"; }

TEST(Builder, APromotedForkLastsUntilItsJoin) {
  // What it calls is inlined into its frame: a fork of the same place, and at the same address, that lies inside.
  TraceText text(
      beat(0, "[[30,0,1]]") +
      line(R"("ph":"X","tid":1,"ts":100,"dur":0,"name":"p","args":{"join":1,"place":30,"at":0,"tasks":[[2]]})") +
      beat(200, "[[30,0,2]]") + beat(300, "[[30,0,2]]") + beat(400, "[[30,0,3],[30,-48,4]]") +
      line(R"("ph":"B","tid":1,"ts":500,"name":"join","args":{"join":1})") +
      line(R"("ph":"B","tid":1,"ts":500,"name":"fork a.c:9","args":{"task":2,"place":30})") +
      line(R"("ph":"E","tid":1,"ts":900)") + line(R"("ph":"E","tid":1,"ts":900)") + end(1000));
  Recording recording = text.read();
  Graph graph = buildGraph(recording);
  WorkSpan whole = measure(graph);
  EXPECT_NEAR(whole.work, 1000, 1e-6);
  // Work that follows the join, and the longer branch.
  EXPECT_GE(whole.span, 100 + 400 - 1e-6);
  EXPECT_LE(whole.span, 100 + 500 + 1e-6);
}

TEST(Builder, AllWorkIsInTheLoopThatWasSplit) {
  // The task's loop is found at another address, and looks like another execution; then there is a nested one.
  TraceText text(
      beat(0, "[[10,0,0,1000]]") +
      line(R"("ph":"X","tid":1,"ts":0,"dur":0,"name":"p","args":{"join":1,"place":10,"at":0,"tasks":[[2,500,1000]]})") +
      beat(400, "[[10,0,500,500]]") + beat(450, "[[20,-48,3,10]]") + // the last iteration is in a nested loop
      line(R"("ph":"B","tid":1,"ts":500,"name":"join","args":{"join":1})") +
      line(R"("ph":"B","tid":1,"ts":500,"name":"loop a.c:7","args":{"task":2,"place":10,"begin":500,"end":1000})") +
      beat(600, "[[10,-500,600,1000]]", 0, 2) + beat(700, "[[10,-900,750,1000]]", 0, 2) +
      beat(800, "[[20,-950,3,10]]", 0, 2) + line(R"("ph":"E","tid":1,"ts":1000)") +
      line(R"("ph":"E","tid":1,"ts":1000)") + end(1000));
  EXPECT_NEAR(measure(buildGraph(text.read())).work, 1000, 1e-6);
}

TEST(Builder, TasksGoWhereTheyWerePromoted) {
  std::string secondThread =
      line(R"("ph":"M","tid":2,"name":"thread_name","args":{"name":"worker 1"})") +
      line(
          R"("ph":"M","tid":2,"name":"tactus_place","args":{"place":10,"kind":"loop","leaf":true,"file":"a.c","line":7,"column":1,"function":"f"})") +
      line(
          R"("ph":"B","tid":2,"ts":112,"name":"loop a.c:7","args":{"task":2,"place":10,"stolen":true,"begin":550,"end":1000})") +
      line(R"("ph":"E","tid":2,"ts":562)");
  TraceText text(
      beat(0, "[[10,0,0,1000]]") +
      line(
          R"("ph":"X","tid":1,"ts":100,"dur":10,"name":"p","args":{"join":1,"place":10,"at":0,"tasks":[[2,550,1000]],"beat":{"parts":[[10,0,100,1000]]}})") +
      beat(310, "[[10,0,300,550]]") + line(R"("ph":"B","tid":1,"ts":560,"name":"join","args":{"join":1})") +
      line(R"("ph":"E","tid":1,"ts":565)") + secondThread + end(600));
  Recording recording = text.read();
  Graph graph = buildGraph(recording);
  // 600 of the main thread, less 10 for the promotion and 5 in the join, and 450 of the task.
  EXPECT_NEAR(measure(graph).work, 1035, 1e-6);
  PlaceWork loop = workOfLine(recording, graph, 7);
  EXPECT_EQ(loop.executions, 1u);
  EXPECT_NEAR(loop.work, 1000, 1e-6);
  EXPECT_NEAR(simulate(graph, 2, Beats, NoCosts).elapsed, 35 + 500, 70);
  Summary summary = summarise(recording, graph);
  EXPECT_EQ(summary.places[0].promotions, 1u);
  EXPECT_EQ(summary.places[0].stolen, 1u);
  ASSERT_EQ(summary.tracks.size(), 2u);
  EXPECT_NEAR(summary.tracks[1].times[static_cast<size_t>(State::Work)], 450, 1e-6);
}

TEST(Summary, WhatAThreadWasKeptFromIsNoWork) {
  TraceText text(line(R"("ph":"B","tid":1,"ts":100,"name":"computation a.c:7")") + beat(100, "[[10,0,0,1000]]") +
                 line(R"("ph":"M","tid":1,"ts":500,"name":"tactus_lost","args":{"lost":300000})") +
                 line(R"("ph":"M","tid":1,"ts":700,"name":"tactus_lost","args":{"lost":300000})") +
                 line(R"("ph":"E","tid":1,"ts":800)") + end(1000));
  Recording recording = text.read();
  Summary summary = summarise(recording, buildGraph(recording));
  ASSERT_EQ(summary.tracks.size(), 1u);
  auto time = [&](State state) { return summary.tracks[0].times[static_cast<size_t>(state)]; };
  // The second loss is said to be longer than the time since the first.
  EXPECT_NEAR(time(State::Kept), 500, 1e-6);
  EXPECT_NEAR(time(State::Work), 200, 1e-6);
  EXPECT_NEAR(time(State::Serial), 300, 1e-6);
  EXPECT_NEAR(summary.lost, 500, 1e-6);
  double busy = 0;
  for (double share : summary.utilisation)
    busy += share / static_cast<double>(summary.utilisation.size());
  EXPECT_NEAR(busy * 2 * 1000, 500, 1e-6); // of two workers
}

} // namespace
