//===- sweeps.cpp - loops whose effects the compiler has derived -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A sweep is a loop over arrays in a loop around (abi/splicing.h). Here it is a call like one with clauses: a function
// of the iterations [first, last) that halves them while other workers might take a half, and ends in a step in parts.
// What iterations touch is known from the addresses of each access, so cuts are where the cache and the reach of
// accesses want them.
//
//===----------------------------------------------------------------------===//
#include "check.h"
#include "collector.h"
#include "fork.h"
#include "settings.h"

#include "abi/splicing.h"
#include "tactus/splice.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <unistd.h>
#include <vector>

namespace tactus::splice {

using abi::SweepAccess;

namespace {

struct Sweep {
  const abi::SweepCode *code = nullptr;
  std::vector<std::max_align_t> environment;
  /// By address, and the same for parts between others (withGapBefore).
  std::vector<SweepAccess> accesses, ofParts;
  /// Cuts lie where the number plus `offset` is a multiple of `grain`; halves have more than `block` iterations.
  std::ptrdiff_t iterations = 0, block = 0, grain = 1, offset = 0;
};
using SweepPointer = std::shared_ptr<const Sweep>;

/// With the sweeps of the group that is being collected.
struct SweepCollector : Collector {
  std::vector<SweepPointer> sweeps;
};

/// The words of a region in the program. Threads may lose counts.
struct SweepSite {
  detail::splice_site site;
  /// How many sweeps in a row have been small.
  std::atomic<uint64_t> small;
  /// How often the region is left alone without asking.
  std::atomic<uint64_t> skipped;
};
static_assert(sizeof(SweepSite) == abi::SweepSiteWords * sizeof(void *));
/// So many, and the region is left alone,
constexpr uint64_t EnoughSmallOnes = 8;
/// so many times,
constexpr uint64_t Patience = 63;
/// or for good, if splicing does not pay.
constexpr uint64_t Always = UINT64_MAX;

SweepSite &siteOf(const abi::SweepRegion &region) { return *static_cast<SweepSite *>(region.site); }

using Wide = __int128;

/// In all of the iterations [first, last).
struct WideRange {
  Wide first, last;
};
WideRange rangeOf(const SweepAccess &access, Wide first, Wide last) {
  Wide low = access.first, high = access.last;
  return {low + std::min(first * access.firstStep, (last - 1) * access.firstStep),
          high + std::max(first * access.lastStep, (last - 1) * access.lastStep)};
}

constexpr Wide HighestAddress = UINTPTR_MAX;
/// No array has as much: the numbers are those of an access that does not happen, or wrap around.
constexpr Wide LargestArray = Wide(1) << 47;

std::size_t cacheSize() {
  static const long size = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return size > 0 ? static_cast<std::size_t>(size) : std::size_t(1) << 20;
}

/// Accesses of one kind, a few iterations apart, are one: those of a stencil to the rows of an array.
bool absorb(SweepAccess &one, const SweepAccess &other) {
  constexpr unsigned NearIterations = 8;
  if (one.written != other.written || one.firstStep != other.firstStep || one.lastStep != other.lastStep)
    return false;
  auto near = static_cast<uint64_t>(std::abs(one.firstStep)) * NearIterations;
  if (one.firstStep != one.lastStep || other.first > one.last + near || one.first > other.last + near)
    return false;
  one.first = std::min(one.first, other.first);
  one.last = std::max(one.last, other.last);
  return true;
}

/// Rows of a stencil end before a border and begin behind one. With the gap before them the parts of a sweep touch one
/// another, so that DoneEffects knows them as one. Earlier calls leave the gap behind with the part before it.
SweepAccess withGapBefore(SweepAccess access) {
  constexpr int64_t LargestShare = 8;
  int64_t step = std::abs(access.firstStep), gap = step - static_cast<int64_t>(access.last - access.first);
  if (access.firstStep != access.lastStep || gap <= 0 || gap > step / LargestShare)
    return access;
  if (access.firstStep > 0)
    access.first -= static_cast<uint64_t>(gap);
  else
    access.last += static_cast<uint64_t>(gap);
  return access;
}

/// All that the iterations read by one access they write by the other.
bool isReadOf(const SweepAccess &read, const SweepAccess &write) {
  return !read.written && write.written && read.firstStep == write.firstStep && read.lastStep == write.lastStep &&
         write.first <= read.first && read.last <= write.last;
}

/// Who writes interferes with whoever reads, too: reads of what is written say nothing.
void dropReadsOfWritten(std::vector<SweepAccess> &accesses) {
  std::erase_if(accesses, [&](const SweepAccess &read) {
    return std::ranges::any_of(accesses, [&](const SweepAccess &write) { return isReadOf(read, write); });
  });
}

/// The accesses that happen, in few. One of them is not understood: false.
bool takeAccesses(Sweep &sweep, const SweepAccess *accesses, std::size_t count) {
  for (const SweepAccess *access = accesses; access != accesses + count; ++access) {
    WideRange all = rangeOf(*access, 0, sweep.iterations);
    if (all.last <= all.first)
      continue;
    if (all.first < 0 || all.last > HighestAddress || all.last - all.first > LargestArray)
      return false;
    if (std::none_of(sweep.accesses.begin(), sweep.accesses.end(),
                     [&](SweepAccess &known) { return absorb(known, *access); }))
      sweep.accesses.push_back(*access);
  }
  dropReadsOfWritten(sweep.accesses);
  std::ranges::sort(sweep.accesses, {}, &SweepAccess::first);
  std::ranges::transform(sweep.accesses, std::back_inserter(sweep.ofParts), withGapBefore);
  return true;
}

/// In the iterations [first, last), some of those that takeAccesses has looked at.
address_range addressesOf(const SweepAccess &access, std::ptrdiff_t first, std::ptrdiff_t last) {
  std::ptrdiff_t lowest = access.firstStep < 0 ? last - 1 : first, highest = access.lastStep < 0 ? first : last - 1;
  return {access.first + static_cast<uint64_t>(lowest * access.firstStep),
          access.last + static_cast<uint64_t>(highest * access.lastStep)};
}

effects touchedBy(const std::vector<SweepAccess> &accesses, std::ptrdiff_t first, std::ptrdiff_t last) {
  auto writes = static_cast<unsigned>(std::ranges::count_if(accesses, &SweepAccess::written));
  auto give = [&](bool isWritten) {
    return [&, isWritten](auto take) {
      for (const SweepAccess &access : accesses)
        if ((access.written != 0) == isWritten)
          take(addressesOf(access, first, last));
    };
  };
  effects result;
  result.written.add_ranges(writes, give(true));
  result.read.add_ranges(static_cast<unsigned>(accesses.size()) - writes, give(false));
  return result;
}

effects touched(const SweepPointer &sweep, std::ptrdiff_t first, std::ptrdiff_t last) {
  return touchedBy(sweep->accesses, first, last);
}

void go(SweepPointer sweep, std::ptrdiff_t first, std::ptrdiff_t last);
constexpr function<touched, go> sweepOver;

/// Where nothing is spliced this is the loop.
void go(SweepPointer sweep, std::ptrdiff_t first, std::ptrdiff_t last) {
  detail::context *where = detail::current_context;
  if (!where)
    return sweep->code->run(sweep->environment.data(), first, last);
  if (last - first > sweep->block) {
    std::ptrdiff_t middle = first + (last - first) / 2;
    return finish(sweepOver(sweep, first, middle), sweepOver(sweep, middle, last));
  }
  detail::sliced_step step(
      chunks{first, last, sweep->grain, sweep->offset},
      [sweep, first, last](const chunks &part) {
        bool isBetween = first < part.first && part.last < last && !effectsAreChecked;
        return touchedBy(isBetween ? sweep->ofParts : sweep->accesses, part.first, part.last);
      },
      [sweep](const chunks &part) { sweep->code->run(sweep->environment.data(), part.first, part.last); });
  run_step(*where, step, splice::last, {sweep->code->file, sweep->code->line});
}

struct SweepCall final : detail::pending_call {
  explicit SweepCall(SweepPointer some) : sweep(std::move(some)) {}
  void run() override { go(sweep, 0, sweep->iterations); }
  SweepPointer sweep;
};

//===--- Where to cut ---===//

/// Bytes that the cache brings at a time.
constexpr int64_t Line = 64;

/// What an iteration brings into the cache: what it goes on by, or touches, if that is less, in lines.
double bytesPerIteration(const SweepAccess &access) {
  double step =
      static_cast<double>(std::abs(access.firstStep)) / 2 + static_cast<double>(std::abs(access.lastStep)) / 2;
  return std::min(step, std::max<double>(Line, static_cast<double>(access.last - access.first)));
}

/// What one access brings into the cache the other one finds there.
bool areOfOneArray(const SweepAccess &read, const SweepAccess &write) {
  return !read.written && write.written && read.firstStep == write.firstStep && read.lastStep == write.lastStep &&
         write.first <= read.last && read.first <= write.last;
}

double bytesPerIteration(const Sweep &sweep) {
  double bytes = 0;
  for (const SweepAccess &access : sweep.accesses)
    if (std::ranges::none_of(sweep.accesses, [&](const SweepAccess &write) { return areOfOneArray(access, write); }))
      bytes += bytesPerIteration(access);
  return std::max(bytes, 1.0);
}

/// Each iteration writes one element and reads the element of the one before, as in a recurrence along an array: it
/// waits for that one's arithmetic.
bool isRecurrence(const Sweep &sweep) {
  auto carries = [](const SweepAccess &read, const SweepAccess &write) {
    int64_t step = write.firstStep;
    bool isElement = step != 0 && std::abs(step) < Line && write.lastStep == step && write.last - write.first <= Line;
    auto distance = static_cast<uint64_t>(step); // modulo 2^64
    return isElement && areOfOneArray(read, write) && read.first + distance < write.last &&
           write.first < read.last + distance;
  };
  return std::ranges::any_of(sweep.accesses, [&](const SweepAccess &write) {
    return std::ranges::any_of(sweep.accesses, [&](const SweepAccess &read) { return carries(read, write); });
  });
}

/// All calls of a group go over the same part of the arrays in turn, shifted by their reach. So a part and what it
/// leaves to the next one has to fit into the cache, however many calls there are; the larger it is, the less a turn
/// costs. A recurrence waits for its arithmetic, and not for the third-level cache. So its parts may be larger than the
/// second level.
void cutForCache(Sweep &sweep) {
  constexpr std::ptrdiff_t LeastParts = 16, PartsInBlock = 16;
  constexpr double Share = 0.5, ShareOfRecurrence = 4;
  double part = static_cast<double>(cacheSize()) * (isRecurrence(sweep) ? ShareOfRecurrence : Share);
  auto grain = static_cast<std::ptrdiff_t>(part / bytesPerIteration(sweep));
  sweep.grain = std::max<std::ptrdiff_t>(1, std::min(grain, sweep.iterations / LeastParts));
  sweep.block = mayFork() ? sweep.grain * PartsInBlock : sweep.iterations;
}

/// How many iterations `later` has to stay behind `earlier` for the two accesses; 0 where nothing can be said.
std::ptrdiff_t reach(const SweepAccess &earlier, const SweepAccess &later) {
  if (!earlier.written && !later.written)
    return 0;
  int64_t step = earlier.firstStep;
  if (step == 0 || earlier.lastStep != step || later.firstStep != step || later.lastStep != step)
    return 0;
  Wide distance = step > 0 ? Wide(later.last) - Wide(earlier.first) : Wide(earlier.last) - Wide(later.first);
  Wide size = step > 0 ? step : -Wide(step);
  return distance <= 0 ? 0 : static_cast<std::ptrdiff_t>((distance + size - 1) / size) - 1;
}

std::ptrdiff_t reach(const Sweep &earlier, const Sweep &later) {
  std::ptrdiff_t most = 0;
  for (const SweepAccess &before : earlier.accesses)
    for (const SweepAccess &behind : later.accesses) {
      WideRange one = rangeOf(before, 0, earlier.iterations), other = rangeOf(behind, 0, later.iterations);
      if (one.first < other.last && other.first < one.last)
        most = std::max(most, reach(before, behind));
    }
  return most < later.iterations / 2 ? most : 0;
}

/// With its cuts shifted each part needs just one part of each sweep before.
void shiftCuts(Sweep &sweep, const std::vector<SweepPointer> &before) {
  for (const SweepPointer &earlier : before)
    sweep.offset = std::max(sweep.offset, earlier->offset + reach(*earlier, sweep));
}

//===--- Regions ---===//

SweepCollector *collectorOf(abi::SweepRegion &region) {
  if (region.collector)
    return static_cast<SweepCollector *>(region.collector);
  auto collector = std::make_unique<SweepCollector>();
  detail::splice_site &site = siteOf(region).site;
  region.active = prepare(*collector, 0, site, {region.file, region.line});
  region.collector = region.active ? collector.release() : nullptr;
  return static_cast<SweepCollector *>(region.collector);
}

/// All that has been collected has run.
void endSweeps(abi::SweepRegion &region) {
  std::unique_ptr<SweepCollector> collector(static_cast<SweepCollector *>(std::exchange(region.collector, nullptr)));
  if (collector)
    end(*collector);
}

/// Sweeps whose data fits into the cache have nothing to gain. Who gives a number of calls wants them spliced.
bool isSmall(const abi::SweepCode &code, const SweepAccess *accesses, int64_t iterations) {
  if (settings().count != 0)
    return false;
  double bytes = 0;
  for (uint64_t index = 0; index < code.accesses; ++index)
    bytes += bytesPerIteration(accesses[index]);
  return bytes * static_cast<double>(iterations) < static_cast<double>(cacheSize());
}

/// Nothing is pending. The sweep runs where it stands, and soon nobody asks any more.
bool leaveSmall(abi::SweepRegion &region, const abi::SweepCode &code) {
  tuningOf(siteOf(region).site, {region.file, region.line}).noteCut(Cut::FitsCache, {code.file, code.line});
  std::atomic<uint64_t> &small = siteOf(region).small;
  uint64_t count = small.load(std::memory_order_relaxed) + 1;
  small.store(count, std::memory_order_relaxed);
  if (count >= EnoughSmallOnes) {
    region.active = 0;
    siteOf(region).skipped.store(Patience, std::memory_order_relaxed);
  }
  return false;
}

/// It is a step between calls, in one part.
void collectSmall(Collector &collector, const SweepPointer &sweep, const detail::code_place &place) {
  auto run = [sweep] { sweep->code->run(sweep->environment.data(), 0, sweep->iterations); };
  detail::whole_step step(touched(sweep, 0, sweep->iterations), run);
  collectStep(collector, step, place);
}

bool collectSweep(abi::SweepRegion &region, const std::shared_ptr<Sweep> &sweep, bool isUnderstood, bool isSmall) {
  SweepCollector *collector = collectorOf(region);
  detail::code_place place(sweep->code->file, sweep->code->line);
  if (!collector)
    return false;
  if (!isUnderstood) {
    collector->site->noteCut(Cut::IsNoArray, place);
    flush(*collector);
    return false;
  }
  if (isSmall) {
    collectSmall(*collector, sweep, place);
    return true;
  }
  siteOf(region).small.store(0, std::memory_order_relaxed);
  if (collector->calls == 0)
    collector->sweeps.clear();
  cutForCache(*sweep);
  shiftCuts(*sweep, collector->sweeps);
  collector->sweeps.push_back(sweep);
  collector->forksAlone = sweep->code->isParallel && mayFork();
  collectCall(*collector, touched(sweep, 0, sweep->iterations), {}, std::make_unique<SweepCall>(sweep), place);
  if (collector->isTuned && collector->group->threads.empty() && collector->site->staysPlain())
    region.active = 0;
  return true;
}

} // namespace

} // namespace tactus::splice

using namespace tactus;
using namespace tactus::splice;

#define TACTUS_SWEEP_ENTRY extern "C" [[gnu::visibility("default")]]

TACTUS_SWEEP_ENTRY void __tactus_splice_begin_sweeps(abi::SweepRegion *region, void *words, const char *function,
                                                     const char *file, unsigned line) {
  auto &site = *static_cast<SweepSite *>(words);
  // The same value each time, so it does not matter who is first.
  std::atomic_ref(site.site.function).store(function, std::memory_order_relaxed);
  *region = {1, line, nullptr, words, file};
  SiteTuning &tuning = tuningOf(site.site, {file, line});
  if (settings().count == 1)
    tuning.noteCut(Cut::OneIsWanted, {file, line});
  if (settings().count == 1 || (settings().count == 0 && tuning.staysPlain())) {
    region->active = 0;
    site.skipped.store(Always, std::memory_order_relaxed);
  }
}

TACTUS_SWEEP_ENTRY int __tactus_splice_sweep(abi::SweepRegion *region, const abi::SweepCode *code,
                                             const void *environment, const SweepAccess *accesses, int64_t iterations) {
  bool small = isSmall(*code, accesses, iterations);
  if (auto *collector = static_cast<SweepCollector *>(region->collector);
      small && (!collector || collector->group->threads.empty()))
    return leaveSmall(*region, *code);
  auto sweep = std::make_shared<Sweep>();
  sweep->code = code;
  sweep->iterations = iterations;
  bool isUnderstood = takeAccesses(*sweep, accesses, code->accesses);
  sweep->environment.resize(code->environmentSize / sizeof(std::max_align_t) + 1);
  memcpy(sweep->environment.data(), environment, code->environmentSize);
  return collectSweep(*region, sweep, isUnderstood, small);
}

TACTUS_SWEEP_ENTRY void __tactus_splice_touch(abi::SweepRegion *region, const void *first, std::size_t size,
                                              int written) {
  auto *collector = static_cast<SweepCollector *>(region->collector);
  if (!collector || collector->group->threads.empty())
    return;
  byte_range bytes = range(first, size);
  settle(*collector, written ? writes(bytes) : reads(bytes), {region->file, region->line});
}

TACTUS_SWEEP_ENTRY void __tactus_splice_end_sweeps(abi::SweepRegion *region) { endSweeps(*region); }
