//===- native_test.cpp - what the native compiler finds out about programs --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "support.h"
#include "tpal/native/context.h"
#include "tpal/native/emit.h"
#include "tpal/native/neighbours.h"

#include "tactus/latent.h"

namespace tactus::tpal::native {
namespace {

using test::parseText;
using test::readFile;

class Native : public testing::Test {
protected:
  void analyse(const std::string &text) {
    program = parseText(text);
    context.emplace(program, source);
  }
  void analyseFile(const std::string &name) { analyse(readFile(std::filesystem::path(TACTUS_TPAL_PROGRAMS) / name)); }

  uint32_t block(std::string_view label) const {
    auto found = std::ranges::find(program.blocks, label, [](const Block &block) { return block.label.text; });
    EXPECT_NE(found, program.blocks.end()) << label;
    return static_cast<uint32_t>(found - program.blocks.begin());
  }
  std::vector<std::string> namesIn(const BitSet &registers) const {
    std::vector<std::string> names;
    for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
      if (registers.contains(reg))
        names.push_back(program.registers[reg]);
    std::ranges::sort(names);
    return names;
  }
  const Procedure *procedure(std::string_view label) const { return context->procedures.at(block(label)); }

  Source source{"test.tpal", ""};
  Program program;
  std::optional<Context> context;
};

using Names = std::vector<std::string>;

TEST_F(Native, RecursionIsAProcedure) {
  analyseFile("fib.tpal");
  const Procedure *fib = procedure("fib");
  ASSERT_NE(fib, nullptr);
  EXPECT_EQ(context->procedures.all().size(), 1u);
  EXPECT_EQ(namesIn(fib->arguments), Names{"n"});
  EXPECT_EQ(namesIn(fib->results), Names{"f"});
  EXPECT_EQ(fib->maximalCells, 3u);
  EXPECT_EQ(fib->calls, 2u);
}

TEST_F(Native, AllRecursiveExamplesHaveProcedures) {
  for (auto [file, label] :
       {std::pair{"treesum.tpal", "visit"}, {"mergesort.tpal", "sort"}, {"knapsack.tpal", "visit"}}) {
    analyseFile(file);
    EXPECT_FALSE(context->procedures.all().empty()) << file << ' ' << label;
  }
  analyseFile("treesum.tpal");
  EXPECT_EQ(namesIn(procedure("visit")->results), (Names{"reached", "sum"}));
}

/// A recursive sum with one line exchanged in each test.
std::string sumProgram(const std::string &first, const std::string &frame = "salloc sp, 2") {
  return ".output s\nmain:\n  sp := snew\n  salloc sp, 2\n  n := 3\n  mem[sp + 0] := done\n  jump sum\ndone:\n  halt\n"
         "sum:\n  s := 0\n  " +
         first + "\n  if-not-jump n, leave\n  " + frame +
         "\n  mem[sp + 1] := n\n  mem[sp + 0] := add\n  n := n - 1\n  jump sum\n"
         "leave:\n  t := mem[sp + 0]\n  jump t\n"
         "add:\n  n := mem[sp + 1]\n  s := s + n\n  sfree sp, 2\n  t := mem[sp + 0]\n  jump t\n"
         "j: [jtppt assoc; {}; j2]\n  halt\nj2:\n  join jr\n";
}

TEST_F(Native, WhatAProcedureMayNotDo) {
  analyse(sumProgram("u := 1"));
  EXPECT_NE(procedure("sum"), nullptr);
  for (const char *line :
       {"u := mem[sp + 1]", "u := sp", "u := sp == sp", "jr := jralloc j", "u := snew", "u := halloc 3",
        "u := prmempty sp", "mem[sp + 0] := 1", "sfree sp, 1", "prmpush mem[sp + 1]", "prmpop mem[sp + 0]"}) {
    analyse(sumProgram(line));
    EXPECT_EQ(procedure("sum"), nullptr) << line;
  }
  analyse(sumProgram("u := 1", "salloc sp, n"));
  EXPECT_EQ(procedure("sum"), nullptr);
  analyse(sumProgram("u := 1", "salloc sp, 33"));
  EXPECT_EQ(procedure("sum"), nullptr);
}

TEST_F(Native, WhereToReturnIsNoValue) {
  analyse(sumProgram("u := mem[sp + 0]"));
  EXPECT_NE(procedure("sum"), nullptr);
  for (const char *line : {"u := mem[sp + 0]; v := u", "u := mem[sp + 0]; v := u == add"}) {
    analyse(sumProgram(line));
    EXPECT_EQ(procedure("sum"), nullptr) << line;
  }
}

TEST_F(Native, TheLoopOfSpmvIsCounted) {
  analyseFile("spmv.tpal");
  const std::optional<CountedLoop> &loop = context->loops[block("cell")];
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->accesses.size(), 2u);
  ASSERT_EQ(loop->gathers.size(), 1u);
  EXPECT_EQ(program.registers[loop->gathers[0].index], "columns");
}

/// A counted loop with one line exchanged in each test.
std::string loopProgram(const std::string &line, const std::string &test = "t := k < n") {
  return ".data xs = { 0, 1 }\n.data ys = { 5, 6 }\n.input n = 2\n.output s\nmain:\n  s := 0\n  k := 0\n  b := xs\n  "
         "jump "
         "loop\nloop: [prppt beat]\n  " +
         test + "\n  if-not-jump t, done\n  " + line +
         "\n  k := k + 1\n  jump loop\nbeat:\n  jump loop\ndone:\n  halt\n";
}

TEST_F(Native, CountedLoops) {
  analyse(loopProgram("s := mem[xs + k]"));
  ASSERT_TRUE(context->loops[block("loop")]);
  EXPECT_EQ(context->loops[block("loop")]->accesses.size(), 1u);
  for (const char *line : {"n := n - 1", "k := k + 1", "t := s; if-jump t, done", "k := mem[xs + 0]"}) {
    analyse(loopProgram(line));
    EXPECT_FALSE(context->loops[block("loop")]) << line;
  }
  for (const char *test : {"t := k <= n", "t := k != n", "t := n < k"}) {
    analyse(loopProgram("s := 1", test));
    EXPECT_FALSE(context->loops[block("loop")]) << test;
  }
}

TEST_F(Native, AccessesWithoutChecks) {
  auto accesses = [&](const char *line) {
    analyse(loopProgram(line));
    const std::optional<CountedLoop> &loop = context->loops[block("loop")];
    return loop ? std::pair{loop->accesses.size(), loop->gathers.size()} : std::pair{size_t{9}, size_t{9}};
  };
  EXPECT_EQ(accesses("b := xs; s := mem[b + k]"), (std::pair{size_t{0}, size_t{0}}));
  EXPECT_EQ(accesses("c := mem[xs + k]; s := mem[ys + c]"), (std::pair{size_t{1}, size_t{1}}));
  EXPECT_EQ(accesses("c := mem[xs + k]; c := c + 1; s := mem[ys + c]"), (std::pair{size_t{1}, size_t{0}}));
  // An array that is stored into says nothing about what is in it.
  EXPECT_EQ(accesses("c := mem[xs + k]; s := mem[ys + c]; mem[xs + k] := s"), (std::pair{size_t{2}, size_t{0}}));
  EXPECT_EQ(accesses("c := mem[xs + k]; s := mem[ys + c]; mem[b + 0] := s"), (std::pair{size_t{1}, size_t{0}}));
}

TEST_F(Native, NeighboursAreCheckedTogether) {
  // The distances of the loads that are checked with the first of all.
  auto distances = [&](const std::string &between) {
    analyse(".data xs = { 0, 1, 2 }\n.data ys = { 5, 6 }\n.input i = 0\n.input z = 0\n.output s, t\nmain:\n  b := "
            "halloc 3\n  s := mem[xs + i]\n  j := i + 1\n  t := 0\n  " +
            between + "\n  halt\n");
    std::vector<int64_t> found;
    for (const auto &[first, group] : findNeighbours(program, context->sorts, block("main")))
      if (first == 1)
        std::ranges::transform(group, std::back_inserter(found), &Neighbour::distance);
    return found;
  };
  using Distances = std::vector<int64_t>;
  EXPECT_EQ(distances("t := mem[xs + j]"), Distances{1});
  EXPECT_EQ(distances("u := j; t := mem[xs + u]; u := u + 4; t := mem[xs + u]"), (Distances{1, 5}));
  EXPECT_EQ(distances("u := j + 1; t := mem[xs + u]; t := mem[xs + j]"), Distances{2});
  for (const char *line :
       {"t := mem[ys + j]", "j := z; t := mem[xs + j]", "j := i - 1; t := mem[xs + j]", "j := i + z; t := mem[xs + j]",
        "j := i + -1; t := mem[xs + j]", "j := i + 4294967296; t := mem[xs + j]",
        // What may get stuck or be seen stands between.
        "u := 1 / z; t := mem[xs + j]", "mem[b + 0] := z; t := mem[xs + j]", "u := mem[ys + z]; t := mem[xs + j]"})
    EXPECT_EQ(distances(line), Distances{}) << line;
  // A load writes the register that the next offset would come from.
  EXPECT_EQ(distances("j := mem[xs + j]; t := mem[xs + j]"), Distances{1});
}

/// The bytes of the structures in a line "@name = internal global { ptr, i32, i32 } { ptr @f, i32 1, i32 2 }".
size_t bytesOfGlobal(const std::string &line) {
  size_t begin = line.find('{');
  std::stringstream types(line.substr(begin, line.find('}') - begin));
  size_t bytes = 0;
  for (std::string type; types >> type;)
    bytes += type.starts_with("i32") ? 4 : type.starts_with("ptr") || type.starts_with("i64") ? 8 : 0;
  return bytes;
}

TEST_F(Native, PointsOrPolls) {
  for (const char *file : {"prod.tpal", "fib.tpal", "spmv.tpal"}) {
    Program read = parseText(readFile(std::filesystem::path(TACTUS_TPAL_PROGRAMS) / file));
    auto uses = [&](bool forInterrupts, std::string_view what) {
      std::string text = emitModule(read, source, {.exportName = "", .forInterrupts = forInterrupts});
      return text.find(what, text.find("@program = ")) != std::string::npos;
    };
    for (const char *poll : {"@tactus_handler_poll", "@tactus_credit"}) {
      EXPECT_TRUE(uses(false, poll)) << file;
      EXPECT_FALSE(uses(true, poll)) << file;
    }
    for (const char *point : {"callbr", "@tactus_handler_beat", "@tactus_tpal_begin"}) {
      EXPECT_FALSE(uses(false, point)) << file;
      EXPECT_TRUE(uses(true, point)) << file;
    }
  }
}

// The strip may be another one when it is read again: no more iterations than are left.
TEST_F(Native, StripsEndWithTheLoop) {
  std::string text = emitModule(parseText(readFile(std::filesystem::path(TACTUS_TPAL_PROGRAMS) / "spmv.tpal")), source,
                                {.exportName = "", .forInterrupts = true});
  std::string part = text.substr(text.find("\npart."));
  EXPECT_LT(part.find("@llvm.umin.i64"), part.find("\nturn.part."));
}

// A join reads all of the descriptor that libtactus knows, `flags` at its end included.
TEST_F(Native, DescriptorsOfForksAreWhatTheRuntimeReads) {
  unsigned forks = 0;
  for (const auto &entry : std::filesystem::directory_iterator(TACTUS_TPAL_PROGRAMS)) {
    if (entry.path().extension() != ".tpal")
      continue;
    std::stringstream text(emitModule(parseText(readFile(entry.path())), source, {}));
    for (std::string line; std::getline(text, line);)
      if (line.starts_with("@fork.")) {
        EXPECT_EQ(bytesOfGlobal(line), sizeof(tactus_fork_descriptor)) << entry.path() << ": " << line;
        ++forks;
      }
  }
  EXPECT_GT(forks, 5u);
}

} // namespace
} // namespace tactus::tpal::native
