//===- display.cpp - OMP_DISPLAY_AFFINITY and OMP_DISPLAY_ENV --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/display.h"

#include "abi/loops.h"
#include "abi/openmp.h"
#include "os/libomp_variables.h"
#include "os/libomp_words.h"
#include "regions/affinity_text.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/regions.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <strings.h>

namespace tactus {

constinit bool displaysAffinity = false;
constinit void (*displayOwnThread)() = nullptr;

namespace {

constinit bool displaysSettings = false;
// Constructors run one after the other, but those of libraries that are opened later, on any thread. Relaxed: flags,
// and nothing behind them.
constinit std::atomic<bool> hasUnseenRegions{false}, hasBegun{false};

/// A region that a thread has printed its line for: its size, its level, and the thread's number around it.
struct Displayed {
  uint32_t threads, level;
  int around;
  bool operator==(const Displayed &) const = default;
};
// Owned by the thread.
constinit thread_local Displayed lastDisplayed{};

/// Also to OMP_DISPLAY_ENV's third value.
bool isSet(const char *name) {
  const char *text = getenv(name);
  return saysTrue(text) || (text && !strcasecmp(text, "verbose"));
}

bool isRegionWithoutRecord(const abi::LoopDescriptor *loop) {
  return (loop->flags & (abi::LoopIsRegion | abi::LoopHasRegion)) == abi::LoopIsRegion;
}

/// A region of the default size, as if it began here.
void displayDefaultRegion() {
  Region region;
  beginRecord(region, Region::Parallel, __builtin_frame_address(0), {});
  region.instance = &region;
  region.icvs = initialIcvs();
  region.teamSize = static_cast<uint32_t>(region.icvs.threads);
  region.level = 1;
  region.activeLevel = region.teamSize > 1;
  setCurrentRegion(&region);
  displayThreadsOf(region);
  setCurrentRegion(region.parent);
}

} // namespace

void prepareDisplays() {
  displaysAffinity = isSet("OMP_DISPLAY_AFFINITY");
  displaysSettings = isSet("OMP_DISPLAY_ENV") || hasSettingsOfLibomp();
}

/// Somebody knows the format: the libomp of our modules, or Tactus' own entry points.
static bool canDisplay() {
  const Libomp *libomp = ownLibomp();
  return displayOwnThread || (libomp && libomp->displayAffinity);
}

/// Once there are such loops.
static void displayAtStart() {
  if (hasUnseenRegions.load(std::memory_order_relaxed) && canDisplay() &&
      !hasBegun.exchange(true, std::memory_order_relaxed))
    displayDefaultRegion();
}

void displayForModule(const abi::Module &module) {
  if (!displaysAffinity || !std::any_of(module.loopsBegin, module.loopsEnd, isRegionWithoutRecord))
    return;
  hasUnseenRegions.store(true, std::memory_order_relaxed);
  displayAtStart();
}

void displayForLibomp() {
  const Libomp *libomp = ownLibomp();
  if (displaysSettings && libomp && libomp->globalThreadNumber)
    libomp->globalThreadNumber(nullptr);
  if (displaysAffinity)
    displayAtStart();
}

bool isToBeDisplayed(uint32_t threads, uint32_t level) {
  int around = currentRegion() ? tactus_omp_get_thread_num(nullptr) : 0;
  return displaysAffinity && lastDisplayed != Displayed{threads, level, around};
}

void displayThread() {
  const Region *region = currentRegion();
  if (!region || !canDisplay())
    return;
  hasBegun.store(true, std::memory_order_relaxed);
  lastDisplayed = {region->teamSize, region->level,
                   std::max(tactus_omp_get_ancestor_thread_num(static_cast<int>(region->level) - 1, nullptr), 0)};
  if (displayOwnThread)
    return displayOwnThread();
  char format[AffinityText::LongestFormat];
  if (const char *wanted = affinityFormatOr(nullptr, format))
    ownLibomp()->displayAffinity(AffinityText(wanted).get());
}

void displayThreadsOf(Region &region) {
  int32_t number = region.number.load(std::memory_order_relaxed);
  for (uint32_t each = 0; each < region.teamSize; ++each) {
    region.number.store(static_cast<int32_t>(each), std::memory_order_relaxed);
    displayThread();
  }
  region.number.store(number, std::memory_order_relaxed);
}

} // namespace tactus
