//===- strips.h - a latent loop of the runtime's own ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An explicit record (tactus/latent.h) around iterations that are calls. Made of public interfaces alone, as a program
// could do it; detail/loop.hpp explains the strips.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_STRIPS_H
#define TACTUS_RUNTIME_WORKERS_STRIPS_H

#include "tactus/detail/credit.h"

#include <cstddef>
#include <cstdint>

namespace tactus {

/// Calls iterate(i) for the part of [begin, end) that is not promoted, and joins the rest. `loop` is what tasks get, as
/// their only word; `loop.site` is its descriptor.
template <typename Loop, typename Iterate>
void runStrips(const Loop &loop, uint64_t begin, uint64_t end, size_t resultBytes, Iterate iterate,
               tactus_loop_record &record) {
  auto &[latent, strip, slot] = record;
  latent = {};
  latent.kind = TACTUS_LATENT_LOOP;
  latent.flags = TACTUS_ITERATION_IS_NEXT;
  strip = {begin, end};
  slot = {loop.site, end, nullptr, resultBytes, 0, {reinterpret_cast<uint64_t>(&loop)}};
  if (tactus_pay_for_all(loop.site, end - begin)) {
    tactus_latent_link(&latent);
  } else {
    tactus_latent_push(&latent);
    strip.end = begin + tactus_begin_strip(loop.site, slot.end - begin);
  }
  for (uint64_t next = begin;;) {
    // Volatile: an iteration may poll, and a poll lower the end.
    for (; next != *const_cast<volatile uint64_t *>(&strip.end); ++next) {
      *const_cast<volatile uint64_t *>(&strip.iteration) = next;
      iterate(next);
    }
    if (next >= slot.end)
      break;
    uint64_t count = tactus_take_rest(loop.site, slot.end - next);
    if (count == 0) {
      strip.iteration = next;
      tactus_latent_poll();
      count = tactus_begin_strip(loop.site, slot.end - next);
    }
    strip.end = next + count;
  }
  if (latent.special)
    tactus_latent_pop(&latent);
  else
    tactus_latent_top = latent.older;
  if (slot.join)
    tactus_loop_join(&slot);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_STRIPS_H
