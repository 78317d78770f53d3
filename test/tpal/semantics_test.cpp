//===- semantics_test.cpp - one test for each rule of the semantics --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each test is named after its rule in docs/tpal.md, with the hyphens left out, and executes
// the rule as a single step. Stuck states are in stuck_test.cpp.
//
//===----------------------------------------------------------------------===//
#include "support.h"
#include "tpal/schedule.h"

#include <regex>
#include <set>

namespace tactus::tpal::test {
namespace {

/// A machine whose tasks are stepped by hand.
struct Stepped {
  Program program;
  Code code;
  Machine machine;

  explicit Stepped(std::string text, uint64_t heartbeat = 0)
      : program(parseText(std::move(text))), code(program), machine(code, optionsWith(heartbeat), {}) {}

  static MachineOptions optionsWith(uint64_t heartbeat) {
    MachineOptions options;
    options.heartbeat = heartbeat;
    return options;
  }

  Stop step(uint32_t task = 0, unsigned count = 1) {
    Stop stop = Stop::Budget;
    for (unsigned index = 0; index < count; ++index)
      stop = machine.run(task, 1);
    return stop;
  }
  [[nodiscard]] Value value(std::string_view name, uint32_t task = 0) const {
    auto found = std::find(program.registers.begin(), program.registers.end(), name);
    return machine.tasks[task].registers[static_cast<size_t>(found - program.registers.begin())];
  }
  [[nodiscard]] std::string show(std::string_view name, uint32_t task = 0) const {
    return machine.formatValue(value(name, task));
  }
  [[nodiscard]] std::string place(uint32_t task = 0) const { return code.describe(machine.tasks[task].programCounter); }
  [[nodiscard]] Task::Status status(uint32_t task) const { return machine.tasks[task].status; }
};

TEST(Rule, Move) {
  Stepped m("m:\n r := 7\n s := r\n l := m\n halt");
  m.step(0, 3);
  EXPECT_EQ(m.show("s"), "7");
  EXPECT_EQ(m.show("l"), "m");
  EXPECT_EQ(m.place(), "m:4");
}

TEST(Rule, OpInteger) {
  struct Case {
    std::string expression, result;
  };
  for (const Case &example : std::initializer_list<Case>{
           {"2 + 3", "5"},
           {"2 - 3", "-1"},
           {"-4 * 3", "-12"},
           {"-7 / 2", "-3"},
           {"-7 % 2", "-1"},
           {"12 & 10", "8"},
           {"12 | 10", "14"},
           {"12 ^ 10", "6"},
           {"1 << 65", "2"},
           {"-8 >> 1", "-4"},
           {"1 < 2", "1"},
           {"2 <= 1", "0"},
           {"2 > 1", "1"},
           {"1 >= 2", "0"},
           {"3 == 3", "1"},
           {"3 != 3", "0"},
           {"min -1, 1", "-1"},
           {"max -1, 1", "1"},
           {"9223372036854775807 + 1", "-9223372036854775808"},
           {"-9223372036854775808 / -1", "-9223372036854775808"},
           {"-9223372036854775808 % -1", "0"},
       }) {
    Stepped m("m:\n r := " + example.expression + "\n halt");
    EXPECT_EQ(m.step(), Stop::Budget) << example.expression;
    EXPECT_EQ(m.show("r"), example.result) << example.expression;
  }
}

TEST(Rule, OpFloat) {
  struct Case {
    std::string expression, result;
  };
  for (const Case &example : std::initializer_list<Case>{
           {"0.5 +. 0.25", "0.75"},
           {"0.5 -. 1.0", "-0.5"},
           {"1.5 *. 4.0", "6.0"},
           {"1.0 /. 0.0", "inf"},
           {"1.0 <. 2.0", "1"},
           {"2.0 <=. 1.0", "0"},
           {"2.0 ==. 2.0", "1"},
           {"float -3", "-3.0"},
           {"int -3.9", "-3"},
           {"int 1e300", "9223372036854775807"},
           {"sqrt 2.25", "1.5"},
       }) {
    Stepped m("m:\n r := " + example.expression + "\n halt");
    EXPECT_EQ(m.step(), Stop::Budget) << example.expression;
    EXPECT_EQ(m.show("r"), example.result) << example.expression;
  }
}

TEST(Rule, OpPointer) {
  Stepped m("m:\n p := halloc 4\n q := p + 3\n d := q - p\n s := p < q\n e := p == p\n r := q - 1\n halt");
  m.step(0, 6);
  EXPECT_EQ(m.show("d"), "3");
  EXPECT_EQ(m.show("s"), "1");
  EXPECT_EQ(m.show("e"), "1");
  EXPECT_EQ(m.show("r"), "heap 0 + 2");
}

TEST(Rule, IfJumpTaken) {
  Stepped m("m:\n if-jump 5, l\n halt\nl:\n if-not-jump 0, m\n halt");
  m.step();
  EXPECT_EQ(m.place(), "l:1");
  m.step();
  EXPECT_EQ(m.place(), "m:1");
}

TEST(Rule, IfJumpNotTaken) {
  Stepped m("m:\n if-jump 0, l\n if-not-jump 1, l\n halt\nl:\n halt");
  m.step(0, 2);
  EXPECT_EQ(m.place(), "m:3");
}

TEST(Rule, Jump) {
  Stepped m("m:\n jump l\nl:\n r := m\n jump r");
  m.step();
  EXPECT_EQ(m.place(), "l:1");
  m.step(0, 2);
  EXPECT_EQ(m.place(), "m:1");
}

TEST(Rule, Count) {
  Stepped m("m:\n r := 1\n r := 2\n jump m");
  m.step(0, 5);
  EXPECT_EQ(m.machine.tasks[0].counter, 5u);
  EXPECT_EQ(m.machine.counts.work, 5u);
}

TEST(Rule, Promote) {
  Stepped m("m: [prppt h]\n r := 1\n jump m\nh:\n r := 2\n jump m", 3);
  m.step(0, 2);
  EXPECT_EQ(m.place(), "m:1") << "the counter is 2, which does not exceed 3";
  m.step(0, 2);
  EXPECT_EQ(m.place(), "h:1") << "the counter was 4";
  EXPECT_EQ(m.machine.tasks[0].counter, 0u);
  EXPECT_EQ(m.machine.counts.promotions, 1u);
  m.step(0, 2);
  EXPECT_EQ(m.place(), "m:1") << "the counter is 2 again";
}

TEST(Rule, Enter) {
  Stepped m("m: [prppt h]\n r := 1\n jump l\nl:\n jump m\nh:\n jump m", 1);
  m.step(0, 2);
  EXPECT_EQ(m.place(), "l:1") << "a block without a promotion point is entered whatever the counter says";
  EXPECT_EQ(m.machine.tasks[0].counter, 2u);
  EXPECT_EQ(m.machine.counts.promotions, 0u);
}

TEST(Rule, PromoteNeverWithoutHeartbeat) {
  Stepped m("m: [prppt h]\n jump m\nh:\n halt", 0);
  m.step(0, 1000);
  EXPECT_EQ(m.machine.counts.promotions, 0u);
}

const std::string ForkProgram = "m:\n jr := jralloc k\n r := 1\n fork jr, c\n r := 2\n join jr\n"
                                "c:\n r := 10\n s := 5\n join jr\n"
                                "k: [jtppt assoc; {r -> r2}; b]\n halt\n"
                                "b:\n r := r + r2\n join jr\n";

TEST(Rule, Jralloc) {
  Stepped m(ForkProgram);
  m.step();
  EXPECT_EQ(m.show("jr"), "join record 0");
}

TEST(Rule, Fork) {
  Stepped m(ForkProgram);
  EXPECT_EQ(m.step(0, 3), Stop::Forked);
  EXPECT_EQ(m.machine.lastTask, 1u);
  EXPECT_EQ(m.place(0), "m:4") << "the parent goes on";
  EXPECT_EQ(m.place(1), "c:1");
  EXPECT_EQ(m.show("r", 1), "1") << "the child has a copy of the registers";
  m.step(0);
  EXPECT_EQ(m.show("r", 1), "1") << "and a copy only";
  EXPECT_EQ(m.machine.tasks[1].counter, 0u);
  ASSERT_EQ(m.machine.tasks[0].children.size(), 1u);
  EXPECT_EQ(m.machine.tasks[0].children[0].child, 1u);
}

TEST(Rule, JoinParentFirst) {
  Stepped m(ForkProgram);
  m.step(0, 3);
  EXPECT_EQ(m.step(0, 2), Stop::Joined);
  EXPECT_EQ(m.machine.lastTask, Task::None);
  EXPECT_EQ(m.status(0), Task::Status::Waiting);
}

TEST(Rule, JoinChildLast) {
  Stepped m(ForkProgram);
  m.step(0, 5);
  EXPECT_EQ(m.step(1, 3), Stop::Joined);
  EXPECT_EQ(m.machine.lastTask, 0u) << "the child arrives last, and the parent goes on";
  EXPECT_EQ(m.place(0), "b:1");
  EXPECT_EQ(m.status(1), Task::Status::Finished);
}

TEST(Rule, JoinChildFirst) {
  Stepped m(ForkProgram);
  m.step(0, 3);
  EXPECT_EQ(m.step(1, 3), Stop::Joined);
  EXPECT_EQ(m.machine.lastTask, Task::None);
  EXPECT_EQ(m.status(1), Task::Status::Arrived);
}

TEST(Rule, JoinParentLast) {
  Stepped m(ForkProgram);
  m.step(0, 3);
  m.step(1, 3);
  EXPECT_EQ(m.step(0, 2), Stop::Joined);
  EXPECT_EQ(m.machine.lastTask, 0u);
  EXPECT_EQ(m.place(0), "b:1");
}

TEST(Rule, Combine) {
  Stepped m(ForkProgram);
  m.step(0, 3);
  m.step(1, 3);
  m.step(0, 2);
  EXPECT_EQ(m.show("r"), "2") << "registers of the parent stay";
  EXPECT_EQ(m.show("r2"), "10") << "the map copies from the child";
  EXPECT_EQ(m.show("s"), "no value") << "and nothing else";
  EXPECT_TRUE(m.machine.tasks[0].children.empty());
}

TEST(Rule, JoinRoot) {
  Stepped m(ForkProgram);
  m.step(0, 3);
  m.step(1, 3);
  m.step(0, 2);
  EXPECT_EQ(m.step(0, 2), Stop::Joined);
  EXPECT_EQ(m.place(), "k:1");
  EXPECT_EQ(m.show("r"), "12");
}

/// The root forks two children, that write their number, and appends what it combines.
std::string twoChildren(const std::string &policy) {
  return "m:\n r := 1\n jr := jralloc k\n fork jr, c\n fork jr, d\n join jr\n"
         "c:\n r := 2\n join jr\nd:\n r := 3\n join jr\n"
         "k: [jtppt " +
         policy +
         "; {r -> r2}; b]\n halt\n"
         "b:\n r := r * 10\n r := r + r2\n join jr\n";
}

TEST(Rule, JoinNewestChildFirstWithAssoc) {
  Stepped m(twoChildren("assoc"));
  m.step(0, 5);
  EXPECT_EQ(m.step(1, 2), Stop::Joined);
  EXPECT_EQ(m.machine.lastTask, Task::None) << "the older child has to wait";
  m.step(2, 2);
  EXPECT_EQ(m.machine.lastTask, 0u);
  m.step(0, 3);
  EXPECT_EQ(m.place(), "b:1");
  m.step(0, 3);
  EXPECT_EQ(m.show("r"), "132");
  EXPECT_EQ(m.place(), "k:1");
}

TEST(Rule, JoinAnyChildWithAssocComm) {
  Stepped m(twoChildren("assoc-comm"));
  m.step(0, 5);
  m.step(1, 2);
  EXPECT_EQ(m.machine.lastTask, 0u) << "the older child may be met first";
  m.step(0, 3);
  EXPECT_EQ(m.status(0), Task::Status::Waiting);
  m.step(2, 2);
  m.step(0, 3);
  EXPECT_EQ(m.show("r"), "123");
}

TEST(Rule, Halt) {
  Stepped m(".output r\nm:\n r := 3\n jr := jralloc k\n fork jr, m\n halt\nk: [jtppt assoc; {}; m]\n halt");
  EXPECT_EQ(m.step(0, 4), Stop::Halted) << "the whole machine, with a task still ready";
  EXPECT_EQ(m.machine.formatResult(m.machine.result().at("r")), "3");
}

TEST(Rule, Snew) {
  Stepped m("m:\n s := snew\n t := snew\n halt");
  m.step(0, 2);
  EXPECT_EQ(m.show("s"), "stack 0 at height 0");
  EXPECT_EQ(m.show("t"), "stack 1 at height 0");
}

const std::string StackProgram = "m:\n s := snew\n salloc s, 3\n mem[s + 0] := 5\n mem[s + 2] := m\n";

TEST(Rule, Salloc) {
  Stepped m(StackProgram + " t := mem[s + 1]\n salloc s, 1\n u := mem[s + 1]\n halt");
  m.step(0, 7);
  EXPECT_EQ(m.show("t"), "0") << "new cells hold zero";
  EXPECT_EQ(m.show("u"), "5") << "the old top is one further down";
  EXPECT_EQ(m.show("s"), "stack 0 at height 4");
}

TEST(Rule, Sfree) {
  Stepped m(StackProgram + " sfree s, 2\n t := mem[s]\n halt");
  m.step(0, 6);
  EXPECT_EQ(m.show("t"), "m");
  EXPECT_EQ(m.show("s"), "stack 0 at height 1");
}

TEST(Rule, LoadStack) {
  Stepped m(StackProgram + " t := mem[s + 0]\n halt");
  m.step(0, 5);
  EXPECT_EQ(m.show("t"), "5");
}

TEST(Rule, StoreStack) {
  Stepped m(StackProgram + " mem[s + 0] := 1.5\n t := mem[s + 0]\n halt");
  m.step(0, 6);
  EXPECT_EQ(m.show("t"), "1.5");
}

TEST(Rule, Halloc) {
  Stepped m("m:\n p := halloc 2\n t := mem[p + 1]\n halt");
  m.step(0, 2);
  EXPECT_EQ(m.show("t"), "0");
}

TEST(Rule, LoadHeap) {
  Stepped m(".data xs = { 4, 5.5 }\nm:\n t := mem[xs + 1]\n p := xs + 1\n u := mem[p + -1]\n halt");
  m.step(0, 3);
  EXPECT_EQ(m.show("t"), "5.5");
  EXPECT_EQ(m.show("u"), "4");
}

TEST(Rule, StoreHeap) {
  Stepped m(".data xs = { 0 }\nm:\n jr := jralloc k\n fork jr, c\n mem[xs + 0] := 8\n halt\nc:\n t := mem[xs]\n halt\n"
            "k: [jtppt assoc; {}; c]\n halt");
  m.step(0, 3);
  m.step(1, 1);
  EXPECT_EQ(m.show("t", 1), "8") << "the heap is shared";
}

const std::string MarkProgram = "m:\n s := snew\n e := prmempty s\n salloc s, 4\n prmpush mem[s + 3]\n"
                                " prmpush mem[s + 1]\n f := prmempty s\n";

TEST(Rule, Prmpush) {
  Stepped m(MarkProgram + " halt");
  EXPECT_EQ(m.step(0, 6), Stop::Budget);
  EXPECT_EQ(m.show("f"), "0");
}

TEST(Rule, Prmempty) {
  Stepped m(MarkProgram + " halt");
  m.step(0, 6);
  EXPECT_EQ(m.show("e"), "1");
  EXPECT_EQ(m.show("f"), "0");
}

TEST(Rule, Prmpop) {
  Stepped m(MarkProgram + " prmpop mem[s + 1]\n t := mem[s + 1]\n prmpop mem[s + 3]\n g := prmempty s\n halt");
  m.step(0, 10);
  EXPECT_EQ(m.show("t"), "0");
  EXPECT_EQ(m.show("g"), "1");
}

TEST(Rule, Prmsplit) {
  Stepped m(MarkProgram + " t := prmsplit s\n u := prmsplit s\n v := mem[s + t]\n g := prmempty s\n halt");
  m.step(0, 10);
  EXPECT_EQ(m.show("t"), "3") << "the oldest mark first";
  EXPECT_EQ(m.show("u"), "1");
  EXPECT_EQ(m.show("v"), "0") << "its cell is free again";
  EXPECT_EQ(m.show("g"), "1");
}

TEST(Rule, Span) {
  Stepped m(ForkProgram);
  m.step(0, 5);
  m.step(1, 3);
  m.step(0, 3);
  EXPECT_EQ(m.machine.span, 9u) << "jralloc move fork | the child's three | add join halt";
  EXPECT_EQ(m.machine.counts.work, 11u);
}

/// `join-root` is tested by `JoinRoot`.
std::string testNameOf(const std::string &rule) {
  std::string name;
  bool capital = true;
  for (char c : rule) {
    if (c != '-')
      name += capital ? static_cast<char>(c - 'a' + 'A') : c;
    capital = c == '-';
  }
  return name;
}

TEST(Semantics, EveryRuleOfTheSpecificationHasItsTest) {
  std::set<std::string> tests;
  const testing::UnitTest &all = *testing::UnitTest::GetInstance();
  for (int suite = 0; suite < all.total_test_suite_count(); ++suite)
    if (std::string_view(all.GetTestSuite(suite)->name()) == "Rule")
      for (int test = 0; test < all.GetTestSuite(suite)->total_test_count(); ++test)
        tests.insert(all.GetTestSuite(suite)->GetTestInfo(test)->name());
  std::string text = readFile(TACTUS_TPAL_SPECIFICATION);
  size_t begin = text.find("## 3. Semantics");
  size_t end = text.find("## 4. Schedules");
  ASSERT_LT(begin, end);
  std::string section = text.substr(begin, end - begin);
  static const std::regex RuleName(R"((^|[^A-Za-z])\[([a-z]+(-[a-z]+)*)\])");
  unsigned rules = 0;
  for (std::sregex_iterator rule(section.begin(), section.end(), RuleName), last; rule != last; ++rule, ++rules)
    EXPECT_TRUE(tests.contains(testNameOf((*rule)[2]))) << (*rule)[2];
  EXPECT_GT(rules, 25u);
}

} // namespace
} // namespace tactus::tpal::test
