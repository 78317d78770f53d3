//===- explorer.cpp - all interleavings of a few fibers ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"

#include <algorithm>

namespace tactus::test {

Explorer *Explorer::current = nullptr;

void Explorer::enter(unsigned high, unsigned low) {
  auto *fiber = reinterpret_cast<Fiber *>(static_cast<uintptr_t>(high) << 32 | low);
  fiber->body();
  fiber->finished = true;
  current->switchToScheduler();
}

void Explorer::goOn(Place &from, Place &to) {
  if (_setjmp(from.here))
    return;
  if (to.hasStarted)
    _longjmp(to.here, 1);
  to.hasStarted = true;
  setcontext(&to.start);
}

void Explorer::switchToScheduler() {
  Fiber *fiber = running;
  running = nullptr;
  goOn(fiber->place, schedulerPlace);
}

void Explorer::point(const void *address, bool write) {
  if (!running)
    return; // set-up and checks run outside of fibers
  running->pending = {address, write};
  switchToScheduler();
}

/// Which of several possibilities the running fiber meets.
unsigned Explorer::choose(unsigned count) {
  if (count == 1)
    return 0;
  if (++step == schedule.size())
    // What need not run first in the next node is handed on.
    schedule.push_back({(1u << count) - 1, schedule.back().asleep & 0xffff0000u, 0, 0});
  return schedule[step].chosen;
}

void Explorer::synchronise(const void *address) {
  if (!memory())
    return;
  if (!weakMemory.knows(address))
    weakMemory.begin(address, 0);
  weakMemory.loadNewest(view(), address, std::memory_order_acquire);
  weakMemory.storeNewest(view(), address, 0, std::memory_order_release);
}

size_t Explorer::runningFiber() const {
  return static_cast<size_t>(
      std::find_if(fibers.begin(), fibers.end(), [&](auto &fiber) { return fiber.get() == running; }) - fibers.begin());
}

void Explorer::sleepOn(const void *address) {
  running->sleepsOn = address;
  running->pending = {address, false};
  switchToScheduler();
}

void Explorer::wakeAll(const void *address) {
  for (auto &fiber : fibers)
    if (fiber->sleepsOn == address)
      fiber->sleepsOn = nullptr;
}

void Explorer::fail(const std::string &message) {
  if (!failure.empty())
    return;
  failure = message + "; schedule:";
  for (const Node &node : schedule)
    failure += " " + std::to_string(node.chosen);
}

void Explorer::add(std::function<void()> body) {
  auto fiber = std::make_unique<Fiber>();
  fiber->body = std::move(body);
  fiber->stack.reset(new char[StackBytes]); // not zeroed: there are millions
  getcontext(&fiber->place.start);
  fiber->place.start.uc_stack.ss_sp = fiber->stack.get();
  fiber->place.start.uc_stack.ss_size = StackBytes;
  fiber->place.start.uc_link = nullptr;
  uintptr_t address = reinterpret_cast<uintptr_t>(fiber.get());
  makecontext(&fiber->place.start, reinterpret_cast<void (*)()>(&Explorer::enter), 2,
              static_cast<unsigned>(address >> 32), static_cast<unsigned>(address));
  fibers.push_back(std::move(fiber));
}

/// One execution. False if it was cut off because all that could happen next had been seen in another order.
bool Explorer::runOnce() {
  ++executions;
  auto resume = [&](Fiber &fiber) {
    running = &fiber;
    goOn(schedulerPlace, fiber.place);
  };
  // Every fiber runs up to its first operation, which touches nothing shared.
  for (auto &fiber : fibers)
    resume(*fiber);
  for (step = 0;; ++step) {
    unsigned enabled = 0, unfinished = 0;
    for (unsigned index = 0; index < fibers.size(); ++index) {
      unfinished += !fibers[index]->finished;
      if (!fibers[index]->finished && !fibers[index]->sleepsOn)
        enabled |= 1u << index;
    }
    if (!enabled) {
      if (unfinished)
        fail("a fiber sleeps for ever");
      return true;
    }
    if (step == schedule.size()) {
      Node node{enabled, 0, 0, 0};
      if (step > 0) {
        const Node &parent = schedule[step - 1];
        // Computed when the parent's choice was made, before its operation ran: see below.
        node.asleep = parent.asleep & 0xffff0000u;
        node.asleep >>= 16;
      }
      unsigned candidates = enabled & ~node.asleep;
      if (!candidates)
        return false;
      node.chosen = static_cast<unsigned>(__builtin_ctz(candidates));
      schedule.push_back(node);
    }
    Node &node = schedule[step];
    // Fibers that need not run first in the next node: asleep or tried here, and independent of what happens now.
    unsigned inherited = 0;
    for (unsigned index = 0; index < fibers.size(); ++index)
      if ((((node.asleep & 0xffff) | node.tried) >> index & 1) && index != node.chosen &&
          independent(fibers[index]->pending, fibers[node.chosen]->pending))
        inherited |= 1u << index;
    node.asleep = (node.asleep & 0xffff) | inherited << 16;
    resume(*fibers[node.chosen]);
    if (!failure.empty())
      return true;
  }
}

bool Explorer::nextSchedule() {
  while (!schedule.empty()) {
    Node &node = schedule.back();
    node.tried |= 1u << node.chosen;
    unsigned candidates = node.enabled & ~node.tried & ~(node.asleep & 0xffff);
    if (candidates) {
      node.chosen = static_cast<unsigned>(__builtin_ctz(candidates));
      return true;
    }
    schedule.pop_back();
  }
  return false;
}

void Explorer::explore(const std::function<void()> &start, const std::function<void()> &finish) {
  current = this;
  schedulerPlace.hasStarted = true;
  do {
    fibers.clear();
    weakMemory.clear();
    start();
    if (runOnce() && failure.empty())
      finish();
  } while (failure.empty() && nextSchedule());
  fibers.clear();
  current = nullptr;
}

} // namespace tactus::test
