//===- effect_checks.cpp - what spliced code touches, and what it has declared --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "effect_checks.h"

#include "check.h"

#include <cinttypes>
#include <cstdio>
#include <malloc.h>

namespace tactus::splice {

/// What runs on this thread of the operating system.
struct Piece {
  /// Null outside of pieces.
  const effects *declared = nullptr;
  const Group *group = nullptr;
  address_range body;
  /// Its stack ends here.
  std::uintptr_t base = 0;
  std::vector<address_range> allocated;
  /// Of code that runs where it stands.
  effects own;
};

static thread_local Piece current;

static std::uintptr_t numberOf(const void *address) { return reinterpret_cast<std::uintptr_t>(address); }

void CheckedPiece::leave() {
  current = std::move(*around_);
  delete around_;
}

static bool lies(address_range some, address_range within) {
  return within.first <= some.first && some.last <= within.last;
}

/// All of it is the thread's functions'.
static address_range stackOf(const Thread &thread) {
  std::uintptr_t lowest = numberOf(thread.stack.lowest()); // where it runs, also as somebody's host (join.cpp)
  return {lowest, lowest + thread.stack.size()};
}

[[gnu::noinline]] void CheckedPiece::enter(const DelayedStep &step, bool isWaitedFor) {
  around_ = new Piece(std::exchange(current, Piece()));
  const Thread &thread = *step.home->thread;
  current.declared = &step.next;
  current.group = thread.group;
  current.body = {numberOf(step.body), numberOf(step.body) + step.body->size()};
  current.base = isWaitedFor ? stackOf(thread).last : numberOf(__builtin_frame_address(0));
}

void beginPiece(const effects &declared, const Thread &thread) {
  if (!effectsAreChecked)
    return;
  current = Piece();
  current.own = declared;
  current.declared = &current.own;
  current.group = thread.group;
  current.base = stackOf(thread).last;
}

void endPiece() {
  if (effectsAreChecked)
    current = Piece();
}

static bool isDeclared(address_range some, const region_set &set, const region_set *more) {
  if (detail::contained(region(byte_range(some)), set, more))
    return true;
  for (const region_set *each : {&set, more})
    for (unsigned index = 0; each && index < each->size(); ++index)
      if ((*each)[index].contains(some) != containment::no)
        return true;
  return false;
}

static bool mustBeIn(address_range some, const region_set &written) {
  for (unsigned index = 0; index < written.size(); ++index)
    if (written[index].contains(some) == containment::yes)
      return true;
  return false;
}

/// A call of the group says that it writes there, or one elsewhere that may run at the same time.
static bool somebodyWrites(const Group &group, address_range some) {
  for (const auto &thread : group.threads) {
    if (mustBeIn(some, thread->inclusive.written))
      return true;
    for (const auto *elsewhere : {&thread->before, &thread->behind})
      for (const effects &what : *elsewhere)
        if (mustBeIn(some, what.written))
          return true;
  }
  return false;
}

static bool isOwn(const Piece &piece, address_range some, std::uintptr_t stack) {
  if (stack <= some.first && some.last <= piece.base)
    return true;
  if (lies(some, piece.body))
    return true;
  for (const address_range &mine : piece.allocated)
    if (lies(some, mine))
      return true;
  return false;
}

static std::string textOf(address_range some, bool isWrite) {
  return splice::textOf(isWrite ? writes(byte_range(some)) : reads(byte_range(some)));
}

static void checkInPiece(address_range some, bool isWrite, const detail::code_place &place, std::uintptr_t stack) {
  const Piece &piece = current;
  const effects &declared = *piece.declared;
  if (isOwn(piece, some, stack) || isDeclared(some, declared.written, isWrite ? nullptr : &declared.read) ||
      (!isWrite && !somebodyWrites(*piece.group, some)))
    return;
  complain(place, textOf(some, isWrite) + ", but the code around declares: " + splice::textOf(declared) +
                      "; correct its effects");
}

/// Between steps, on a user-level thread.
static void checkOutside(address_range some, bool isWrite, const detail::code_place &place) {
  const detail::context *where = detail::current_context;
  if (!where || where->running != detail::mode::spliced)
    return;
  const Thread &thread = threadOf(const_cast<detail::context &>(*where));
  if (lies(some, stackOf(thread)) || !somebodyWrites(*thread.group, some))
    return;
  complain(place, textOf(some, isWrite) + " outside of a step, where calls of the same group write; make it a step, or "
                                          "use splice::evaluate");
}

} // namespace tactus::splice

using namespace tactus::splice;

/// Called by constructors of programs that were compiled with -ftactus-check-effects.
extern "C" [[gnu::visibility("default")]] void tactus_splice_check_effects() { effectsAreChecked = true; }

extern "C" [[gnu::visibility("default")]] void tactus_splice_access(const void *address, std::size_t size, int isWrite,
                                                                    const char *file, unsigned line) {
  address_range some{numberOf(address), numberOf(address) + size};
  if (size == 0)
    return;
  if (current.declared)
    checkInPiece(some, isWrite != 0, {file, line}, numberOf(__builtin_frame_address(0)));
  else
    checkOutside(some, isWrite != 0, {file, line});
}

/// \param size  of an exception; 0: malloc knows
extern "C" [[gnu::visibility("default")]] void tactus_splice_allocated(void *memory, std::size_t size) {
  if (current.declared && memory)
    current.allocated.push_back({numberOf(memory), numberOf(memory) + (size ? size : malloc_usable_size(memory))});
}
