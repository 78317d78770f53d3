//===- program_test.cpp - the example programs under every schedule --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The expected results stand in the programs and were computed elsewhere.
//
//===----------------------------------------------------------------------===//
#include "support.h"
#include "tpal/elide.h"
#include "tpal/exhaustive.h"
#include "tpal/graph.h"
#include "tpal/printer.h"
#include "tpal/schedule.h"
#include "tpal/trace.h"
#include "tpal/verifier.h"

namespace tactus::tpal::test {
namespace {

class ExampleProgram : public testing::TestWithParam<std::filesystem::path> {
protected:
  Program program = parseText(readFile(GetParam()));
  Code code{program};

  void expectResult(uint64_t heartbeat, const ScheduleOptions &schedule) {
    MachineOptions options;
    options.heartbeat = heartbeat;
    Machine machine(code, options, {});
    Outcome outcome = runSchedule(machine, schedule);
    ASSERT_EQ(outcome.kind, Outcome::Kind::Halted) << describe(machine, outcome);
    for (const std::string &problem : unmetExpectations(machine))
      ADD_FAILURE() << problem << " with heartbeat " << heartbeat << " and seed " << schedule.seed;
    EXPECT_LE(machine.span, machine.counts.work);
    EXPECT_EQ(machine.counts.tasks, machine.tasks.size());
  }
};

TEST_P(ExampleProgram, StatesWhatItExpects) { EXPECT_FALSE(program.expectations.empty()); }

TEST_P(ExampleProgram, Sequential) {
  for (uint64_t heartbeat : {0, 29, 30, 31, 33, 37, 50, 75, 100, 1000})
    expectResult(heartbeat, {});
}

TEST_P(ExampleProgram, Random) {
  ScheduleOptions schedule;
  schedule.kind = ScheduleOptions::Kind::Random;
  for (schedule.seed = 1; schedule.seed <= 30; ++schedule.seed)
    expectResult(28 + schedule.seed % 9, schedule);
}

TEST_P(ExampleProgram, WorkStealing) {
  ScheduleOptions schedule;
  schedule.kind = ScheduleOptions::Kind::WorkStealing;
  for (uint32_t processors : {1, 2, 3, 8, 32})
    for (schedule.seed = 1; schedule.seed <= 4; ++schedule.seed) {
      schedule.processors = processors;
      expectResult(28 + schedule.seed, schedule);
    }
}

TEST_P(ExampleProgram, IsPromoted) {
  MachineOptions options;
  options.heartbeat = 40;
  Machine machine(code, options, {});
  (void)runSchedule(machine, {});
  EXPECT_GT(machine.counts.promotions, 0u);
  EXPECT_GT(machine.counts.tasks, 1u);
}

TEST_P(ExampleProgram, ElisionKeepsTheResult) {
  ElisionCheck check = checkElision(program, {}, 10'000'000);
  EXPECT_TRUE(check.same) << check.message;
  Program elided = elide(program);
  Diagnostics diagnostics;
  verify(elided, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_TRUE(parseText(print(elided)) == elided);
}

std::string testName(const testing::TestParamInfo<std::filesystem::path> &info) {
  std::string name = info.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Programs, ExampleProgram, testing::ValuesIn(filesIn(TACTUS_TPAL_PROGRAMS, ".tpal")), testName);

TEST(Programs, NineOfThem) { EXPECT_EQ(filesIn(TACTUS_TPAL_PROGRAMS, ".tpal").size(), 9u); }

TEST(Programs, WorkAndSpanDoNotDependOnTheScheduleOfProd) {
  Program program = parseText(readFile(TACTUS_TPAL_PROGRAMS "/prod.tpal"));
  Code code(program);
  MachineOptions options;
  options.heartbeat = 30;
  std::set<uint64_t> work;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Machine machine(code, options, {});
    ScheduleOptions schedule;
    schedule.kind = seed % 2 == 0 ? ScheduleOptions::Kind::Random : ScheduleOptions::Kind::WorkStealing;
    schedule.seed = seed;
    (void)runSchedule(machine, schedule);
    work.insert(machine.counts.work);
  }
  EXPECT_EQ(work.size(), 1u);
}

TEST(Programs, WorkStealingKeepsBrentsBound) {
  Program program = parseText(readFile(TACTUS_TPAL_PROGRAMS "/fib.tpal"));
  Code code(program);
  MachineOptions options;
  options.heartbeat = 60;
  for (uint32_t processors : {1, 2, 4, 8}) {
    Machine machine(code, options, {});
    ScheduleOptions schedule;
    schedule.kind = ScheduleOptions::Kind::WorkStealing;
    schedule.processors = processors;
    Outcome outcome = runSchedule(machine, schedule);
    EXPECT_GE(outcome.ticks * processors, machine.counts.work);
    EXPECT_GE(outcome.ticks, machine.span);
    // The expectation of a steal is at most P attempts; 32 spans leave room for every seed.
    EXPECT_LE(outcome.ticks, machine.counts.work / processors + 32 * machine.span);
  }
}

std::string goldenTrace(const std::string &name, uint64_t heartbeat) {
  Program program = parseText(readFile(TACTUS_TPAL_PROGRAMS "/" + name + ".tpal"));
  Code code(program);
  MachineOptions options;
  options.heartbeat = heartbeat;
  Machine machine(code, options, {{"a", Literal{false, 7, 0}}, {"b", Literal{false, 5, 0}}});
  std::ostringstream out;
  Tracer tracer(out);
  (void)runSchedule(machine, {}, &tracer);
  return out.str();
}

TEST(Trace, ProdStepByStep) { EXPECT_EQ(goldenTrace("prod", 16), readFile(TACTUS_TPAL_TESTS "/golden/prod.trace")); }

TEST(Trace, StepperObeysCommands) {
  Program program = parseText("m:\n r := 1\n r := 2\n r := 3\n halt");
  Code code(program);
  Machine machine(code, {}, {});
  std::istringstream commands("r\nt\nnonsense\n\n2\nq\n");
  std::ostringstream out;
  Stepper stepper(out, commands);
  Outcome outcome = runSchedule(machine, {}, &stepper);
  EXPECT_EQ(outcome.kind, Outcome::Kind::Abandoned);
  EXPECT_EQ(machine.counts.work, 3u);
  EXPECT_NE(out.str().find("r = no value"), std::string::npos);
  EXPECT_NE(out.str().find("task 0 at m:1: ready"), std::string::npos);
  EXPECT_NE(out.str().find("q: quit"), std::string::npos);
}

TEST(Graph, OneBarForEachTask) {
  Program program = parseText(readFile(TACTUS_TPAL_PROGRAMS "/prod.tpal"));
  Code code(program);
  MachineOptions options;
  options.heartbeat = 30;
  Machine machine(code, options, {});
  (void)runSchedule(machine, {});
  std::string svg = drawTaskTree(machine);
  auto count = [&](std::string_view what) {
    size_t found = 0;
    for (size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("rx=\"2\""), machine.tasks.size());
  EXPECT_EQ(count("stroke-dasharray"), machine.tasks.size() - 1);
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

TEST(Elision, FindsAProgramThatForksOutsideOfHandlers) {
  Program program = parseText(readFile(TACTUS_TPAL_TESTS "/programs/eager-fork.tpal"));
  ElisionCheck check = checkElision(program, {}, 10000);
  EXPECT_FALSE(check.same);
  EXPECT_EQ(check.message,
            "the elided program: stuck: task 0 at main:2 (jr := jralloc done): 'jralloc' needs the label "
            "of a join target");
}

TEST(Elision, FindsAHandlerThatChangesTheResult) {
  Program program = parseText(".input a = 5000\n.output r\nm:\n r := 0\n jump l\n"
                              "l: [prppt h]\n a := a - 1\n r := r + 1\n if-jump a, l\n halt\n"
                              "h:\n r := r + 100\n jump l\n");
  ElisionCheck check = checkElision(program, {}, 1'000'000);
  EXPECT_FALSE(check.same);
  EXPECT_EQ(check.message,
            "with heartbeat 10000 and the sequential schedule, the result is r = 5100, but elided it is r = 5000");
}

} // namespace
} // namespace tactus::tpal::test
