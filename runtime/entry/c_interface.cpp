//===- c_interface.cpp - forks and loops for C programs, and for other languages' ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Made of tactus/latent.h alone, as a program could do it (workers/strips.h).
//
//===----------------------------------------------------------------------===//
#include "entry/call_sites.h"
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

struct BlockLoop {
  tactus_loop_descriptor *site;
  tactus_block body;
  void *context;
};

/// Body is tactus_accumulation or tactus_block_accumulation.
template <typename Body> struct Reduction {
  tactus_loop_descriptor *site;
  const void *neutral;
  size_t size;
  Body body;
  tactus_combination combine;
  void *context;
};

/// What a task, or the thread that entered the loop, has of a reduction.
struct ReductionStrand {
  tactus_combination combine;
  void *context, *accumulator;
};

template <typename Body>
void runReduction(const Reduction<Body> &reduction, uint64_t begin, uint64_t end, void *accumulator);

void runFor(const ForLoop &loop, uint64_t begin, uint64_t end) {
  tactus_loop_record record;
  tactus::runIterations(
      loop, begin, end, 0, [&](uint64_t index) { loop.body(index, loop.context); }, record,
      [&](uint64_t first, uint64_t last) { runFor(loop, first, last); });
}

/// runBlock(begin, end) executes a strip, of which nothing can run elsewhere: the iteration in progress is its last.
template <typename Loop, typename RunBlock, typename RunTaken>
void runBlocks(const Loop &loop, uint64_t begin, uint64_t end, size_t resultBytes, RunBlock runBlock,
               tactus_loop_record &record, RunTaken runTaken) {
  auto runStrip = [&](uint64_t next) {
    uint64_t last = *const_cast<volatile uint64_t *>(&record.strip.end);
    *const_cast<volatile uint64_t *>(&record.strip.iteration) = last - 1;
    runBlock(next, last);
    return last;
  };
  tactus::runLatentLoop(loop.site, reinterpret_cast<uint64_t>(&loop), begin, end, resultBytes, runStrip, record,
                        runTaken);
}

void runForBlocks(const BlockLoop &loop, uint64_t begin, uint64_t end) {
  tactus_loop_record record;
  runBlocks(
      loop, begin, end, 0, [&](uint64_t first, uint64_t last) { loop.body(first, last, loop.context); }, record,
      [&](uint64_t first, uint64_t last) { runForBlocks(loop, first, last); });
}

void runPart(const Reduction<tactus_accumulation> &reduction, uint64_t begin, uint64_t end, void *accumulator,
             tactus_loop_record &record) {
  tactus::runIterations(
      reduction, begin, end, reduction.size,
      [&](uint64_t index) { reduction.body(index, accumulator, reduction.context); }, record,
      [&](uint64_t first, uint64_t last) { runReduction(reduction, first, last, accumulator); });
}

void runPart(const Reduction<tactus_block_accumulation> &reduction, uint64_t begin, uint64_t end, void *accumulator,
             tactus_loop_record &record) {
  runBlocks(
      reduction, begin, end, reduction.size,
      [&](uint64_t first, uint64_t last) { reduction.body(first, last, accumulator, reduction.context); }, record,
      [&](uint64_t first, uint64_t last) { runReduction(reduction, first, last, accumulator); });
}

void runSerially(const Reduction<tactus_accumulation> &reduction, uint64_t begin, uint64_t end, void *accumulator) {
  for (uint64_t index = begin; index != end; ++index)
    reduction.body(index, accumulator, reduction.context);
}
void runSerially(const Reduction<tactus_block_accumulation> &reduction, uint64_t begin, uint64_t end,
                 void *accumulator) {
  reduction.body(begin, end, accumulator, reduction.context);
}

void takeAccumulator(void *context, void *result) {
  auto &strand = *static_cast<ReductionStrand *>(context);
  strand.combine(strand.accumulator, result, strand.context);
}

template <typename Body>
void runReduction(const Reduction<Body> &reduction, uint64_t begin, uint64_t end, void *accumulator) {
  tactus_loop_record record;
  runPart(reduction, begin, end, accumulator, record);
  ReductionStrand strand{reduction.combine, reduction.context, accumulator};
  tactus_loop_combine(&record.slot, &strand, takeAccumulator);
}

template <typename Body>
void runReductionTask(uint64_t begin, uint64_t end, const uint64_t *environment, void *result) {
  auto &reduction = *reinterpret_cast<const Reduction<Body> *>(*environment);
  memcpy(result, reduction.neutral, reduction.size);
  runReduction(reduction, begin, end, result);
}

/// `reduction` has no neutral element yet: it is what `result` points to.
template <typename Body> void reduce(Reduction<Body> reduction, uint64_t begin, uint64_t end, void *result) {
  if (begin >= end)
    return;
  // The caller's copy changes while tasks still need the neutral element.
  void *neutral = tactus::allocate(reduction.size);
  if (!neutral) {
    runSerially(reduction, begin, end, result);
    return;
  }
  reduction.neutral = memcpy(neutral, result, reduction.size);
  runReduction(reduction, begin, end, result);
  tactus::release(neutral);
}

void runBlockTask(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
  runForBlocks(*reinterpret_cast<const BlockLoop *>(*environment), begin, end);
}

/// Without a name; what stands for too many callers, too.
constexpr tactus_loop_descriptor namelessLoop(decltype(tactus_loop_descriptor::run) run, uint32_t flags) {
  return {run, "", "", 0, 0, 1, flags | TACTUS_LOOP_NAMES_ITSELF, TACTUS_UNKNOWN_WEIGHT, 0, 0};
}

constinit tactus_fork_descriptor anyFork{tactus_run_function, "", "", 0, 0, 2, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, 0};
constinit tactus_loop_descriptor anyLoop = namelessLoop(tactus_run_iterations, 0),
                                 anyBlockLoop = namelessLoop(runBlockTask, 0),
                                 anyReduction = namelessLoop(tactus_run_reduction, TACTUS_LOOP_HAS_RESULTS),
                                 anyBlockReduction =
                                     namelessLoop(runReductionTask<tactus_block_accumulation>, TACTUS_LOOP_HAS_RESULTS);

template <typename Function, typename Descriptor> Descriptor *siteOf(Function *code, Descriptor &pattern) {
  return tactus::siteOf(reinterpret_cast<const void *>(code), pattern);
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
  runReductionTask<tactus_accumulation>(begin, end, environment, result);
}

TACTUS_EXPORT void tactus_parallel_reduce_at(tactus_loop_descriptor *site, uint64_t begin, uint64_t end, void *result,
                                             size_t size, tactus_accumulation body, tactus_combination combine,
                                             void *context) {
  reduce<tactus_accumulation>({site, nullptr, size, body, combine, context}, begin, end, result);
}

// In parentheses: the names are macros, too.

TACTUS_EXPORT void(tactus_par)(tactus_function first, void *first_context, tactus_function second,
                               void *second_context) {
  tactus_par_at(siteOf(second, anyFork), first, first_context, second, second_context);
}

TACTUS_EXPORT void(tactus_parallel_for)(uint64_t begin, uint64_t end, tactus_iteration body, void *context) {
  tactus_parallel_for_at(siteOf(body, anyLoop), begin, end, body, context);
}

TACTUS_EXPORT void tactus_parallel_for_blocks(uint64_t begin, uint64_t end, tactus_block body, void *context) {
  if (begin < end)
    runForBlocks({siteOf(body, anyBlockLoop), body, context}, begin, end);
}

TACTUS_EXPORT void(tactus_parallel_reduce)(uint64_t begin, uint64_t end, void *result, size_t size,
                                           tactus_accumulation body, tactus_combination combine, void *context) {
  tactus_parallel_reduce_at(siteOf(body, anyReduction), begin, end, result, size, body, combine, context);
}

TACTUS_EXPORT void tactus_parallel_reduce_blocks(uint64_t begin, uint64_t end, void *result, size_t size,
                                                 tactus_block_accumulation body, tactus_combination combine,
                                                 void *context) {
  reduce<tactus_block_accumulation>({siteOf(body, anyBlockReduction), nullptr, size, body, combine, context}, begin,
                                    end, result);
}
