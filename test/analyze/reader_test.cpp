//===- reader_test.cpp - summaries and object files of any bytes -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whatever a file holds, the reader ends, says what is wrong in one line, and keeps what is right.
//
//===----------------------------------------------------------------------===//
#include "analyze/analysis.h"
#include "analyze/elf.h"
#include "support.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

namespace tactus::analyze {
namespace {

using abi::NodeKind;

/// One of everything.
std::string everything() {
  abi::Node indirect = node(NodeKind::IndirectCall, 0);
  indirect.type = 77;
  abi::StructureFunction taken = written("taken", 2, {});
  taken.type = 77;
  taken.isAddressTaken = true;
  abi::CodeFunction code = compiled("f", {"f", "g", "printf"}, {77});
  code.isDynamic = true;
  return chunkOf({written("f", 1.5,
                          {loop(0, known(2, {{0, 1}, {1, -0.5}}), 3), spawn(1, "g", true), call(1, "g", {{}, known(4)}),
                           indirect, node(NodeKind::Region, 0, "g"), node(NodeKind::Wait, 0)}),
                  written("g", 10, {call(0, "f")}, true), taken}) +
         chunkOf(abi::Code{"unit.c", {code, compiled("g", {})}, {{"f", "f", 12}}}, abi::SummaryKind::Code);
}

Program read(const std::string &bytes) {
  Program program;
  program.addSummaries(bytes, "unit.o");
  program.addFrame("f", 100);
  program.link();
  return program;
}

std::string resultOf(const Program &program) {
  Analysis analysis = analyse(program);
  return tableOf(program, analysis) +
         jsonOf(program, analysis).dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Makes the first chunk's checksum right again, so that what is wrong in it is read.
void mendChecksum(std::string &bytes) {
  auto size = std::min<uint64_t>(abi::getFixed<uint64_t>(std::string_view(bytes).substr(8)), bytes.size());
  if (size < abi::SummaryHeaderBytes)
    return;
  std::string sum;
  abi::putFixed(
      sum, abi::summaryHash(std::string_view(bytes).substr(abi::SummaryHeaderBytes, size - abi::SummaryHeaderBytes)));
  bytes.replace(16, sum.size(), sum);
}

TEST(Summaries, GoThereAndBack) {
  Program program = read(everything());
  EXPECT_TRUE(program.problems.empty());
  ASSERT_EQ(program.written.size(), 3U);
  const abi::StructureFunction &function = program.written[0].summary;
  EXPECT_EQ(function.symbol, "f");
  EXPECT_EQ(function.cycles, 1.5);
  ASSERT_EQ(function.nodes.size(), 6U);
  EXPECT_EQ(function.nodes[0].trip.terms[1].factor, -0.5);
  EXPECT_EQ(function.nodes[2].arguments[1].constant, 4);
  EXPECT_TRUE(function.nodes[1].isBeside);
  EXPECT_TRUE(program.compiled[0].summary.isDynamic);
  EXPECT_EQ(program.tasks.at(0).summary.line, 12U);
}

TEST(Summaries, PaddingBetweenThem) {
  Program program = read(everything() + std::string(24, '\0') + everything());
  EXPECT_TRUE(program.problems.empty());
  EXPECT_EQ(program.written.size(), 6U);
}

TEST(Summaries, OfAnotherVersion) {
  std::string bytes = everything();
  bytes[4] = 2;
  Program program = read(bytes);
  ASSERT_EQ(program.problems.size(), 1U);
  EXPECT_EQ(program.problems[0], "a summary in 'unit.o' has version 2, this is Tactus for version 1; compile it again; "
                                 "what it tells of is left out");
  EXPECT_TRUE(program.written.empty());
  EXPECT_FALSE(program.compiled.empty()) << "the chunk behind it is fine";
}

TEST(Summaries, OfAnUnknownKind) {
  std::string bytes = everything();
  bytes[6] = 9;
  EXPECT_EQ(read(bytes).problems.size(), 1U);
}

TEST(Summaries, CutOffAnywhere) {
  std::string whole = everything();
  for (size_t size = 0; size < whole.size(); ++size) {
    Program program = read(whole.substr(0, size));
    EXPECT_LE(program.problems.size(), 1U);
    resultOf(program);
  }
}

TEST(Summaries, EachByteWrong) {
  std::string whole = everything();
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x41);
    EXPECT_EQ(read(bytes).problems.size(), 1U) << "byte " << i;
  }
}

TEST(Summaries, WrongBytesWithARightChecksum) {
  std::mt19937 random(1);
  std::string whole = everything();
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = whole;
    for (unsigned change = 1 + random() % 4; change > 0; --change)
      bytes[abi::SummaryHeaderBytes + random() % (bytes.size() - abi::SummaryHeaderBytes)] =
          static_cast<char>(random() % 3 ? random() % 8 : random());
    mendChecksum(bytes);
    resultOf(read(bytes));
  }
}

TEST(Summaries, CountsThatAreTooLarge) {
  // A list of 2^60 strings.
  std::string payload;
  abi::putNumber(payload, uint64_t{1} << 60);
  payload.resize(64);
  std::string bytes = everything().substr(0, abi::SummaryHeaderBytes) + payload;
  std::string size;
  abi::putFixed(size, static_cast<uint64_t>(bytes.size()));
  bytes.replace(8, size.size(), size);
  mendChecksum(bytes);
  EXPECT_EQ(read(bytes).problems.size(), 1U);
}

TEST(Summaries, DeepChainsOfCalls) {
  std::vector<abi::StructureFunction> functions;
  std::vector<abi::CodeFunction> code;
  constexpr int Length = 20000;
  for (int i = 0; i < Length; ++i) {
    std::string next = "f" + std::to_string(i + 1);
    functions.push_back(written("f" + std::to_string(i), 1, {call(0, next), spawn(0, next)}, i > 0));
    code.push_back(compiled("f" + std::to_string(i), {next}));
  }
  resultOf(programOf(functions, {"unit.c", code, {}}));
}

TEST(Elf, BytesThatAreNone) {
  std::string problem;
  EXPECT_FALSE(ElfFile::open("", problem));
  EXPECT_FALSE(ElfFile::open("int main(void) {}", problem));
  EXPECT_EQ(problem, "is no object file, archive or program; name what tactus-clang has made");
  EXPECT_FALSE(ElfFile::open("BC\xC0\xDE....", problem));
  EXPECT_NE(problem.find("bitcode"), std::string::npos);
  EXPECT_FALSE(openArchive("no archive"));
  EXPECT_TRUE(openArchive("!<arch>\n")->empty());
  EXPECT_TRUE(openArchive("!<arch>\n" + std::string(70, '9'))->size() <= 1);
}

} // namespace
} // namespace tactus::analyze
