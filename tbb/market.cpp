//===- market.cpp - the arenas, and the threads that help in them -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "market.h"

#include "dispatch.h"
#include "thread.h"

#include "tactus/tactus.h"

#include <algorithm>

namespace tactus::onetbb {

/// How long a helper without work looks for more: about what starting another one costs.
static constexpr unsigned SearchMicroseconds = 60;
static constexpr unsigned NoPriority = Priorities;

namespace {

struct Market {
  std::mutex mutex;
  /// Under the mutex. Helpers begin behind the one that was helped last.
  std::vector<Arena *> arenas;
  size_t turn = 0;
  /// Helpers that have been asked for and have not ended, but for those that must be there whatever the limit is.
  std::atomic<size_t> helpers{0};
  /// Of them, those that have no task and look for one.
  std::atomic<size_t> searching{0};
  /// Threads that sleep in waits.
  std::atomic<size_t> asleep{0};
  /// Of threads at work. 0 until it is asked for.
  std::atomic<size_t> limit{0};
  /// Beyond the limit.
  std::atomic<size_t> extra{0};
  /// The highest priority at which tasks have found no helper; a hint.
  std::atomic<unsigned> urgent{NoPriority};
};

} // namespace

/// Helpers may be at work when static objects are destroyed, and others need it before they are made.
union Lasting {
  Market market;
  constexpr Lasting() : market() {}
  ~Lasting() {}
};
static constinit Lasting lasting;
static constinit Market &market = lasting.market;

int defaultConcurrency() { return static_cast<int>(tactus_worker_count()); }

size_t threadLimit() {
  size_t limit = market.limit.load(std::memory_order_relaxed);
  if (limit) [[likely]]
    return limit;
  limitThreads(0);
  return market.limit.load(std::memory_order_relaxed);
}

/// Helpers that there may be.
static size_t room() { return threadLimit() - 1 + market.asleep.load(); }

//===----------------------------------------------------------------------===//
// Arenas
//===----------------------------------------------------------------------===//

Arena *newArena(int concurrency, unsigned reserved, unsigned priority) {
  auto *arena = new r1::arena(concurrency, reserved, priority);
  std::lock_guard guard(market.mutex);
  market.arenas.push_back(arena);
  return arena;
}

void holdArena(Arena &arena) { arena.references.fetch_add(1); }

void releaseArena(Arena &arena, bool asHelper) {
  {
    std::lock_guard guard(market.mutex);
    if (asHelper)
      arena.helpers.fetch_sub(1);
    if (arena.references.fetch_sub(1) != 1 || arena.hasTasks())
      return;
    std::erase(market.arenas, &arena);
  }
  delete static_cast<r1::arena *>(&arena);
}

namespace {
/// An arena, with a reference, and a seat in it.
struct Place {
  Arena *arena = nullptr;
  unsigned seat = Arena::NoSeat;
};
} // namespace

/// Whether that many helpers are there only because threads sleep: then they have those threads' seats.
static bool areBorrowed(size_t helpers) { return helpers > threadLimit() - 1; }

namespace {
/// What a helper is looking for.
enum class Need : uint8_t {
  Tasks,
  /// Tasks, where a seat is lent.
  LentSeat,
  /// What is enqueued, and has to begin.
  Enqueued
};
} // namespace

static Need needOf(size_t helpers) { return areBorrowed(helpers) ? Need::LentSeat : Need::Tasks; }

static bool meets(Arena &arena, Need need) {
  bool hasWork = need == Need::Enqueued ? arena.enqueued.size() > 0 : arena.hasTasks();
  return hasWork && arena.hasHelperSeat(need == Need::LentSeat);
}

/// Under the mutex: the arena of the highest priority that meets the need, the next in turn; null if there is none.
static Arena *findArena(Need need) {
  size_t count = market.arenas.size();
  Arena *best = nullptr;
  for (size_t step = 1; step <= count; ++step) {
    Arena *arena = market.arenas[(market.turn + step) % count];
    if ((!best || arena->priority < best->priority) && meets(*arena, need))
      best = arena;
  }
  return best;
}

static Place findPlace(Need need) {
  std::lock_guard guard(market.mutex);
  Arena *arena = findArena(need);
  unsigned seat = arena ? arena->takeHelperSeat(need == Need::LentSeat) : Arena::NoSeat;
  if (seat == Arena::NoSeat)
    return {};
  market.turn = (market.turn + 1) % market.arenas.size();
  holdArena(*arena);
  arena->helpers.fetch_add(1);
  return {arena, seat};
}

/// Whether there is such a place.
static bool isThere(Need need) {
  std::lock_guard guard(market.mutex);
  return findArena(need);
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// Counts one more helper, if there is room for it.
static bool countHelper() {
  size_t count = market.helpers.load(std::memory_order_relaxed);
  while (count < room())
    if (market.helpers.compare_exchange_weak(count, count + 1))
      return true;
  return false;
}

/// Ends a helper if there are too many.
static bool isOneTooMany() {
  size_t count = market.helpers.load(std::memory_order_relaxed);
  while (count > room())
    if (market.helpers.compare_exchange_weak(count, count - 1))
      return true;
  return false;
}

/// Runs what is there. False if the helper is one too many, and no longer counted.
static bool helpIn(Thread &thread, Place place, Need need) {
  Arena &arena = *place.arena;
  bool goesOn = true;
  {
    Stay stay(thread, arena, place.seat, /*asHelper=*/true);
    Calculating calculating(thread);
    bool isExtra = need == Need::Enqueued;
    while (task *found = isExtra ? arena.takeEnqueued(place.seat) : arena.take(place.seat, {})) {
      // Pass the good news on: there may be more where this came from.
      if (!isExtra && market.searching.load(std::memory_order_relaxed) == 0 && arena.hasTasks())
        callHelper(arena);
      runTask(thread, *found);
      tellObservers(*thread.visit);
      if (!isExtra && isOneTooMany()) {
        goesOn = false;
        break;
      }
      if (arena.returning.load() > 0 || market.urgent.load(std::memory_order_relaxed) < arena.priority)
        break;
    }
    if (arena.hasExtra.load() && arena.enqueued.size() == 0)
      arena.hasExtra.store(false);
  }
  market.urgent.store(NoPriority, std::memory_order_relaxed);
  releaseArena(arena, /*asHelper=*/true);
  return goesOn;
}

static uint64_t microseconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000 + static_cast<uint64_t>(time.tv_nsec) / 1000;
}

/// Looks for tasks for a while. The caller is counted among those that search.
static bool search() {
  uint64_t end = microseconds() + SearchMicroseconds;
  do {
    for (unsigned pause = 0; pause < 32; ++pause)
      pauseProcessor();
    if (isThere(needOf(market.helpers.load())))
      return true;
    syscall(SYS_sched_yield);
  } while (microseconds() < end);
  return false;
}

/// Behind the end of a helper that has been counted out. True: it is counted again, since there is work, and goes on.
static bool comeBack() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return isThere(needOf(market.helpers.load() + 1)) && countHelper();
}

/// Runs tasks until there are none, or there are too many helpers.
static void helpWhileCounted(Thread &thread) {
  for (;;) {
    Need need = needOf(market.helpers.load());
    if (Place place = findPlace(need); place.arena) {
      if (helpIn(thread, place, need) || comeBack())
        continue;
      return;
    }
    market.searching.fetch_add(1);
    bool found = search();
    market.searching.fetch_sub(1);
    if (found)
      continue;
    market.helpers.fetch_sub(1);
    if (!comeBack())
      return;
  }
}

/// One helper may be there for what is enqueued where none would come otherwise.
static bool countExtra() {
  size_t none = 0;
  return market.helpers.load() == 0 && isThere(Need::Enqueued) && market.extra.compare_exchange_strong(none, 1);
}

/// Who enqueues looks for a helper, or starts the extra one; so whoever ends looks for what is enqueued.
static void helpWithEnqueued(Thread &thread) {
  do {
    for (Place place = findPlace(Need::Enqueued); place.arena; place = findPlace(Need::Enqueued))
      helpIn(thread, place, Need::Enqueued);
    market.extra.fetch_sub(1);
  } while (countExtra());
}

static void help(void *isExtra) {
  Thread &thread = thisThread();
  thread.isHelper = true;
  if (!isExtra)
    helpWhileCounted(thread);
  if (isExtra || countExtra())
    helpWithEnqueued(thread);
  thread.isHelper = false;
}

static bool startHelper() {
  if (!countHelper())
    return false;
  if (tactus_begin(help, nullptr))
    return true;
  market.helpers.fetch_sub(1);
  return false;
}

static void startExtraHelper() {
  if (countExtra() && !tactus_begin(help, &market))
    market.extra.fetch_sub(1);
}

void callHelper(Arena &arena) {
  if (market.searching.load() == 0 && !startHelper() && arena.priority < market.urgent.load(std::memory_order_relaxed))
    market.urgent.store(arena.priority, std::memory_order_relaxed);
}

void announce(Arena &arena, bool mustBegin) {
  callHelper(arena);
  if (mustBegin)
    startExtraHelper();
}

void lendCapacity() { market.asleep.fetch_add(1); }
void takeCapacityBack() { market.asleep.fetch_sub(1); }

void limitThreads(size_t count) {
  market.limit.store(count ? count : static_cast<size_t>(defaultConcurrency()), std::memory_order_relaxed);
}

/// Under the mutex. Whether anybody but helpers has a reference.
static bool isInUse(const Arena *arena) { return arena->references.load() > arena->helpers.load(); }

bool isIdle() {
  std::lock_guard guard(market.mutex);
  return market.arenas.empty() && market.helpers.load() + market.extra.load() == 0;
}

bool waitForHelpers() {
  while (!isIdle()) {
    {
      std::lock_guard guard(market.mutex);
      if (std::any_of(market.arenas.begin(), market.arenas.end(), isInUse))
        return false;
    }
    syscall(SYS_sched_yield);
  }
  return true;
}

} // namespace tactus::onetbb
