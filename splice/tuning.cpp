//===- tuning.cpp - how many calls are spliced ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "tuning.h"

#include "fork.h"
#include "runtime/os/json.h"
#include "settings.h"
#include "statistics.h"

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <ctime>
#include <new>

namespace tactus::splice {

/// Plain calls: enough for programs whose calls take turns.
static constexpr unsigned PlainCalls = 3;
/// One is enough if it takes so many times as long as the first spliced calls do.
static constexpr double ClearlySlower = 1.5;
/// Groups of each other size; the faster one counts.
static constexpr unsigned SplicedGroups = 2;
/// A number is better only if it gains this much: less may be noise, and fewer threads cost less.
static constexpr double LeastGain = 0.98;

static std::atomic<SiteTuning *> sites{nullptr};

SiteTuning::SiteTuning(const char *function, const detail::code_place &place)
    : forks(forkDescriptor(function, place)) {}

uint64_t ticksNow() {
  timespec now{};
  clock_gettime(mayFork() ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

bool SiteTuning::measured(unsigned level) const {
  return level == 0 ? levels_[0].groups >= PlainCalls : levels_[level].groups >= SplicedGroups;
}

unsigned SiteTuning::bestLevel() const {
  unsigned best = 0;
  for (unsigned level = 1; level < Levels; ++level)
    if (measured(level) && levels_[level].best < levels_[best].best * LeastGain)
      best = level;
  return best;
}

/// The level to try next, or the one to stay at.
void SiteTuning::chooseLevel() {
  if (!measured(0)) {
    level_ = 0;
    return;
  }
  if (!measured(FirstLevel)) {
    level_ = FirstLevel;
    return;
  }
  unsigned best = bestLevel();
  // Both neighbours of the best have to be known; of plain calls and 8, those between as far as they pay.
  for (unsigned neighbour : {best + 1, best - 1})
    if (neighbour < Levels && !measured(neighbour)) {
      level_ = neighbour;
      return;
    }
  level_ = best;
  settled_ = true;
  isPlain_.store(best == 0, std::memory_order_relaxed);
}

unsigned SiteTuning::next() {
  std::lock_guard lock(mutex_);
  asked_ = true;
  return 1U << level_;
}

void SiteTuning::add(unsigned wanted, unsigned calls, uint64_t ticks) {
  std::lock_guard lock(mutex_);
  unsigned index = 0;
  while ((2U << index) <= wanted)
    ++index;
  if (index >= Levels || calls == 0)
    return;
  if (warmUp_ > 0) {
    warmUp_ -= std::min(warmUp_, calls);
    warmUpTicks_ += static_cast<double>(ticks);
    warmUpCalls_ += calls;
    if (warmUp_ == 0)
      chooseLevel();
    return;
  }
  Level &level = levels_[index];
  ++level.groups;
  double time = static_cast<double>(ticks) / calls;
  if (index == 0) {
    // Calls may take turns: the mean of some, the same number each time.
    level.sum += time;
    // The first spliced calls brought code and data into the cache. A program of few calls cannot afford more plain
    // ones.
    if (level.groups == 1 && time * warmUpCalls_ > warmUpTicks_ * ClearlySlower) {
      level.groups = PlainCalls;
      level.sum = time * PlainCalls;
    }
    if (level.groups % PlainCalls == 0) {
      time = level.sum / PlainCalls;
      level.sum = 0;
    } else {
      return;
    }
  }
  level.best = level.best == 0 ? time : std::min(level.best, time);
  if (!settled_)
    chooseLevel();
}

SiteTuning::Result SiteTuning::result() {
  std::lock_guard lock(mutex_);
  double plain = measured(0) ? levels_[0].best : 0, spliced = levels_[level_].best;
  return {asked_, 1U << level_, settled_, plain > 0 && spliced > 0 ? plain / spliced : 0};
}

static bool isSame(const detail::code_place &one, const detail::code_place &other) {
  return one.line == other.line && one.file == other.file;
}

void SiteTuning::addCut(Cut why, const detail::code_place &place) {
  std::lock_guard lock(mutex_);
  for (Cuts &known : cuts_)
    if (known.why == why && isSame(known.place, place)) {
      ++known.count;
      return;
    }
  cuts_.push_back({why, place, 1});
}

void SiteTuning::noteCut(Cut why, const detail::code_place &place) {
  if (!settings().statistics)
    return;
  addCut(why, place);
  addToStatistics(Counters()); // perhaps nothing else does
}

std::vector<SiteTuning::Cuts> SiteTuning::cuts() {
  std::lock_guard lock(mutex_);
  return cuts_;
}

void SiteTuning::addDivision(bool isOnePart, const detail::code_place &place) {
  std::lock_guard lock(mutex_);
  auto known =
      std::ranges::find_if(divisions_, [&](const Divisions &divisions) { return isSame(divisions.place, place); });
  if (known == divisions_.end())
    known = divisions_.insert(known, {place});
  ++known->count;
  known->isOnePart &= isOnePart;
}

std::vector<SiteTuning::Divisions> SiteTuning::undivided() {
  std::lock_guard lock(mutex_);
  std::vector<Divisions> result = divisions_;
  std::erase_if(result, [](const Divisions &divisions) { return !divisions.isOnePart; });
  return result;
}

/// Calls had come together before.
static bool endsGroup(Cut why) { return why <= Cut::CodeInterferes; }

static const char *textOf(Cut why) {
  switch (why) {
  case Cut::CallChanges:
    return "the call there changes what earlier calls rely on, or relies on what they change";
  case Cut::CallIsAlone:
    return "the call there changes variables that its effects do not name or depend on";
  case Cut::CodeChanges:
    return "the code there changes what calls rely on";
  case Cut::CodeInterferes:
    return "the code there touches what calls write, or writes what they touch";
  case Cut::CallsEnd:
    return "no other call comes behind it, or code of which nothing is known does";
  case Cut::OneIsWanted:
    return "TACTUS_SPLICE or the program asks for one call at a time";
  case Cut::IsInside:
    return "the code around is spliced already";
  case Cut::FitsCache:
    return "the data of the pass there fits into the second-level cache";
  case Cut::IsNoArray:
    return "the addresses of the pass there are those of no array";
  }
  return "";
}

SiteTuning &tuningOf(detail::splice_site &site, const detail::code_place &place) {
  auto *known = reinterpret_cast<SiteTuning *>(site.record.load(std::memory_order_acquire));
  if (known)
    return *known;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  known = reinterpret_cast<SiteTuning *>(site.record.load(std::memory_order_relaxed));
  if (known)
    return *known;
  auto *made = new SiteTuning(site.function, place); // lives as long as the program
  made->nextSite = sites.load(std::memory_order_relaxed);
  // Whoever finds it in the list or at the site sees it whole: release.
  sites.store(made, std::memory_order_release);
  site.record.store(reinterpret_cast<detail::site_record *>(made), std::memory_order_release);
  return *made;
}

void writeSiteTable(FILE *file) {
  for (SiteTuning *site = sites.load(std::memory_order_acquire); site; site = site->nextSite) {
    SiteTuning::Result result = site->result();
    if (result.asked)
      fprintf(file, "  %u calls %s, %s times as fast as plain calls: %s:%u: %s\n", result.chosen,
              result.settled ? "chosen" : "tried last", tactus::Decimal(result.gain, 2).text(), site->forks.file,
              site->forks.line, site->forks.function);
    for (const SiteTuning::Cuts &cut : site->cuts())
      fprintf(file, "  %" PRIu64 " %s: %s:%u: %s\n", cut.count,
              endsGroup(cut.why) ? "groups ended early" : "times not spliced", cut.place.file, cut.place.line,
              textOf(cut.why));
    for (const SiteTuning::Divisions &steps : site->undivided())
      fprintf(file, "  %" PRIu64 " steps of one part each, between which nothing else runs: %s:%u: cut smaller parts\n",
              steps.count, steps.place.file, steps.place.line);
  }
}

static void writeEscaped(FILE *file, const char *text) {
  for (const char *letter = text; *letter; ++letter) {
    if (*letter == '"' || *letter == '\\')
      fputc('\\', file);
    fputc(*letter, file);
  }
}

void writeSiteJson(FILE *file) {
  const char *separator = "";
  for (SiteTuning *site = sites.load(std::memory_order_acquire); site; site = site->nextSite) {
    SiteTuning::Result result = site->result();
    if (!result.asked && site->cuts().empty() && site->undivided().empty())
      continue;
    fprintf(file, "%s\n    {\"chosen\": %u, \"settled\": %s, \"gain\": %s, \"file\": \"", separator, result.chosen,
            result.settled ? "true" : "false", tactus::Decimal(result.gain, 3).text());
    writeEscaped(file, site->forks.file);
    fprintf(file, "\", \"line\": %u, \"function\": \"", site->forks.line);
    writeEscaped(file, site->forks.function);
    fprintf(file, "\", \"cuts\": [");
    const char *between = "";
    for (const SiteTuning::Cuts &cut : site->cuts()) {
      fprintf(file, "%s{\"groups\": %" PRIu64 ", \"line\": %u, \"reason\": \"%s\", \"file\": \"", between, cut.count,
              cut.place.line, textOf(cut.why));
      writeEscaped(file, cut.place.file);
      fprintf(file, "\"}");
      between = ", ";
    }
    fprintf(file, "], \"undivided\": [");
    between = "";
    for (const SiteTuning::Divisions &steps : site->undivided()) {
      fprintf(file, "%s{\"steps\": %" PRIu64 ", \"line\": %u, \"file\": \"", between, steps.count, steps.place.line);
      writeEscaped(file, steps.place.file);
      fprintf(file, "\"}");
      between = ", ";
    }
    fprintf(file, "]}");
    separator = ",";
  }
}

} // namespace tactus::splice
