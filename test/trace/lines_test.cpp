//===- lines_test.cpp - where the running time went, by source line -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Traces are written by hand, so times are known. Places 10 and 20 are the loops in lines 7 and 3, 30 the fork in 9.
//
//===----------------------------------------------------------------------===//
#include "trace/lines.h"
#include "trace_text.h"

using namespace tactus::trace;

namespace {

const std::string Head = R"({"ph":"M","pid":1,"tid":1,"name":"tactus_region","args":{"region":)";
const std::string Region5 = Head + R"(1,"file":"a.c","line":5,"column":1,"function":"f"}},)" + "\n";
const std::string Region6 = Head + R"(2,"file":"a.c","line":6,"column":1,"function":"f"}},)" + "\n";

std::string begin(int time, int region) {
  return R"({"ph":"B","pid":1,"tid":1,"ts":)" + std::to_string(time) + R"(,"name":"region a.c","args":{"region":)" +
         std::to_string(region) + "}},\n";
}

std::string ended(int time, const std::string &by) {
  return R"({"ph":"E","pid":1,"tid":1,"ts":)" + std::to_string(time) + R"(,"args":{"by":")" + by + "\"}},\n";
}

/// Times are in microseconds here.
std::string sum(int at, int region, int entries, int time, const std::string &by) {
  return R"({"ph":"M","pid":1,"tid":1,"ts":)" + std::to_string(at) + R"(,"name":"tactus_regions","args":{"region":)" +
         std::to_string(region) + ",\"entries\":" + std::to_string(entries) +
         ",\"time\":" + std::to_string(time * 1000) + R"(,"by":")" + by + "\"}},\n";
}

/// A loop's part of the stack.
std::string loop(int place, int iteration, int all) {
  return "[[" + std::to_string(place) + ",0," + std::to_string(iteration) + "," + std::to_string(all) + "]]";
}

TimeByLine measured(const std::string &lines) {
  TimeByLine result = measureLines(TraceText(lines).read());
  Time all = result.serial;
  for (const LineTime &line : result.lines) {
    EXPECT_GE(line.time, 0);
    all += line.time;
  }
  EXPECT_GE(result.serial, 0);
  EXPECT_NEAR(all, result.whole, 1e-6 * result.whole);
  return result;
}

LineTime lineOf(const TimeByLine &lines, unsigned number) {
  for (const LineTime &line : lines.lines)
    if (line.place.line == number)
      return line;
  return {};
}

TEST(Lines, RegionsAreTimedExactly) {
  TimeByLine lines = measured(Region5 + Region6 + begin(100, 1) + ended(400, "strands") + begin(500, 2) +
                              ended(1500, "libomp") + begin(1600, 1) + ended(1700, "strands") + end(2000));
  EXPECT_DOUBLE_EQ(lines.serial, 600);
  ASSERT_EQ(lines.lines.size(), 2u);
  EXPECT_EQ(lines.lines[0].place.line, 6u);
  EXPECT_EQ(lines.lines[0].by, RunBy::Libomp);
  EXPECT_DOUBLE_EQ(lines.lines[0].time, 1000);
  EXPECT_EQ(lines.lines[1].by, RunBy::Strands);
  EXPECT_DOUBLE_EQ(lines.lines[1].time, 400);
  EXPECT_EQ(lines.lines[1].entries, 2u);
  EXPECT_DOUBLE_EQ(lines.timeOf(RunBy::Libomp), 1000);
}

TEST(Lines, ARegionThatTheProcessEndsInCounts) {
  // Its beginning is the last that has been written.
  TimeByLine lines = measured(Region5 + Region6 + begin(100, 1) + ended(400, "strands") + begin(400, 2));
  ASSERT_EQ(lines.lines.size(), 2u);
  EXPECT_DOUBLE_EQ(lines.lines[0].time, 300);
  LineTime last = lineOf(lines, 6);
  EXPECT_EQ(last.by, RunBy::Unknown);
  EXPECT_EQ(last.entries, 1u);
  EXPECT_DOUBLE_EQ(last.time, 0);
}

std::string inMpi(int from, int to, int site) {
  return R"({"ph":"B","pid":1,"tid":1,"ts":)" + std::to_string(from) + R"(,"name":"mpi MPI_Recv","args":{"site":)" +
         std::to_string(site) + "}},\n" + R"({"ph":"E","pid":1,"tid":1,"ts":)" + std::to_string(to) + "},\n";
}

/// The time is in microseconds here.
std::string site(int number, int calls, int time) {
  return R"({"ph":"M","pid":1,"tid":1,"ts":1,"name":"tactus_site","args":{"site":)" + std::to_string(number) +
         ",\"calls\":" + std::to_string(calls) + ",\"time\":" + std::to_string(time * 1000) +
         R"(,"at":4096,"function":"MPI_Recv","file":"/bin/program","caller":"main"}},)" + "\n";
}

TEST(Lines, CallsOfMpiHaveLinesOfTheirOwn) {
  // Of the first call, 40 of 2040 microseconds went by in calls that were too short for slices.
  Recording recording = TraceText(inMpi(100, 1100, 1) + inMpi(1500, 2500, 1) + inMpi(2600, 2800, 2) +
                                  site(1, 12, 2040) + site(2, 1, 200) + end(4000))
                            .read();
  ASSERT_EQ(recording.sites.size(), 2u);
  EXPECT_EQ(recording.sites[0].caller, "main");
  TimeByLine lines = measureLines(recording);
  ASSERT_EQ(lines.lines.size(), 2u);
  EXPECT_EQ(lines.lines[0].by, RunBy::Mpi);
  EXPECT_EQ(lines.lines[0].place.function, "MPI_Recv");
  EXPECT_NEAR(lines.lines[0].time, 2040, 1e-6);
  EXPECT_EQ(lines.lines[0].entries, 12u);
  EXPECT_NEAR(lines.timeOf(RunBy::Mpi), 2240, 1e-6);
  EXPECT_NEAR(lines.serial, 1760, 1e-6);
}

TEST(Lines, MpiInARegionIsTheRegionS) {
  TimeByLine lines =
      measured(Region5 + begin(0, 1) + inMpi(100, 200, 1) + ended(1000, "strands") + site(1, 1, 100) + end(1000));
  EXPECT_DOUBLE_EQ(lineOf(lines, 5).time, 1000);
}

TEST(Lines, OneRegionMayHaveSeveralRunners) {
  TimeByLine lines =
      measured(Region5 + begin(0, 1) + ended(100, "phases") + begin(100, 1) + ended(400, "libomp") + end(400));
  ASSERT_EQ(lines.lines.size(), 2u);
  EXPECT_EQ(lines.lines[0].by, RunBy::Libomp);
  EXPECT_EQ(lines.lines[1].by, RunBy::Phases);
  EXPECT_DOUBLE_EQ(lines.serial, 0);
}

TEST(Lines, ShortRegionsComeFromSums) {
  // 30 of 50 microseconds; the loop, found at a beat, is not made shorter for them while there is serial time.
  TimeByLine lines = measured(Region5 + beat(100, loop(10, 1, 10)) + beat(200, loop(10, 6, 10)) +
                              sum(250, 1, 3, 30, "phases") + begin(250, 1) + ended(350, "phases") + end(400));
  LineTime region = lineOf(lines, 5);
  EXPECT_DOUBLE_EQ(region.time, 130);
  EXPECT_EQ(region.entries, 4u);
  EXPECT_GE(lineOf(lines, 7).time, 100);
}

TEST(Lines, ALongRegionThatFollowsAnotherHasNoSlice) {
  std::string followed = R"({"ph":"M","pid":1,"tid":1,"ts":900,"name":"tactus_regions","args":{"region":2,"entries":1,)"
                         R"("time":500000,"by":"phases","from":400}},)"
                         "\n";
  // Beats inside of it find its own loops.
  TimeByLine lines = measured(Region5 + Region6 + begin(300, 1) + ended(400, "libomp") + beat(500, loop(10, 1, 10)) +
                              beat(800, loop(10, 5, 10)) + followed + end(1000));
  ASSERT_EQ(lines.lines.size(), 2u);
  EXPECT_DOUBLE_EQ(lineOf(lines, 6).time, 500);
  EXPECT_EQ(lineOf(lines, 6).entries, 1u);
  EXPECT_DOUBLE_EQ(lineOf(lines, 5).time, 100);
}

TEST(Lines, SumsNeverTakeMoreThanThereIs) {
  TimeByLine lines = measured(Region5 + Region6 + sum(100, 1, 3, 3000, "libomp") + sum(100, 2, 1, 1000, "libomp") +
                              begin(300, 1) + ended(400, "libomp") + end(400));
  EXPECT_DOUBLE_EQ(lines.serial, 0);
  EXPECT_DOUBLE_EQ(lineOf(lines, 5).time, 325);
  EXPECT_DOUBLE_EQ(lineOf(lines, 6).time, 75);
}

TEST(Lines, LatentLoopsComeFromBeats) {
  // Seen from 100 to 300 at 100 a five iterations, which leaves five more; then another loop, after a gap.
  TimeByLine lines =
      measured(beat(100, loop(10, 0, 15)) + beat(200, loop(10, 5, 15)) + beat(300, loop(10, 10, 15)) +
               beat(1000, loop(20, 1, 100), 500'000) + beat(1100, loop(20, 50, 100), 100'000) + end(1200));
  EXPECT_DOUBLE_EQ(lineOf(lines, 7).time, 300);
  EXPECT_EQ(lineOf(lines, 7).by, RunBy::Latent);
  EXPECT_NEAR(lineOf(lines, 3).time, 300, 1);
  EXPECT_NEAR(lines.serial, 600, 1);
}

TEST(Lines, APromotedLoopLastsUntilItsJoin) {
  std::string promotion = R"({"ph":"X","pid":1,"tid":1,"ts":200,"dur":0,"name":"promotion a.c:7","args":{"join":1,)"
                          R"("place":10,"at":0,"tasks":[[2,10,20]],"beat":{"parts":[[10,0,5,20]],"gap":100000}}},)"
                          "\n";
  std::string join = R"({"ph":"B","pid":1,"tid":1,"ts":600,"name":"join a.c:7","args":{"join":1}},)"
                     "\n"
                     R"({"ph":"E","pid":1,"tid":1,"ts":900},)"
                     "\n";
  TimeByLine lines = measured(beat(100, loop(10, 1, 20)) + promotion + join + end(1000));
  EXPECT_DOUBLE_EQ(lineOf(lines, 7).time, 800);
  EXPECT_DOUBLE_EQ(lines.serial, 200);
}

TEST(Lines, ALoopDoesNotGoOnForEver) {
  // A second of serial code behind a loop that needs 100 more.
  TimeByLine lines = measured(beat(100, loop(10, 0, 20)) + beat(200, loop(10, 10, 20)) + end(1'000'000));
  EXPECT_DOUBLE_EQ(lineOf(lines, 7).time, 200);
}

TEST(Lines, TheEndInsideOfARegion) {
  TimeByLine lines = measured(Region5 + begin(100, 1) + beat(900, "[]") + end(1000));
  ASSERT_EQ(lines.lines.size(), 1u);
  EXPECT_EQ(lines.lines[0].by, RunBy::Unknown);
  EXPECT_DOUBLE_EQ(lines.lines[0].time, 900);
}

TEST(Lines, RegionsThatNobodyHasNamedAreDamage) {
  Recording recording;
  TraceText text(begin(100, 1) + end(200));
  EXPECT_NE(readRecording(text.name(), recording).find("'region' is none that the thread has named"),
            std::string::npos);
  TraceText other(Region5 + begin(100, 1) + ended(150, "nobody") + end(200));
  EXPECT_NE(readRecording(other.name(), recording).find("'by' says none of"), std::string::npos);
}

} // namespace
