//===- tuning.h - how many calls are spliced ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The paper leaves the number to the programmer (its T_s, a tuning parameter). Here it is found for each try_splice in
// the source from the time that a call takes on average in groups of 1, 2, 4, … 64 calls. The best number lies where a
// larger one does not make it faster: fewer calls share less data, more do not fit the cache. So the search climbs from
// 8 in the direction that pays, and stays. Where no number beats plain calls, nothing is spliced.
//
// Who asks for splicing has a reason, so the first 8 calls are spliced, whatever groups they come in: a program that
// makes no more of them has no use for a search. Their time does not count, because they bring code and data into the
// cache.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_TUNING_H
#define TACTUS_SPLICE_TUNING_H

#include "tactus/latent.h"
#include "tactus/splice/core.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <vector>

namespace tactus::splice {

/// Nanoseconds that this thread has had a processor: what others do to the machine must not choose. With several
/// workers those that have passed, because a thread that gives work away has done less of it.
uint64_t ticksNow();

/// Why a group has fewer calls than are wanted, or none.
enum class Cut : uint8_t {
  /// A call changes what one before it relies on, or relies on what that changes.
  CallChanges,
  /// A call changes what it relies on itself, or variables of which its effects say nothing.
  CallIsAlone,
  /// Code between the calls changes what they rely on.
  CodeChanges,
  /// It touches what they write, or writes what they touch.
  CodeInterferes,
  /// Nothing more comes, or code of which nothing is known.
  CallsEnd,
  /// The settings ask for one call at a time.
  OneIsWanted,
  /// The code around is spliced already.
  IsInside,
  /// What a sweep goes through fits into the cache.
  FitsCache,
  /// The addresses of a sweep are those of no array.
  IsNoArray,
};

/// A try_splice in the source, and the search there. Any thread may use it.
class SiteTuning {
public:
  SiteTuning(const char *function, const detail::code_place &place);

  /// The search has ended, and no number of calls beats plain calls. Asked for each call, so it takes no lock.
  [[nodiscard]] bool staysPlain() const { return isPlain_.load(std::memory_order_relaxed); }
  /// How many calls the next group is to have.
  unsigned next();
  /// \param wanted  what next() has said
  /// \param calls   how many there were
  /// \param ticks   how long all of them took
  void add(unsigned wanted, unsigned calls, uint64_t ticks);

  /// What libtactus knows of the forks of its groups: traces and reports show the site's place.
  tactus_fork_descriptor forks;

  struct Result {
    /// Somebody has asked for a number.
    bool asked;
    unsigned chosen;
    bool settled;
    /// Plain time over spliced time; 0 if not known.
    double gain;
  };
  Result result();

  /// Groups that were cut at a place of the source.
  struct Cuts {
    Cut why;
    detail::code_place place;
    uint64_t count = 0;
  };
  void addCut(Cut why, const detail::code_place &place);
  /// The same, where only the statistics want to know.
  void noteCut(Cut why, const detail::code_place &place);
  std::vector<Cuts> cuts();

  /// Steps in parts at a place of the source.
  struct Divisions {
    detail::code_place place;
    uint64_t count = 0;
    /// None had more than one.
    bool isOnePart = true;
  };
  void addDivision(bool isOnePart, const detail::code_place &place);
  /// Those that are one part each time.
  std::vector<Divisions> undivided();

  SiteTuning *nextSite = nullptr;

private:
  static constexpr unsigned Levels = 7; // 1, 2, 4, … 64
  /// Where the search begins: 8 calls. In the paper's table 1 all best values are 8 or 16.
  static constexpr unsigned FirstLevel = 3;
  struct Level {
    /// Groups that have been measured.
    unsigned groups = 0;
    /// The shortest average time of a call, in ticks.
    double best = 0;
    double sum = 0;
  };
  [[nodiscard]] bool measured(unsigned level) const;
  [[nodiscard]] unsigned bestLevel() const;
  void chooseLevel();

  std::mutex mutex_;
  std::vector<Cuts> cuts_;
  std::vector<Divisions> divisions_;
  std::array<Level, Levels> levels_;
  unsigned level_ = FirstLevel;
  /// Those of the first 8 that are to come.
  unsigned warmUp_ = 1U << FirstLevel;
  /// Of those that have been.
  double warmUpTicks_ = 0, warmUpCalls_ = 0;
  bool settled_ = false, asked_ = false;
  /// Written under the lock; who reads it late splices one group more: relaxed.
  std::atomic<bool> isPlain_{false};
};

/// What is known of a site, made at its first use and never freed.
SiteTuning &tuningOf(detail::splice_site &site, const detail::code_place &place);

void writeSiteTable(FILE *file);
void writeSiteJson(FILE *file);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_TUNING_H
