//===- fuzz_test.cpp - the corpus again, and generated programs -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The properties are in tpal/fuzz/targets.cpp and abort when violated.
//
//===----------------------------------------------------------------------===//
#include "support.h"
#include "tpal/exhaustive.h"
#include "tpal/fuzz/targets.h"
#include "tpal/generate.h"

namespace tactus::tpal::test {
namespace {

TEST(Fuzz, CorpusStillPasses) {
  for (const char *folder : {TACTUS_TPAL_TESTS "/corpus", TACTUS_TPAL_TESTS "/bad", TACTUS_TPAL_PROGRAMS})
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
      std::string text = readFile(entry.path());
      fuzz::parseAnything(text);
      fuzz::verifyAnything(text);
      fuzz::runAnything(text);
    }
}

TEST(Fuzz, EveryPrefixOfAProgramParsesOrIsReported) {
  std::string text = readFile(TACTUS_TPAL_PROGRAMS "/prod.tpal");
  for (size_t length = 0; length <= text.size(); ++length)
    fuzz::verifyAnything(std::string_view(text).substr(0, length));
}

TEST(Fuzz, GeneratedProgramsHaveOneResult) {
  for (uint64_t seed = 0; seed < 300; ++seed)
    fuzz::compareSchedules(seed);
}

TEST(Fuzz, GeneratedProgramsHaveOneResultUnderAllInterleavings) {
  GenerateOptions small;
  small.phases = 1;
  small.iterations = 8;
  small.depth = 4;
  uint64_t executions = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Program program = parseText(generateProgram(seed, small));
    Code code(program);
    MachineOptions options;
    options.heartbeat = GeneratedHandlerLength + seed % 20;
    ExhaustiveOptions search;
    search.executionLimit = 300;
    ExhaustiveReport report = checkAllSchedules(Machine(code, options, {}), search);
    executions += report.executions;
    EXPECT_TRUE(report.kind == ExhaustiveReport::Kind::AllAgree ||
                report.kind == ExhaustiveReport::Kind::ExecutionLimit)
        << "seed " << seed << ": " << report.message;
  }
  EXPECT_GT(executions, 60u) << "some program must have more than one interleaving";
}

} // namespace
} // namespace tactus::tpal::test
