//===- stuck_test.cpp - states without a step, and what the machine says about them ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "support.h"
#include "tpal/schedule.h"

namespace tactus::tpal::test {
namespace {

std::string endOf(const std::string &text) {
  Program program = parseText(text);
  Code code(program);
  MachineOptions options;
  options.memoryLimit = 1000;
  options.taskLimit = 10;
  Machine machine(code, options, {});
  ScheduleOptions schedule;
  schedule.stepLimit = 1000;
  return describe(machine, runSchedule(machine, schedule));
}

TEST(Stuck, SortsThatDoNotFit) {
  EXPECT_EQ(endOf("m:\n r := m + 1\n halt"), "stuck: task 0 at m:1 (r := m + 1): '+' needs integers");
  EXPECT_EQ(endOf("m:\n r := 1.5\n s := r * 2\n halt"),
            "stuck: task 0 at m:2 (s := r * 2): '*' needs integers, but 'r' holds 1.5");
  EXPECT_EQ(endOf("m:\n r := 1\n s := r +. 2.0\n halt"),
            "stuck: task 0 at m:2 (s := r +. 2.0): '+.' needs floating-point numbers, but 'r' holds 1");
  EXPECT_EQ(endOf("m:\n r := 1\n s := 2.5\n s := r + s\n halt"),
            "stuck: task 0 at m:3 (s := r + s): '+' needs integers, but 's' holds 2.5");
  EXPECT_EQ(endOf("m:\n r := 1\n jump r"), "stuck: task 0 at m:2 (jump r): 'jump' needs a label, but 'r' holds 1");
  EXPECT_EQ(endOf("m:\n r := q\n halt"), "stuck: task 0 at m:1 (r := q): register 'q' has no value");
  EXPECT_EQ(endOf("m:\n r := 5 / 0\n halt"), "stuck: task 0 at m:1 (r := 5 / 0): division by zero");
}

TEST(Stuck, Memory) {
  EXPECT_EQ(endOf(".data xs = { 1 }\nm:\n r := mem[xs + 1]\n halt"),
            "stuck: task 0 at m:1 (r := mem[xs + 1]): the address is cell 1 of an allocation of 1");
  EXPECT_EQ(endOf("m:\n p := halloc 5000\n halt"),
            "stuck: task 0 at m:1 (p := halloc 5000): the program needs more than 1000 cells of memory");
  EXPECT_EQ(endOf("m:\n s := snew\n r := mem[s + 0]\n halt"),
            "stuck: task 0 at m:2 (r := mem[s + 0]): the address is outside of the stack, which has 0 cells");
  EXPECT_EQ(endOf("m:\n s := snew\n t := s\n salloc s, 1\n salloc t, 1\n halt"),
            "stuck: task 0 at m:4 (salloc t, 1): the stack pointer is at height 0, the top of the stack at 1");
  EXPECT_EQ(endOf("m:\n s := snew\n sfree s, 1\n halt"),
            "stuck: task 0 at m:2 (sfree s, 1): the stack has only 0 cells");
}

TEST(Stuck, Marks) {
  std::string marked = "m:\n s := snew\n salloc s, 2\n prmpush mem[s + 0]\n";
  EXPECT_EQ(endOf(marked + " r := mem[s + 0]\n halt"),
            "stuck: task 0 at m:4 (r := mem[s + 0]): the cell holds a promotion-ready mark");
  EXPECT_EQ(endOf(marked + " prmpush mem[s + 1]\n halt"),
            "stuck: task 0 at m:4 (prmpush mem[s + 1]): a newer mark stands above this cell");
  EXPECT_EQ(endOf(marked + " prmpop mem[s + 1]\n halt"),
            "stuck: task 0 at m:4 (prmpop mem[s + 1]): this cell does not hold the newest promotion-ready mark");
  EXPECT_EQ(endOf(marked + " sfree s, 1\n halt"),
            "stuck: task 0 at m:4 (sfree s, 1): the cells to free hold a promotion-ready mark");
  EXPECT_EQ(endOf(marked + " t := prmsplit s\n t := prmsplit s\n halt"),
            "stuck: task 0 at m:5 (t := prmsplit s): the stack has no promotion-ready mark");
}

TEST(Stuck, StackOfAnotherTask) {
  EXPECT_EQ(
      endOf("m:\n s := snew\n salloc s, 1\n jr := jralloc k\n fork jr, c\n join jr\nc:\n r := mem[s + 0]\n join jr\n"
            "k: [jtppt assoc; {}; b]\n halt\nb:\n join jr"),
      "stuck: task 1 at c:1 (r := mem[s + 0]): stack 0 belongs to task 0");
}

TEST(Stuck, RecordsOfOthers) {
  std::string text = "m:\n jr := jralloc k\n jq := jralloc k\n fork jr, c\n join jr\nc:\n INSTRUCTION\n join jr\n"
                     "k: [jtppt assoc; {}; b]\n halt\nb:\n join jr";
  std::string forking = text;
  forking.replace(forking.find("INSTRUCTION"), 11, "fork jq, c");
  EXPECT_EQ(endOf(forking),
            "stuck: task 1 at c:1 (fork jq, c): this task has no part in join record 1 and cannot fork on it");
  text.replace(text.find("INSTRUCTION\n join jr"), 20, "join jq");
  EXPECT_EQ(endOf(text),
            "stuck: task 1 at c:1 (join jq): this task has no part in join record 1 and cannot join on it");
}

TEST(Stuck, RegisterMapWithoutAValue) {
  EXPECT_EQ(endOf("m:\n jr := jralloc k\n fork jr, c\n r := 1\n join jr\nc:\n join jr\n"
                  "k: [jtppt assoc; {r -> q}; b]\n halt\nb:\n join jr"),
            "stuck: task 1 at c:1 (join jr): the register map cannot be satisfied: register 'r' has no value in the "
            "child, task 1");
}

TEST(Stuck, Results) {
  EXPECT_EQ(endOf(".output r\nm:\n r := snew\n halt"),
            "stuck: task 0 at m:2 (halt): output 'r' holds stack 0 at height 0, which is no result");
  EXPECT_EQ(endOf(".output r[3]\nm:\n r := halloc 2\n halt"),
            "stuck: task 0 at m:2 (halt): output 'r' holds heap 0 + 0, not the address of 3 cells");
}

TEST(Stuck, EndlessPrograms) {
  EXPECT_EQ(endOf("m:\n jump m"), "not finished after 1000 instructions");
  EXPECT_EQ(endOf("m:\n jr := jralloc k\n jump l\nl:\n fork jr, l\n jump l\nk: [jtppt assoc; {}; l]\n halt"),
            "stuck: task 0 at l:1 (fork jr, l): the program makes more than 10 tasks");
}

} // namespace
} // namespace tactus::tpal::test
