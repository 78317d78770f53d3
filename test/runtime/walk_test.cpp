//===- walk_test.cpp - what a walk finds -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The innermost body of a nest walks the stack itself and looks at the result.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "frames/stack_walk.h"
#include "os/settings.h"
#include "slots/thread_life.h"
#include "threads/counters.h"
#include "threads/thread.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::abi;
using namespace tactus::test;

namespace {

/// Called at every innermost iteration with what a poll in the body's caller would find.
std::function<void(const CompiledWork &)> inspect;

void walkFrom(uintptr_t returnAddress, uintptr_t frameAddress) {
  ThreadState &thread = *currentThread();
  const MapTable *table = holdTable(thread);
  ASSERT_NE(table, nullptr);
  CallerState caller{returnAddress, frameAddress + 16, *reinterpret_cast<uintptr_t *>(frameAddress), 0};
  LatentPart parts[CompiledWork::MostParts];
  CompiledWork loops(parts);
  walkStack(thread, *table, caller, loops);
  loops.putOutermostFirst();
  releaseTable(thread);
  inspect(loops);
}

__attribute__((noinline)) void walkingBody(uint64_t, void *) {
  walkFrom(reinterpret_cast<uintptr_t>(__builtin_return_address(0)),
           reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
}

Slot *innerOfForeign;
__attribute__((noinline)) void foreignMiddle(uint64_t, void *) {
  innerOfForeign->slot.end = 3;
  compiledDynamicLoop(&innerOfForeign->slot, 0, walkingBody, nullptr, 96);
  asm volatile("" ::: "memory");
}

__attribute__((noinline)) void recurse(unsigned depth, Slot &slot) {
  if (depth == 0)
    compiledLoop(&slot.slot, 0, walkingBody, nullptr);
  else
    recurse(depth - 1, slot);
  asm volatile("" ::: "memory");
}

TEST(Walk, TheOutermostPartsAreKept) {
  for (unsigned found :
       {1u, 2u, CompiledWork::MostParts, CompiledWork::MostParts + 1, 3 * CompiledWork::MostParts - 1}) {
    LatentPart parts[CompiledWork::MostParts], part;
    CompiledWork work(parts);
    for (part.level = 0; part.level < found; ++part.level)
      work.add(part);
    work.putOutermostFirst();
    ASSERT_EQ(work.count(), std::min(found, CompiledWork::MostParts));
    for (unsigned index = 0; index < work.count(); ++index)
      EXPECT_EQ(parts[index].level, found - 1 - index);
  }
}

TEST(Walk, FramesWithMapsInARow) {
  settings.heartbeatMicroseconds = 0; // the loops stay whole
  registerLoops();
  Slot outer(outerLoop, 4), inner(innerLoop, 0);
  unsigned walks = 0;
  inspect = [&](const CompiledWork &loops) {
    uint64_t i = walks / 5, j = walks % 5;
    EXPECT_EQ(loops.depth, 2u);
    EXPECT_EQ(loops.outermost, &outer.slot);
    EXPECT_EQ(loops.outermostIteration, i);
    // The last iterations have nothing latent behind them.
    ASSERT_EQ(loops.count(), (i < 3 ? 1u : 0u) + (j < 4 ? 1u : 0u));
    if (i < 3) {
      const LatentLoop &oldest = loops.parts[0].loop;
      EXPECT_EQ(oldest.slot, &outer.slot);
      EXPECT_EQ(oldest.iteration, i);
      EXPECT_EQ(oldest.end, 4u);
      EXPECT_EQ(oldest.depth, 1u);
    }
    if (j < 4) {
      const LatentLoop &youngest = loops.parts[loops.count() - 1].loop;
      EXPECT_EQ(youngest.slot, &inner.slot);
      EXPECT_EQ(youngest.iteration, j);
      EXPECT_EQ(youngest.depth, 0u);
      EXPECT_FALSE(youngest.iterationIsNext);
    }
    ++walks;
  };
  compiledNest(&outer.slot, 0, &inner.slot, 5, walkingBody, nullptr);
  EXPECT_EQ(walks, 20u);
}

TEST(Walk, ForeignAndDynamicFramesBetween) {
  settings.heartbeatMicroseconds = 0; // the loops stay whole
  registerLoops();
  Slot outer(flatLoop, 3), inner(dynamicLoop, 0);
  innerOfForeign = &inner;
  unsigned walks = 0;
  uint64_t unwindsBefore = currentThread()->counters.unwinds.get();
  inspect = [&](const CompiledWork &loops) {
    EXPECT_EQ(loops.depth, 2u);
    EXPECT_EQ(loops.outermost, &outer.slot);
    EXPECT_EQ(loops.outermostIteration, walks / 3);
    ++walks;
  };
  compiledLoop(&outer.slot, 0, foreignMiddle, nullptr);
  EXPECT_EQ(walks, 9u);
  // The tables have rules for all frames, between the loops and from the outer one to the thread's start.
  EXPECT_EQ(currentThread()->counters.unwinds.get(), unwindsBefore);
}

extern "C" void callFromRealignedFrame(void (*callee)(void *), void *argument);

/// Runs a dynamic loop in a frame that lies further in by as much as the array takes.
__attribute__((noinline)) void dynamicBelow(void *length) {
  auto *array = static_cast<volatile char *>(__builtin_alloca(*static_cast<size_t *>(length)));
  array[0] = 1;
  innerOfForeign->slot.end = 3;
  compiledDynamicLoop(&innerOfForeign->slot, 0, walkingBody, nullptr, 96);
  asm volatile("" ::: "memory");
}
size_t lengthBelow;
__attribute__((noinline)) void foreignOfAnySize(uint64_t iteration, void *) {
  lengthBelow = 16 + 48 * (iteration % 5);
  callFromRealignedFrame(dynamicBelow, &lengthBelow);
  asm volatile("" ::: "memory");
}

TEST(Walk, FramesOfAnySizeAreFoundAnew) {
  settings.heartbeatMicroseconds = 0; // the loops stay whole
  registerLoops();
  Slot outer(dynamicLoop, 20), inner(dynamicLoop, 0);
  innerOfForeign = &inner;
  unsigned walks = 0;
  uint64_t unwindsBefore = currentThread()->counters.unwinds.get();
  inspect = [&](const CompiledWork &loops) {
    EXPECT_EQ(loops.depth, 2u);
    EXPECT_EQ(loops.outermost, &outer.slot);
    EXPECT_EQ(loops.outermostIteration, walks / 3);
    ++walks;
  };
  compiledDynamicLoop(&outer.slot, 0, foreignOfAnySize, nullptr, 160);
  EXPECT_EQ(walks, 60u);
  EXPECT_EQ(currentThread()->counters.unwinds.get(), unwindsBefore);
}

TEST(Walk, ChangedForeignFramesAreNoticed) {
  settings.heartbeatMicroseconds = 0; // the loops stay whole
  registerLoops();
  Slot outer(flatLoop, 40), inner(dynamicLoop, 0);
  inspect = [&](const CompiledWork &loops) {
    EXPECT_EQ(loops.depth, 1u);
    EXPECT_EQ(loops.outermost, &outer.slot);
  };
  // The same loop at different depths, below other frames each time.
  for (unsigned depth : {0u, 3u, 1u, 30u, 0u, 2u, 30u}) {
    outer.slot.end = 2;
    recurse(depth, outer);
  }
}

TEST(Walk, WithoutAFrameNothingIsFound) {
  registerLoops();
  ThreadState &thread = *currentThread();
  const MapTable *table = holdTable(thread);
  ASSERT_NE(table, nullptr);
  LatentPart parts[CompiledWork::MostParts];
  CompiledWork loops(parts);
  walkStack(thread, *table, CallerState{}, loops);
  releaseTable(thread);
  EXPECT_EQ(loops.depth, 0u);
}

TEST(Walk, ManyForeignFramesAreCrossed) {
  settings.heartbeatMicroseconds = 0; // the loops stay whole
  registerLoops();
  Slot outer(flatLoop, 2);
  unsigned walks = 0;
  inspect = [&](const CompiledWork &loops) {
    EXPECT_EQ(loops.depth, 1u);
    ++walks;
  };
  recurse(5000, outer);
  EXPECT_EQ(walks, 2u);
}

} // namespace
