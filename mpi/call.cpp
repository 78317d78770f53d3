//===- call.cpp - one call of a function that may wait -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "call.h"

#include <algorithm>
#include <cstdlib>
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

// Of libtactus, if the program has it.
#pragma weak tactus_wait_lend
#pragma weak tactus_wait_end
#pragma weak tactus_wait_note
#pragma weak tactus_wait_noted
#pragma weak tactus_wait_clock
#pragma weak tactus_wait_patience
#pragma weak tactus_wait_is_traced
#pragma weak tactus_wait_sites

namespace tactus::mpi {

bool hasRuntime() { return tactus_wait_lend != nullptr; }

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

/// More places with calls of MPI than programs have. Further ones are not told apart from nothing.
static constexpr size_t MostSites = 4096;
static std::atomic<tactus_wait_site *> table[MostSites];
static std::atomic<uint64_t> sitesMade{0};
/// Elements are pushed with release, and never go away.
static tactus_wait_site *allSites = nullptr;

static tactus_wait_site *makeSite(const char *function, const void *address) {
  auto *site = static_cast<tactus_wait_site *>(calloc(1, sizeof(tactus_wait_site)));
  if (!site)
    return nullptr;
  site->function = function;
  site->address = address;
  site->number = sitesMade.fetch_add(1, std::memory_order_relaxed) + 1;
  return site;
}

static void publish(tactus_wait_site *site) {
  site->next = __atomic_load_n(&allSites, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&allSites, &site->next, site, /*weak=*/true, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
  tactus_wait_sites(&allSites);
}

tactus_wait_site *findSite(const char *function, const void *address) {
  size_t start = (wordOf(address) * 0x9e3779b97f4a7c15u) >> 52;
  static_assert(MostSites == size_t{1} << (64 - 52));
  for (size_t step = 0; step < MostSites; ++step) {
    std::atomic<tactus_wait_site *> &entry = table[(start + step) % MostSites];
    // Acquire: what the site says.
    tactus_wait_site *site = entry.load(std::memory_order_acquire);
    if (!site) {
      tactus_wait_site *made = makeSite(function, address);
      if (!made)
        return nullptr;
      if (entry.compare_exchange_strong(site, made, std::memory_order_acq_rel)) {
        publish(made);
        return made;
      }
      free(made);
    }
    if (site->address == address)
      return site;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Waiting by tests
//===----------------------------------------------------------------------===//

/// While others work, a wait is noticed to be over late by this share of it at most, or by the first number.
static constexpr uint64_t SleepShare = 32, ShortestSleep = 20000, LongestSleep = 500000;
/// The system may let sleepers sleep on for so long; its own default is more than the shortest sleep.
static constexpr unsigned long SlackNanoseconds = 2000;

void Pause::sleep(uint64_t waited) {
  if (slack < 0) {
    slack = std::max(prctl(PR_GET_TIMERSLACK), 0);
    prctl(PR_SET_TIMERSLACK, SlackNanoseconds);
  }
  // A patience is 20 µs.
  uint64_t nanoseconds = patience ? waited / SleepShare * ShortestSleep / patience : 0;
  timespec time{0, static_cast<long>(std::clamp(nanoseconds, ShortestSleep, LongestSleep))};
  nanosleep(&time, nullptr);
}

Pause::~Pause() {
  if (slack >= 0)
    prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack));
  if (since)
    tactus_wait_end();
}

bool Pause::wait(tactus_wait_site *site, uint64_t begin) {
  if (!patience)
    patience = tactus_wait_patience();
  uint64_t now = tactus_wait_clock();
  if (!since && now - begin < patience)
    return true;
  if (!since) {
    since = now;
    if (site && tactus_wait_is_traced())
      tactus_wait_note(site, begin);
  }
  // What has become latent work or an idle worker since the last time is seen a little later.
  if (now >= nextLend) {
    others = tactus_wait_lend();
    nextLend = now + 4 * patience;
  }
  switch (others) {
  case TACTUS_WAIT_ALONE:
    return false;
  case TACTUS_WAIT_OTHERS_WORK:
    sleep(now - since);
    return true;
  default:
    // Other ranks may need the processor.
    if (++rounds % 16 == 0)
      sched_yield();
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Call::Call(const char *function, const void *address) : site(findSite(function, address)), begin(tactus_wait_clock()) {}

uint64_t Call::add() {
  uint64_t ticks = tactus_wait_clock() - begin;
  if (site) {
    __atomic_fetch_add(&site->calls, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&site->ticks, ticks, __ATOMIC_RELAXED);
  }
  return ticks;
}

bool Call::lend() {
  uint64_t calls = site ? __atomic_load_n(&site->calls, __ATOMIC_RELAXED) : 0;
  // The first one lends, since nothing is known of it.
  if (calls && __atomic_load_n(&site->ticks, __ATOMIC_RELAXED) / calls < 2 * tactus_wait_patience())
    return false;
  if (tactus_wait_lend() == TACTUS_WAIT_ALONE)
    return false;
  if (site && tactus_wait_is_traced())
    tactus_wait_note(site, tactus_wait_clock());
  return true;
}

void Call::end(bool hasLent) {
  uint64_t ticks = add();
  if (hasLent)
    tactus_wait_end();
  else if (site && ticks >= 2 * tactus_wait_patience() && tactus_wait_is_traced())
    tactus_wait_noted(site, begin);
}

} // namespace tactus::mpi
