//===- arena.cpp - seats, and the tasks that wait in them -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "arena.h"

#include <algorithm>
#include <new>
#include <utility>

namespace tactus::onetbb {

void TaskList::remove(task &task) {
  const TaskLink &link = linkOf(task);
  (link.older ? linkOf(*link.older).younger : oldest) = link.younger;
  (link.younger ? linkOf(*link.younger).older : youngest) = link.older;
  if (firstLater == &task)
    firstLater = oldestOfBatch == &task ? nullptr : link.older;
  if (oldestOfBatch == &task)
    oldestOfBatch = link.younger;
  if (link.isOrdered)
    ordered.store(ordered.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
  count.store(count.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
}

void TaskList::insert(task &task, onetbb::task *younger) {
  TaskLink &link = linkOf(task);
  onetbb::task *&behind = younger ? linkOf(*younger).older : youngest;
  link.older = behind;
  link.younger = younger;
  (behind ? linkOf(*behind).younger : oldest) = &task;
  behind = &task;
  if (link.isOrdered)
    ordered.store(ordered.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  pushes.store(pushes.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void TaskList::push(task &task) {
  linkOf(task).isOrdered = false;
  lock.lock();
  latestBatch = 0;
  append(task);
  lock.unlockWithFence();
}

void TaskList::pushInOrder(task &task, uint64_t &batch, bool later) {
  linkOf(task).isOrdered = true;
  lock.lock();
  bool goesOn = batch != 0 && batch == latestBatch && keepsOrder();
  if (!goesOn) {
    insert(task, nullptr);
    batch = latestBatch = pushesSoFar();
    firstLater = nullptr;
  } else {
    insert(task, !later && firstLater ? linkOf(*firstLater).younger : oldestOfBatch);
  }
  if (later && !firstLater)
    firstLater = &task;
  if (later || !firstLater)
    oldestOfBatch = &task;
  lock.unlockWithFence();
}

template <task *TaskLink::*Following> task *TaskList::takeFrom(task *end, const Wanted &wanted, bool onlyOrdered) {
  for (task *each = end; each; each = linkOf(*each).*Following)
    if ((!onlyOrdered || linkOf(*each).isOrdered) && wanted.fits(*each)) {
      remove(*each);
      return each;
    }
  return nullptr;
}

task *TaskList::takeNext(const Wanted &wanted) {
  if (size() == 0)
    return nullptr;
  std::lock_guard guard(lock);
  if (oldestIsDue()) {
    turns = 0;
    if (task *found = takeFrom<&TaskLink::younger>(oldest, wanted, /*onlyOrdered=*/true))
      return found;
  }
  return takeFrom<&TaskLink::older>(youngest, wanted);
}

task *TaskList::takeOldest(const Wanted &wanted) {
  if (size() == 0)
    return nullptr;
  std::lock_guard guard(lock);
  return takeFrom<&TaskLink::younger>(oldest, wanted);
}

task *TaskList::takeSome(TaskList &own) {
  static constexpr size_t Most = 16;
  task *taken[Most];
  size_t number = 0;
  if (size() == 0)
    return nullptr;
  {
    std::lock_guard guard(lock);
    // Half of them, the odd one included.
    for (size_t wanted = std::min(Most, (size() + 1) / 2); number < wanted; ++number) {
      taken[number] = oldest;
      remove(*oldest);
    }
  }
  if (number > 1) {
    std::lock_guard guard(own.lock);
    for (size_t next = number; next-- > 1;) {
      // Who takes it back has not kept it: a scan would think that what it has spawned later has not been taken either.
      linkOf(*taken[next]).origin = d1::no_slot;
      own.append(*taken[next]); // the first of them is taken next
    }
  }
  return number > 0 ? taken[0] : nullptr;
}

Arena::Arena(int threads, unsigned forOthers, unsigned level)
    : concurrency(threads), reserved(forOthers),
      // A helper can enter any arena, so that what is enqueued there is begun.
      seatCount(static_cast<unsigned>(std::max(threads, 2))), priority(level),
      places(tactus_arena_make(static_cast<unsigned>(std::max(threads, 1)), this)),
      seats(std::make_unique<Seat[]>(seatCount)),
      defaultContext(task_group_context::isolated, task_group_context::fp_settings) {
  if (!places)
    throw std::bad_alloc();
  bind(defaultContext, nullptr, nullptr);
}

Arena::~Arena() {
  dropObservers();
  tactus_arena_free(places);
}

bool Arena::hasTasks() const {
  if (enqueued.size() > 0 || critical.size() > 0)
    return true;
  return std::any_of(&seats[0], &seats[seatCount], [](const Seat &seat) { return seat.tasks.size() > 0; });
}

uint64_t Arena::pushesSoFar() const {
  uint64_t sum = enqueued.pushesSoFar() + critical.pushesSoFar();
  for (unsigned seat = 0; seat < seatCount; ++seat)
    sum += seats[seat].tasks.pushesSoFar();
  return sum;
}

bool Arena::tryTake(unsigned seat) {
  bool expected = false;
  return !seats[seat].taken.load(std::memory_order_relaxed) &&
         seats[seat].taken.compare_exchange_strong(expected, true, std::memory_order_acq_rel);
}

unsigned Arena::takeSeatForPlace() {
  unsigned usable = std::max<unsigned>(static_cast<unsigned>(concurrency), 1);
  for (bool lent : {false, true})
    for (unsigned seat = 0; seat < usable; ++seat)
      if ((seats[seat].owners.load() > 0) == lent && tryTake(seat))
        return seat;
  return NoSeat;
}

unsigned Arena::takeSeat() {
  if (!tactus_arena_take_place(places))
    return NoSeat;
  unsigned usable = std::max<unsigned>(static_cast<unsigned>(concurrency), 1);
  for (unsigned seat = 0; seat < usable; ++seat)
    if (seats[seat].owners.load() == 0 && tryTake(seat)) {
      seats[seat].place = PlaceKind::Own;
      return seat;
    }
  tactus_arena_leave_place(places);
  return NoSeat;
}

template <typename Try> unsigned Arena::findHelperSeat(bool onlyLent, Try tryIt) {
  // What is enqueued is begun also where the only seat is for another, and so is all where nobody is.
  bool isNeeded = helperSeats() == 0 && helpers.load() == 0 &&
                  ((hasExtra.load() && enqueued.size() > 0) ||
                   std::none_of(&seats[0], &seats[seatCount], [](const Seat &seat) { return seat.taken.load(); }));
  unsigned end = isNeeded ? seatCount : static_cast<unsigned>(concurrency);
  for (unsigned seat = isNeeded ? 0 : std::min(reserved, end); seat < end && (isNeeded || !onlyLent); ++seat)
    if (seats[seat].owners.load() == 0 && tryIt(seat))
      return seat;
  // Those who come back from a wait come first.
  for (unsigned seat = 0; seat < seatCount && returning.load() == 0; ++seat)
    if (seats[seat].owners.load() > 0 && tryIt(seat))
      return seat;
  return NoSeat;
}

void Arena::open(unsigned seat) {
  openSeats.fetch_add(1);
  seats[seat].isOpen.store(true);
}

bool Arena::close(unsigned seat) {
  if (!seats[seat].isOpen.exchange(false))
    return false;
  openSeats.fetch_sub(1);
  return true;
}

/// Who wants it back comes first. Others who return have no use for such a seat, and may wait for what the guest runs.
static bool admitsGuests(const Seat &seat) { return seat.isOpen.load() && seat.wanted.load() == 0; }

bool Arena::hasOpenSeat() const {
  return openSeats.load() > 0 && std::any_of(&seats[0], &seats[seatCount], admitsGuests);
}

unsigned Arena::takeAsGuest() {
  for (unsigned seat = 0; seat < seatCount && openSeats.load() > 0; ++seat)
    if (admitsGuests(seats[seat]) && close(seat)) {
      seats[seat].place = PlaceKind::Guest;
      return seat;
    }
  return NoSeat;
}

unsigned Arena::takeHelperSeat(bool onlyLent) {
  unsigned seat = findHelperSeat(onlyLent, [this](unsigned each) { return tryTake(each); });
  return seat != NoSeat ? seat : takeAsGuest();
}

bool Arena::hasHelperSeat(bool onlyLent) {
  return hasOpenSeat() ||
         findHelperSeat(onlyLent, [this](unsigned seat) { return !seats[seat].taken.load(); }) != NoSeat;
}

PlaceKind Arena::leaveSeatAlone(unsigned seat) {
  PlaceKind place = std::exchange(seats[seat].place, PlaceKind::None);
  seats[seat].taken.store(false);
  return place;
}

void Arena::leaveSeat(unsigned seat) {
  if (seats[seat].place == PlaceKind::Guest)
    open(seat);
  else if (leaveSeatAlone(seat) == PlaceKind::Own)
    tactus_arena_leave_place(places);
  seatLeft.raise();
}

task *Arena::take(unsigned seat, const Wanted &wanted) {
  if (task *found = critical.takeOldest(wanted))
    return found;
  if (task *found = seats[seat].tasks.takeNext(wanted))
    return found;
  if (task *found = enqueued.takeOldest(wanted))
    return found;
  for (unsigned step = 1; step < seatCount; ++step) {
    TaskList &others = seats[(seat + step) % seatCount].tasks;
    if (task *found = wanted.ancestor ? others.takeOldest(wanted) : others.takeSome(seats[seat].tasks))
      return found;
  }
  return nullptr;
}

task *Arena::takeEnqueued(unsigned seat) {
  task *found = seats[seat].tasks.takeNext({});
  return found ? found : enqueued.takeOldest({});
}

} // namespace tactus::onetbb
