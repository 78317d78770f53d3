//===- pragmas.cpp - what code with #pragma splice calls ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The functions of <tactus/splice.h>, in terms of those behind <tactus/splice.hpp>. Bodies of steps and calls are
// clang's blocks: closures that C has as well.
//
//===----------------------------------------------------------------------===//
#include "blocks.h"
#include "check.h"
#include "collector.h"
#include "effect_checks.h"
#include "foreign_region.h"
#include "reliance.h"
#include "scheduler.h"
#include "steps.h"

#include "abi/splicing.h"
#include "tactus/splice.hpp"

#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace tactus::splice {

namespace {

/// Of a step in parts, whose effects are computed from memory: other parts' may be computed from other places.
struct PartsOrigin {
  /// What is assumed of parts whose effects say nothing.
  effects assumed;
  /// What the group may write.
  region_set written;
  /// Nothing is computed again.
  bool isFixed = false;
};

/// A step in parts is a `sliced_step` of blocks. They ask for the part at hand, because blocks that a compiler has made
/// from a statement take no arguments. The parts' type is the program's: bytes here.
struct PartBlocks {
  Block code, what, cut;
  /// The effects of all parts have been asked for, before those of any other. Null if they are computed from values.
  bool isAsked = false;
  std::unique_ptr<const PartsOrigin> origin;
};
struct Part {
  std::array<std::byte, abi::LargestPart> bytes;
  std::size_t size = 0;
  const PartBlocks *blocks = nullptr;
  bool isEmpty = false;

  friend bool is_empty(const Part &part) { return part.isEmpty; }
  friend std::pair<Part, Part> slice(const Part &all);
};
/// The part that the running block asks for, and what a cut has made of it.
thread_local const Part *partAtHand = nullptr;
thread_local std::pair<Part, Part> *cutAtHand = nullptr;

std::pair<Part, Part> slice(const Part &all) {
  std::pair<Part, Part> result{all, all};
  partAtHand = &all;
  cutAtHand = &result;
  all.blocks->cut();
  return result;
}

/// A call of a `finish`, or one for later.
struct Call {
  effects inclusive;
  Block block;
};

struct LaterCall final : detail::pending_call {
  explicit LaterCall(Block &&call) : block(std::move(call)) { block.moveToHeap(); }
  void run() override { block(); }
  Block block;
};

/// What has been said of the call or step that comes next. Nothing else runs on this thread in between.
struct Annotation {
  effects what;
  /// Nobody has written what it says: the compiler names variables.
  bool isKnown = true, isNamed = false;
  /// They are computed from memory that may change, so they say nothing.
  bool whatMayChange = false, restMayChange = false;
  /// What follows may not happen, so that memory may not be there that its effects are computed from.
  bool restReadsNothing = false;
  /// Memory has been read for them.
  bool readsMemory = false;
  const PartsOrigin *origin = nullptr;
  /// What calls that had to run first have thrown.
  std::exception_ptr failure;
  detail::continuation rest;
  /// What `add` adds to.
  effects *target = &what;
  std::vector<Call> calls;
  /// Of the next call of a try.
  NamedVariables named;
};
thread_local Annotation annotation;

/// Owns the blocks of a step in parts: it may be delayed, and cut in two.
struct PartBody {
  std::shared_ptr<const PartBlocks> blocks;
  void operator()(const Part &part) const {
    partAtHand = &part;
    blocks->code();
  }
};

/// What the code around may still do, where nothing is said of what the next piece does.
effects assumed(const detail::context &where) {
  if (where.running == detail::mode::collecting)
    return writes(byte_range(all_addresses));
  return threadOf(const_cast<detail::context &>(where)).top().remaining;
}

void throwFailure() {
  if (annotation.failure) [[unlikely]]
    std::rethrow_exception(std::exchange(annotation.failure, nullptr));
}

effects takeWhat(const detail::context &where) {
  throwFailure();
  return annotation.isKnown && !annotation.whatMayChange ? std::move(annotation.what) : assumed(where);
}

detail::continuation takeRest() {
  detail::continuation rest = std::move(annotation.rest);
  annotation.target = &annotation.what;
  return annotation.restMayChange ? detail::continuation() : rest;
}

//===--- What effects are computed from ---===//

/// Calls of the group may write it before the effects are computed, or after that.
bool mayChange(detail::context *where, const byte_range &place) {
  effects read = reads(place);
  if (annotation.origin)
    return !disjoint(annotation.origin->written, read.read);
  if (!where)
    return true;
  if (where->running != detail::mode::collecting)
    return !isConstant(*threadOf(*where).group, place);
  auto &collector = static_cast<Collector &>(*where);
  // Calls that have been collected may have to run first, and they have annotations of their own.
  Annotation said = std::exchange(annotation, Annotation());
  try {
    settle(collector, read, {collector.site->forks.file, collector.site->forks.line});
  } catch (...) {
    said.failure = std::current_exception(); // may not pass the code that asks
  }
  annotation = std::move(said);
  if (annotation.failure)
    return true;
  annotation.named.add(hull(place), NamedVariables::Decisive);
  return false;
}

/// The effects of all of a step's parts have been asked for, and have read memory.
std::unique_ptr<const PartsOrigin> originOf(const detail::context &where, const effects &all) {
  auto origin = std::make_unique<PartsOrigin>();
  origin->isFixed = where.running == detail::mode::collecting || annotation.whatMayChange;
  if (where.running == detail::mode::collecting) {
    origin->assumed = all; // later calls of the group are not known yet
    return origin;
  }
  const Thread &thread = threadOf(const_cast<detail::context &>(where));
  origin->assumed = thread.top().remaining;
  origin->written = writtenBy(*thread.group);
  return origin;
}

struct PartEffects {
  PartBlocks *blocks;
  effects operator()(const Part &part) const {
    const PartsOrigin *origin = blocks->origin.get();
    if (origin && origin->isFixed)
      return origin->assumed;
    annotation.what = effects();
    annotation.target = &annotation.what;
    annotation.whatMayChange = annotation.readsMemory = false;
    annotation.origin = origin;
    partAtHand = &part;
    blocks->what();
    annotation.origin = nullptr;
    throwFailure();
    if (!std::exchange(blocks->isAsked, true) && annotation.readsMemory)
      blocks->origin = originOf(*detail::current_context, annotation.what);
    if (annotation.whatMayChange)
      return blocks->origin ? blocks->origin->assumed : writes(everything);
    return std::move(annotation.what);
  }
};

//===--- Calls ---===//

void sayIfNamed(detail::context &where) {
  if (where.running == detail::mode::collecting)
    static_cast<Collector &>(where).isNamed = annotation.isNamed;
}

/// Before code that runs where it stands, on a thread.
void waitForPiece(detail::context &where, const effects &what, const detail::code_place &place) {
  Thread &thread = threadOf(where);
  if (!mayGoOn(thread))
    throw Cancelled(); // there is no value to return
  checkWithin(thread.top(), "a step", what, place);
  waitUntilClear(thread, what);
  beginPiece(what, threadOf(where));
}

void makeCall(detail::context &where, const effects &inclusive, Block &call, const detail::continuation &rest,
              const detail::code_place &place) {
  if (where.running == detail::mode::collecting)
    return collectCall(static_cast<Collector &>(where), inclusive, annotation.named.beside(inclusive),
                       std::make_unique<LaterCall>(std::move(call)), place);
  if (!enter_call(where, inclusive, rest, place)) {
    detail::plain_call plain(where, rest);
    return call();
  }
  try {
    call();
  } catch (...) {
    abandon_call(where);
    throw;
  }
  leave_call(where);
}

void makeCalls(detail::context &where, std::vector<Call> calls, const detail::code_place &place);

/// The calls of a `finish` behind the one that runs, as splice.hpp's calls_left.
class CallsLeft final : public detail::rest_of_calls {
public:
  CallsLeft(std::vector<Call> calls, const detail::code_place &place) : calls_(std::move(calls)), place_(place) {}
  CallsLeft(const CallsLeft &) = delete;
  CallsLeft &operator=(const CallsLeft &) = delete;
  ~CallsLeft() { withdraw_rest(*this); }

  detail::pending_call *take() override {
    for (Call &call : calls_)
      call.block.moveToHeap();
    return new Taken(std::move(calls_), place_);
  }
  void give_back(detail::pending_call &calls) noexcept override {
    calls_ = std::move(static_cast<Taken &>(calls).calls);
  }
  std::vector<Call> &calls() { return calls_; }

private:
  /// On another user-level thread: one call is that thread's, more are a function's that finishes with them.
  struct Taken final : detail::pending_call {
    Taken(std::vector<Call> &&some, const detail::code_place &where) : calls(std::move(some)), place(where) {}
    void run() override {
      if (calls.size() == 1)
        calls.front().block();
      else
        makeCalls(*detail::current_context, std::move(calls), place);
    }
    std::vector<Call> calls;
    detail::code_place place;
  };

  std::vector<Call> calls_;
  detail::code_place place_;
};

/// Each with the effects of those behind it as its continuation; these may run elsewhere meanwhile.
void makeCalls(detail::context &where, std::vector<Call> calls, const detail::code_place &place) {
  while (calls.size() > 1) {
    Call first = std::move(calls.front());
    calls.erase(calls.begin());
    effects behind;
    for (const Call &call : calls)
      behind |= call.inclusive;
    CallsLeft left(std::move(calls), place);
    offer_rest(where, left, first.inclusive, behind);
    makeCall(where, first.inclusive, first.block, {detail::continuation::kind::given, behind}, place);
    if (rest_has_run(where, left))
      return;
    calls = std::move(left.calls());
  }
  makeCall(where, calls.front().inclusive, calls.front().block, {detail::continuation::kind::nothing, {}}, place);
}

} // namespace

void detail::add_region(region some, int written) {
  effects &target = *annotation.target;
  (written ? target.written : target.read).add(std::move(some));
}

} // namespace tactus::splice

using namespace tactus::splice;

/// The names that <tactus/splice.h> declares. What they say of contexts is true of spliced code alone, which asks
/// first.
#define TACTUS_SPLICE_ENTRY extern "C" [[gnu::visibility("default")]]

TACTUS_SPLICE_ENTRY void __tactus_splice_what(int known) {
  annotation.what = effects();
  annotation.isKnown = known != 0;
  annotation.isNamed = known == 2;
  annotation.whatMayChange = annotation.restMayChange = annotation.readsMemory = false;
  annotation.origin = nullptr;
  annotation.rest = detail::continuation();
  annotation.target = &annotation.what;
}

/// Asked in front of each read of memory that effects or arguments are computed from. 1: they say nothing then.
/// \param isThere  it is a variable of the program, which always has its place
TACTUS_SPLICE_ENTRY int __tactus_splice_may_change(const void *place, std::size_t size, int isThere) {
  bool isRest = annotation.target != &annotation.what;
  annotation.readsMemory = true;
  if ((isThere || !isRest || !annotation.restReadsNothing) && !mayChange(detail::current_context, range(place, size)))
    return 0;
  (isRest ? annotation.restMayChange : annotation.whatMayChange) = true;
  return 1;
}

TACTUS_SPLICE_ENTRY void __tactus_splice_rest(int kind) {
  constexpr int GivenByValues = static_cast<int>(detail::continuation::kind::given) + 1;
  annotation.restReadsNothing = kind == GivenByValues;
  annotation.rest.is = static_cast<detail::continuation::kind>(kind - annotation.restReadsNothing);
  annotation.target = &annotation.rest.rest;
}

TACTUS_SPLICE_ENTRY void __tactus_splice_add(tactus_region some, int written) {
  detail::add_region(regionOf(some), written);
}

TACTUS_SPLICE_ENTRY void __tactus_splice_add_everything() { detail::add_region(everything, 1); }

TACTUS_SPLICE_ENTRY void __tactus_splice_add_object(const void *object, std::size_t size, int written) {
  detail::add_region(range(object, size), written);
}

TACTUS_SPLICE_ENTRY void __tactus_splice_reliance() { annotation.named.clear(); }

TACTUS_SPLICE_ENTRY int __tactus_splice_relies(const char *function) { return annotation.named.begins(function); }

TACTUS_SPLICE_ENTRY void __tactus_splice_rely(const void *object, std::size_t size, int use) {
  annotation.named.add(hull(range(object, size)), static_cast<unsigned>(use));
}

TACTUS_SPLICE_ENTRY void __tactus_splice_relies_on_unknown() { annotation.named.addUnknown(); }

TACTUS_SPLICE_ENTRY void __tactus_splice_settle(const char *file, unsigned line) {
  detail::context &where = *detail::current_context;
  settle(static_cast<Collector &>(where), takeWhat(where), {file, line});
}

/// In front of the effects of a call: what they are computed from has to be there.
TACTUS_SPLICE_ENTRY void __tactus_splice_settle_reliance(const char *file, unsigned line) {
  auto &where = static_cast<Collector &>(*detail::current_context);
  where.isNamed = true;
  settle(where, annotation.named.decisive(), {file, line});
}

TACTUS_SPLICE_ENTRY void __tactus_splice_step(const void *block, const char *file, unsigned line) {
  detail::context &where = *detail::current_context;
  BlockStep step(takeWhat(where), Block(block));
  detail::continuation rest = takeRest();
  sayIfNamed(where);
  run_step(where, step, rest, {file, line});
}

TACTUS_SPLICE_ENTRY void __tactus_splice_parts(const void *code, const void *what, const void *cut, const void *all,
                                               std::size_t size, const char *file, unsigned line) {
  detail::context &where = *detail::current_context;
  detail::continuation rest = takeRest();
  auto blocks = std::make_shared<PartBlocks>(Block(code), Block(what), Block(cut));
  for (Block *block : {&blocks->code, &blocks->what, &blocks->cut})
    block->moveToHeap();
  Part whole;
  whole.size = size;
  whole.blocks = blocks.get();
  memcpy(whole.bytes.data(), all, size);
  detail::sliced_step step(whole, PartEffects{blocks.get()}, PartBody{blocks});
  run_step(where, step, rest, {file, line});
}

TACTUS_SPLICE_ENTRY void __tactus_splice_take_part(void *part) {
  memcpy(part, partAtHand->bytes.data(), partAtHand->size);
}

TACTUS_SPLICE_ENTRY void __tactus_splice_cut(int more, const void *part, const void *rest) {
  auto &[first, left] = *cutAtHand;
  memcpy(first.bytes.data(), part, first.size);
  memcpy(left.bytes.data(), rest, left.size);
  left.isEmpty = !more;
}

TACTUS_SPLICE_ENTRY void __tactus_splice_call(const void *block, const char *file, unsigned line) {
  detail::context &where = *detail::current_context;
  Block call(block);
  effects inclusive = takeWhat(where);
  detail::continuation rest = takeRest();
  makeCall(where, inclusive, call, rest, {file, line});
}

TACTUS_SPLICE_ENTRY void __tactus_splice_next(const void *block) {
  annotation.calls.push_back({takeWhat(*detail::current_context), Block(block)});
}

TACTUS_SPLICE_ENTRY void __tactus_splice_finish(const char *file, unsigned line) {
  makeCalls(*detail::current_context, std::exchange(annotation.calls, {}), {file, line});
}

/// As <tactus/splice.h> declares it.
struct __tactus_splice_hold {
  detail::context *context;
};

TACTUS_SPLICE_ENTRY void __tactus_splice_wait(__tactus_splice_hold *hold, const char *file, unsigned line) {
  detail::context &where = *detail::current_context;
  effects what = takeWhat(where);
  sayIfNamed(where);
  if (where.running == detail::mode::collecting) {
    settle(static_cast<Collector &>(where), what, {file, line});
  } else {
    waitForPiece(where, what, {file, line});
  }
  hold->context = std::exchange(detail::current_context, nullptr);
}

struct __tactus_splice_try {
  Collector *collector;
};

/// A collector with the site that it learns for: two words of the program's, all zero at first.
TACTUS_SPLICE_ENTRY void __tactus_splice_begin(__tactus_splice_try *group, unsigned count, void *words,
                                               const char *function, const char *file, unsigned line) {
  static_assert(sizeof(detail::splice_site) == 2 * sizeof(void *));
  auto &site = *static_cast<detail::splice_site *>(words);
  // The same value each time, so it does not matter who is first.
  std::atomic_ref(site.function).store(function, std::memory_order_relaxed);
  group->collector = nullptr;
  auto collector = std::make_unique<Collector>();
  if (prepare(*collector, count, site, {file, line}))
    detail::current_context = group->collector = collector.release();
}

/// At the end of the statement, however it is left.
TACTUS_SPLICE_ENTRY void __tactus_splice_end(__tactus_splice_try *group) {
  std::unique_ptr<Collector> collector(std::exchange(group->collector, nullptr));
  if (!collector)
    return;
  detail::current_context = nullptr;
  end(*collector);
}

/// The statement has thrown: what it has called before happens first, and may throw first.
TACTUS_SPLICE_ENTRY void __tactus_splice_failed(__tactus_splice_try *group) { __tactus_splice_end(group); }

/// Clang refers to these in each block, for runtimes that tell kinds of blocks from each other. This one does not.
extern "C" [[gnu::weak, gnu::visibility("default")]] void *_NSConcreteStackBlock[32];
void *_NSConcreteStackBlock[32];
extern "C" [[gnu::weak, gnu::visibility("default")]] void *_NSConcreteGlobalBlock[32];
void *_NSConcreteGlobalBlock[32];
