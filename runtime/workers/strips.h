//===- strips.h - latent loops of the runtime's own ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An explicit record (tactus/latent.h) around iterations that the runtime executes. But for its mark it is made of
// public interfaces alone, as a program could do it; detail/loop.hpp explains the strips.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_STRIPS_H
#define TACTUS_RUNTIME_WORKERS_STRIPS_H

#include "frames/latent_work.h"

#include "tactus/detail/credit.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tactus {

/// Tasks that nobody has started are left to the join.
struct TakeNothingBack {};

/// Runs the part of [begin, end) that is not promoted, and joins the rest. runStrip(next) executes iterations from
/// `next` on, strip.end at most, with strip.iteration as tactus/latent.h wants it, and returns the first that is left.
/// `word` is what tasks get. runTaken(begin, end) executes what tasks were to execute that nobody has started, as this
/// strand's own.
template <typename RunStrip, typename RunTaken = TakeNothingBack>
void runLatentLoop(tactus_loop_descriptor *site, uint64_t word, uint64_t begin, uint64_t end, size_t resultBytes,
                   RunStrip runStrip, tactus_loop_record &record, [[maybe_unused]] RunTaken runTaken = {}) {
  auto &[latent, strip, slot] = record;
  latent = {};
  latent.kind = TACTUS_LATENT_LOOP;
  constexpr uint32_t Flags = TACTUS_ITERATION_IS_NEXT | LinkedByRuntime;
  latent.flags = Flags;
  strip = {begin, end};
  slot = {site, end, nullptr, resultBytes, 0, {word}};
  if (tactus_pay_for_all(site, end - begin)) {
    tactus_latent_link(&latent);
    strip.end = end;
  } else {
    latent.flags |= TACTUS_LOOP_BEGINS;
    tactus_latent_push(&latent);
    latent.flags = Flags;
    strip.end = begin + tactus_begin_strip(site, slot.end - begin);
  }
  for (uint64_t next = begin;;) {
    next = runStrip(next);
    // Volatile: an iteration may poll, and a poll lower the end.
    if (next >= *const_cast<volatile uint64_t *>(&slot.end))
      break;
    uint64_t count = tactus_take_rest(site, slot.end - next);
    if (count == 0) {
      strip.iteration = next;
      tactus_latent_poll();
      count = tactus_begin_strip(site, slot.end - next);
    }
    strip.end = next + count;
  }
  if (latent.special)
    tactus_latent_pop(&latent);
  else
    tactus_latent_top = latent.older;
  if (!slot.join)
    return;
  if constexpr (!std::is_same_v<RunTaken, TakeNothingBack>)
    for (uint64_t first, last; tactus_loop_take_back(&slot, &first, &last);)
      runTaken(first, last);
  tactus_loop_join(&slot);
}

/// The same for single iterations: calls iterate(i) for each. `loop` is what tasks get; `loop.site` is its descriptor.
template <typename Loop, typename Iterate, typename RunTaken = TakeNothingBack>
void runIterations(const Loop &loop, uint64_t begin, uint64_t end, size_t resultBytes, Iterate iterate,
                   tactus_loop_record &record, RunTaken runTaken = {}) {
  auto runStrip = [&](uint64_t next) {
    for (; next != *const_cast<volatile uint64_t *>(&record.strip.end); ++next) {
      *const_cast<volatile uint64_t *>(&record.strip.iteration) = next;
      iterate(next);
    }
    return next;
  };
  runLatentLoop(loop.site, reinterpret_cast<uint64_t>(&loop), begin, end, resultBytes, runStrip, record, runTaken);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_STRIPS_H
