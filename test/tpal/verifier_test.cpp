//===- verifier_test.cpp - bad programs and their exact messages -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// bad/NAME.tpal is a program with errors, named after its hazard; bad/NAME.stderr is every
// message for it. All example programs must pass.
//
//===----------------------------------------------------------------------===//
#include "support.h"
#include "tpal/verifier.h"

namespace tactus::tpal::test {
namespace {

std::string allErrors(const std::filesystem::path &path) {
  Source source(path.filename().string(), readFile(path));
  Diagnostics diagnostics;
  Program program = parse(source, diagnostics);
  if (diagnostics.empty())
    verify(program, diagnostics);
  return diagnostics.format(source);
}

class BadProgram : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(BadProgram, HasTheseMessages) {
  std::filesystem::path expected = GetParam();
  EXPECT_EQ(allErrors(GetParam()), readFile(expected.replace_extension(".stderr")));
}

std::string testName(const testing::TestParamInfo<std::filesystem::path> &info) {
  std::string name = info.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Verifier, BadProgram, testing::ValuesIn(filesIn(TACTUS_TPAL_TESTS "/bad", ".tpal")), testName);

TEST(Verifier, AcceptsEveryExampleProgram) {
  for (const auto &path : filesIn(TACTUS_TPAL_PROGRAMS, ".tpal"))
    EXPECT_EQ(allErrors(path), "") << path;
}

TEST(Verifier, AcceptsFigure2WithEmptyAnnotations) {
  std::string text = readFile(TACTUS_TPAL_PROGRAMS "/prod.tpal");
  for (std::string_view annotation :
       {"[jtppt assoc-comm; {r ↦ r2}; comb]", "[prppt loop-try-promote]", "[prppt loop-par-try-promote]"}) {
    size_t at = text.find(annotation);
    ASSERT_NE(at, std::string::npos) << annotation;
    text.replace(at, annotation.size(), "[·]");
  }
  Program program = parseText(text);
  Diagnostics diagnostics;
  verify(program, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
}

} // namespace
} // namespace tactus::tpal::test
