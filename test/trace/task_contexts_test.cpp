//===- task_contexts_test.cpp - which measured places belong to which analysed function -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "trace/task_contexts.h"

#include <gtest/gtest.h>

using namespace tactus::trace;
using nlohmann::ordered_json;

namespace {

struct Case {
  Recording recording;
  Summary summary;
  ordered_json analysis{{"contexts", ordered_json::array()}};

  void analysed(const char *file, const char *function, unsigned line) {
    analysis["contexts"].push_back({{"file", file}, {"function", function}, {"line", line}});
  }
  void ran(const char *file, const char *function, unsigned line, uint64_t tasks, Time time, Time longest) {
    Place place;
    place.kind = "fork";
    place.file = file;
    place.function = function;
    place.line = line;
    recording.places.push_back(place);
    PlaceSummary numbers;
    numbers.promotions = numbers.tasks = tasks;
    numbers.stolen = tasks / 2;
    numbers.taskTime = time;
    numbers.longestTask = longest;
    summary.places.push_back(numbers);
  }
  /// The tasks of each context, in order.
  [[nodiscard]] std::vector<uint64_t> tasks() const {
    ordered_json measured = addMeasured(analysis, recording, summary);
    std::vector<uint64_t> result;
    for (const ordered_json &context : measured["contexts"])
      result.push_back(context["measured"]["tasks"]);
    return result;
  }
};

TEST(TaskContexts, AddsUpThePlacesOfAFunction) {
  Case test;
  test.analysed("a.c", "fib", 5);
  test.ran("a.c", "fib", 5, 10, 100, 30);
  test.ran("a.c", "fib", 7, 30, 60, 40);
  EXPECT_EQ(
      addMeasured(test.analysis, test.recording, test.summary)["contexts"][0]["measured"],
      (ordered_json{{"promotions", 40}, {"tasks", 40}, {"stolen", 20}, {"meanTask", 4.0}, {"longestTask", 40.0}}));
}

TEST(TaskContexts, NothingMeasuredIsZero) {
  Case test;
  test.analysed("a.c", "fib", 5);
  ordered_json measured = addMeasured(test.analysis, test.recording, test.summary)["contexts"][0]["measured"];
  EXPECT_EQ(measured["tasks"], 0);
  EXPECT_EQ(measured["meanTask"], 0);
}

TEST(TaskContexts, FilesAreTheSameByTheirEnds) {
  Case test;
  test.analysed("a.c", "f", 1);
  test.analysed("other/a.c", "f", 1);
  test.analysed("ba.c", "f", 1);
  test.ran("/source/other/a.c", "f", 1, 4, 1, 1);
  // The first that fits counts: a name without a folder may be any.
  EXPECT_EQ(test.tasks(), (std::vector<uint64_t>{4, 0, 0}));
  Case apart;
  apart.analysed("ba.c", "f", 1);
  apart.analysed("other/a.c", "f", 1);
  apart.ran("/source/other/a.c", "f", 1, 4, 1, 1);
  EXPECT_EQ(apart.tasks(), (std::vector<uint64_t>{0, 4}));
}

TEST(TaskContexts, NamesComeBeforeLines) {
  Case test;
  test.analysed("a.cpp", "space::outer(int)", 10);
  test.analysed("a.cpp", "other(int)", 20);
  test.ran("a.cpp", "outer", 25, 1, 1, 1); // written by a macro, say, further below
  test.ran("a.cpp", "operator()", 21, 2, 1, 1);
  test.ran("a.cpp", "operator()", 12, 4, 1, 1);
  test.ran("a.cpp", "early", 3, 8, 1, 1); // above all that is known
  EXPECT_EQ(test.tasks(), (std::vector<uint64_t>{5, 2}));
}

} // namespace
