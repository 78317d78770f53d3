//===- c_interface.cpp - forks and loops for C programs --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Made of tactus/latent.h alone, as a program could do it (workers/strips.h).
//
//===----------------------------------------------------------------------===//
#include "os/allocation.h"
#include "os/exported.h"
#include "workers/strips.h"

#include "tactus/tactus.h"

#include <cstring>

namespace {

struct ForLoop {
  tactus_loop_descriptor *site;
  tactus_iteration body;
  void *context;
};

struct Reduction {
  tactus_loop_descriptor *site;
  const void *neutral;
  size_t size;
  tactus_accumulation body;
  tactus_combination combine;
  void *context;
};

/// What a task, or the thread that entered the loop, has of a reduction.
struct ReductionStrand {
  const Reduction *reduction;
  void *accumulator;
};

void runFor(const ForLoop &loop, uint64_t begin, uint64_t end) {
  tactus_loop_record record;
  tactus::runIterations(
      loop, begin, end, 0, [&](uint64_t index) { loop.body(index, loop.context); }, record,
      [&](uint64_t first, uint64_t last) { runFor(loop, first, last); });
}

void takeAccumulator(void *context, void *result) {
  auto &strand = *static_cast<ReductionStrand *>(context);
  strand.reduction->combine(strand.accumulator, result, strand.reduction->context);
}

void runReduction(const Reduction &reduction, uint64_t begin, uint64_t end, void *accumulator) {
  tactus_loop_record record;
  tactus::runIterations(
      reduction, begin, end, reduction.size,
      [&](uint64_t index) { reduction.body(index, accumulator, reduction.context); }, record,
      [&](uint64_t first, uint64_t last) { runReduction(reduction, first, last, accumulator); });
  ReductionStrand strand{&reduction, accumulator};
  tactus_loop_combine(&record.slot, &strand, takeAccumulator);
}

} // namespace

TACTUS_EXPORT void tactus_run_function(const uint64_t *environment, void *) {
  reinterpret_cast<tactus_function>(environment[0])(reinterpret_cast<void *>(environment[1]));
}

TACTUS_EXPORT void tactus_par_joined(tactus_fork_record *record) {
  tactus_fork_join(record);
  tactus_fork_release(record);
}

TACTUS_EXPORT void tactus_run_iterations(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
  runFor(*reinterpret_cast<const ForLoop *>(*environment), begin, end);
}

TACTUS_EXPORT void tactus_parallel_for_at(tactus_loop_descriptor *site, uint64_t begin, uint64_t end,
                                          tactus_iteration body, void *context) {
  if (begin < end)
    runFor({site, body, context}, begin, end);
}

TACTUS_EXPORT void tactus_run_reduction(uint64_t begin, uint64_t end, const uint64_t *environment, void *result) {
  auto &reduction = *reinterpret_cast<const Reduction *>(*environment);
  memcpy(result, reduction.neutral, reduction.size);
  runReduction(reduction, begin, end, result);
}

TACTUS_EXPORT void tactus_parallel_reduce_at(tactus_loop_descriptor *site, uint64_t begin, uint64_t end, void *result,
                                             size_t size, tactus_accumulation body, tactus_combination combine,
                                             void *context) {
  if (begin >= end)
    return;
  // The caller's copy changes while tasks still need the neutral element.
  void *neutral = tactus::allocate(size);
  if (!neutral) {
    for (uint64_t index = begin; index != end; ++index)
      body(index, result, context);
    return;
  }
  memcpy(neutral, result, size);
  runReduction({site, neutral, size, body, combine, context}, begin, end, result);
  tactus::release(neutral);
}
