//===- views_test.cpp - views of reducers ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Views are strings, so that a wrong order shows. `alive` counts those that have been made and not destroyed.
//
//===----------------------------------------------------------------------===//
#include "tasks/views.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <new>
#include <string>
#include <vector>

using namespace tactus;

namespace {

int alive = 0;

void makeIdentity(void *, void *view) {
  new (view) std::string;
  ++alive;
}
void reduce(void *, void *left, void *right) {
  *static_cast<std::string *>(left) += *static_cast<std::string *>(right);
}
void destroy(void *, void *view) {
  static_cast<std::string *>(view)->~basic_string();
  --alive;
}
const tactus_reducer_kind text{sizeof(std::string), alignof(std::string), makeIdentity, reduce, destroy};

std::string &view(std::string &leftmost) {
  return *static_cast<std::string *>(tactus_reducer_view(&leftmost, &text, nullptr));
}

/// What a task makes of reducers.
template <typename Code> ViewTable *runAsTask(Code code) {
  TaskViews views;
  code();
  return views.table();
}

TEST(Views, OutsideOfTasksTheViewIsTheLeftmost) {
  std::string leftmost = "a";
  EXPECT_EQ(&view(leftmost), &leftmost);
  EXPECT_EQ(tactus_reducer_find(&leftmost, &text, nullptr), &leftmost);
}

TEST(Views, TaskThatAsksForNoneHasNoTable) {
  EXPECT_EQ(runAsTask([] {}), nullptr);
}

TEST(Views, TasksBeginWithTheIdentityAndAreReducedInTheOrderOfTheirJoins) {
  std::string leftmost = "a";
  ViewTable *second = runAsTask([&] {
    view(leftmost) += "d";
    std::string *first = &view(leftmost);
    view(leftmost) += "e";
    EXPECT_EQ(&view(leftmost), first);
  });
  ViewTable *first = runAsTask([&] { view(leftmost) += "c"; });
  leftmost += "b";
  EXPECT_EQ(alive, 2);
  mergeViews(first);
  mergeViews(second);
  EXPECT_EQ(leftmost, "abcde");
  EXPECT_EQ(alive, 0);
}

TEST(Views, JoinInATaskTakesOverOrReduces) {
  std::string both = "a", inner = "x";
  mergeViews(runAsTask([&] {
    view(both) += "b";
    ViewTable *below = runAsTask([&] {
      view(both) += "c";
      view(inner) += "y";
    });
    mergeViews(below);
    view(both) += "d";
    view(inner) += "z";
  }));
  EXPECT_EQ(both, "abcd");
  EXPECT_EQ(inner, "xyz");
  EXPECT_EQ(alive, 0);
}

TEST(Views, DroppedViewsAreDestroyed) {
  std::string leftmost = "a";
  dropViews(runAsTask([&] { view(leftmost) += "b"; }));
  EXPECT_EQ(leftmost, "a");
  EXPECT_EQ(alive, 0);
}

TEST(Views, ReducerMadeInATaskBelongsToIt) {
  mergeViews(runAsTask([] {
    std::string own = "a";
    tactus_reducer_made(&own, &text, nullptr);
    EXPECT_EQ(&view(own), &own);
    mergeViews(runAsTask([&] { view(own) += "b"; }));
    tactus_reducer_gone(&own);
    EXPECT_EQ(own, "ab");
  }));
  EXPECT_EQ(alive, 0);
}

TEST(Views, ReducerMadeInATaskMayOutliveIt) {
  auto *escaped = new std::string("a");
  mergeViews(runAsTask([&] {
    ViewTable *maker = runAsTask([&] {
      tactus_reducer_made(escaped, &text, nullptr);
      view(*escaped) += "b";
    });
    mergeViews(maker);
    EXPECT_EQ(&view(*escaped), escaped);
    view(*escaped) += "c";
  }));
  EXPECT_EQ(view(*escaped), "abc");
  EXPECT_EQ(alive, 0);
  delete escaped;
}

TEST(Views, ReducerAtAPlaceThatWasNeverGivenUp) {
  std::string place = "old";
  mergeViews(runAsTask([&] {
    tactus_reducer_made(&place, &text, nullptr);
    ViewTable *stale = runAsTask([&] { view(place) += "new"; });
    dropViews(stale);
    place = "new";
    tactus_reducer_made(&place, &text, nullptr);
    EXPECT_EQ(&view(place), &place);
    tactus_reducer_gone(&place);
  }));
  EXPECT_EQ(place, "new");
  EXPECT_EQ(alive, 0);
}

TEST(Views, ManyReducersMadeAndEndedInAnyOrder) {
  std::vector<std::string> all(500);
  mergeViews(runAsTask([&] {
    uint64_t random = 1;
    for (int step = 0; step < 20000; ++step) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      std::string &one = all[(random >> 33) % all.size()];
      switch ((random >> 20) % 3) {
      case 0:
        view(one) += char('a' + step % 26);
        break;
      case 1:
        tactus_reducer_gone(&one);
        break;
      default:
        mergeViews(runAsTask([&] { view(one) += "."; }));
      }
    }
  }));
  std::string expected, found;
  uint64_t random = 1;
  std::vector<std::string> model(all.size());
  for (int step = 0; step < 20000; ++step) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    std::string &one = model[(random >> 33) % model.size()];
    if ((random >> 20) % 3 == 0)
      one += char('a' + step % 26);
    else if ((random >> 20) % 3 == 2)
      one += ".";
  }
  EXPECT_EQ(all, model);
  EXPECT_EQ(alive, 0);
}

TEST(Views, OverAlignedViews) {
  static const tactus_reducer_kind wide{256, 128, [](void *, void *) {}, [](void *, void *, void *) {}, nullptr};
  alignas(128) static char leftmost[256];
  mergeViews(runAsTask([] {
    auto address = reinterpret_cast<uintptr_t>(tactus_reducer_view(leftmost, &wide, nullptr));
    EXPECT_EQ(address % 128, 0u);
  }));
}

} // namespace
