/*===- tactus.h - the public C interface of libtactus --------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* Programs compiled by tactus-clang need none of this. It serves C programs that fork by themselves, with any compiler,
|* other languages that call C, and tools and tests that want to report what they ran on. C++ programs have
|* <tactus/tactus.hpp>.
|*
|*     static void left(void *tree) { ... }
|*     tactus_par(left, tree, right, tree);
|*     tactus_parallel_for(0, count, body, context);
|*
|* All functions may be called at any time from any thread, also by what they call. What they call must return:
|* no exceptions, no longjmp().
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_TACTUS_H
#define TACTUS_TACTUS_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<tactus/tactus.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "latent.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the runtime, as "MAJOR.MINOR.PATCH". The string lives as long as the process. */
const char *tactus_version_string(void);

/** The number of workers that a parallel computation may occupy at a time, the caller included. At least 1. */
unsigned tactus_worker_count(void);

/** The number of the worker that runs the calling strand, below tactus_worker_count(). It may be another behind every
 * fork, loop and join. */
unsigned tactus_worker_number(void);

/** A branch. */
typedef void (*tactus_function)(void *context);
/** Iteration `index`. */
typedef void (*tactus_iteration)(uint64_t index, void *context);
/** Adds iteration `index` to the accumulator. */
typedef void (*tactus_accumulation)(uint64_t index, void *accumulator, void *context);
/** Adds another accumulator, of later iterations, to the first. Associative. */
typedef void (*tactus_combination)(void *accumulator, void *later, void *context);

/** Iterations [begin, end), which are not empty. */
typedef void (*tactus_block)(uint64_t begin, uint64_t end, void *context);
/** Adds iterations [begin, end) to the accumulator, in order. */
typedef void (*tactus_block_accumulation)(uint64_t begin, uint64_t end, void *accumulator, void *context);

/* Those of the functions that are macros as well have a site for each place in the source, with its line. A function
 * that is called by its address, or from another language, finds a site by what it is to run. */

/** Calls both, `first` on this thread and `second` here or elsewhere, and returns when both have returned. */
void tactus_par(tactus_function first, void *first_context, tactus_function second, void *second_context);

/** Calls body(i, context) for each i of [begin, end), in any order and at the same time. */
void tactus_parallel_for(uint64_t begin, uint64_t end, tactus_iteration body, void *context);

/** The same for blocks: body(first, last, context) for intervals that together are [begin, end). A block is as long as
 * a beat allows, the whole interval if it is short: nothing of a block runs elsewhere once it has begun. */
void tactus_parallel_for_blocks(uint64_t begin, uint64_t end, tactus_block body, void *context);

/** Adds body(i, accumulator, context) for each i of [begin, end). `result` points to `size` bytes, the neutral element;
 * it is the accumulator of the first iterations, and tasks begin with copies of it, aligned to
 * TACTUS_RESULT_ALIGNMENT. Accumulators are combined in the order of their iterations. */
void tactus_parallel_reduce(uint64_t begin, uint64_t end, void *result, size_t size, tactus_accumulation body,
                            tactus_combination combine, void *context);

/** The same with blocks, as those of tactus_parallel_for_blocks(). */
void tactus_parallel_reduce_blocks(uint64_t begin, uint64_t end, void *result, size_t size,
                                   tactus_block_accumulation body, tactus_combination combine, void *context);

/** Calls function(context) on this thread. What it forks, and what is forked inside of that, runs on `count` threads at
 * most at a time, this one included. What runs at the same time with another limit is counted apart; a limit inside of
 * a narrower one changes nothing. */
void tactus_limit_workers(unsigned count, tactus_function function, void *context);

/** From now on the process' computations, running ones included, occupy `count` workers at most at a time; 0: all that
 * there are. tactus_worker_count() stays what it is. */
void tactus_set_worker_limit(unsigned count);

/** Writes what TACTUS_STATS, TACTUS_TRACE and TACTUS_EVENTS ask for. The end of a process does so by itself, unless
 * exit() is not what ends it: programs in Go call this last. Nothing that is run in parallel is recorded afterwards. */
void tactus_finish(void);

#define tactus_par(first, first_context, second, second_context)                                                       \
  do {                                                                                                                 \
    static tactus_fork_descriptor tactus_site = TACTUS_FORK_SITE(tactus_run_function, 2);                              \
    tactus_par_at(&tactus_site, first, first_context, second, second_context);                                         \
  } while (0)

#define tactus_parallel_for(begin, end, body, context)                                                                 \
  do {                                                                                                                 \
    static tactus_loop_descriptor tactus_site = TACTUS_LOOP_SITE(tactus_run_iterations, 0);                            \
    tactus_parallel_for_at(&tactus_site, begin, end, body, context);                                                   \
  } while (0)

#define tactus_parallel_reduce(begin, end, result, size, body, combine, context)                                       \
  do {                                                                                                                 \
    static tactus_loop_descriptor tactus_site = TACTUS_LOOP_SITE(tactus_run_reduction, TACTUS_LOOP_HAS_RESULTS);       \
    tactus_parallel_reduce_at(&tactus_site, begin, end, result, size, body, combine, context);                         \
  } while (0)

/* What the macros are made of: a site for each place, and functions that get it. */
#define TACTUS_FORK_SITE(run, words) {run, __FILE__, NULL, __LINE__, 0, words, 0, TACTUS_UNKNOWN_WEIGHT, 0, NULL, 0}
#define TACTUS_LOOP_SITE(run, flags) {run, __FILE__, NULL, __LINE__, 0, 1, flags, TACTUS_UNKNOWN_WEIGHT, 0, 0}

void tactus_run_function(const uint64_t *environment, void *result);
void tactus_run_iterations(uint64_t begin, uint64_t end, const uint64_t *environment, void *result);
void tactus_run_reduction(uint64_t begin, uint64_t end, const uint64_t *environment, void *result);

/** The second branch of a promoted fork. */
void tactus_par_joined(tactus_fork_record *record);

/* C has no nullptr. NOLINTBEGIN(modernize-use-nullptr) */
static inline void tactus_par_at(tactus_fork_descriptor *site, tactus_function first, void *first_context,
                                 tactus_function second, void *second_context) {
  uint64_t environment[2];
  tactus_latent latent;
  tactus_fork_record *record = NULL;
  environment[0] = (uint64_t)second;
  environment[1] = (uint64_t)second_context;
  latent.kind = TACTUS_LATENT_FORK;
  latent.flags = 0;
  latent.special = NULL;
  latent.fork.descriptor = site;
  latent.fork.environment = environment;
  tactus_credit -= __atomic_load_n(&site->weight, __ATOMIC_RELAXED);
  if (__builtin_expect(tactus_credit >= 0, 1))
    tactus_latent_link(&latent);
  else
    tactus_latent_push(&latent);
  first(first_context);
  if (__builtin_expect(latent.special != NULL, 0))
    record = tactus_latent_pop(&latent);
  else
    tactus_latent_top = latent.older;
  if (__builtin_expect(record == NULL, 1))
    second(second_context);
  else
    tactus_par_joined(record);
}
/* NOLINTEND(modernize-use-nullptr) */

/** Calls function(context) on one of Tactus' threads, which begins at once, whether a worker has nothing to do or not.
 * Nobody waits for it: it is for what must go on by itself, like a scheduler on top of Tactus. 0 if no thread can be
 * had; then nothing is called. */
int tactus_begin(tactus_function function, void *context);

void tactus_parallel_for_at(tactus_loop_descriptor *site, uint64_t begin, uint64_t end, tactus_iteration body,
                            void *context);
void tactus_parallel_reduce_at(tactus_loop_descriptor *site, uint64_t begin, uint64_t end, void *result, size_t size,
                               tactus_accumulation body, tactus_combination combine, void *context);

#ifdef __cplusplus
}
#endif

#endif /* C99 */

#endif
