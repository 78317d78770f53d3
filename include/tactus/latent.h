/*===- latent.h - latent forks and loops as records on the stack ---------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* What code does to say "this part may run elsewhere" without help from the compiler, and the static data that it
|* shares with code compiled by tactus-clang. <tactus/tactus.hpp> and the functions of <tactus/tactus.h> are made of
|* it; programs use those.
|*
|*     running code                              libtactus
|*     ────────────                              ─────────
|*     credit -= weight
|*       not below 0: tactus_latent_link()
|*       below 0: tactus_latent_push() ────────► links as well; promotes the oldest latent part of the thread's stack
|*     run the first branch
|*     pop; record == NULL? run the second branch
|*          else tactus_fork_join(record) ─────► wait for the task, or run it here
|*
|* All of it belongs to the thread whose stack holds the record: only that thread reads and writes it, inside or
|* outside a poll.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_LATENT_H
#define TACTUS_LATENT_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<tactus/latent.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One fork of the source: static data, one for each place that forks. */
typedef struct tactus_fork_descriptor {
  /** Runs the part that may run elsewhere. `environment` is the task's own copy of the recorded words; `result` is
   *  its result area of result_bytes bytes, aligned to TACTUS_RESULT_ALIGNMENT, NULL if that is 0. Must not throw:
   *  exceptions are results. */
  void (*run)(const uint64_t *environment, void *result);
  const char *file;
  const char *function;
  uint32_t line;
  uint32_t column;
  uint32_t environment_words;
  uint32_t result_bytes;
  /** Price of one fork in credit units (1/64 tick of the time stamp counter), learned by polls; read and written
   *  relaxed. Start it with TACTUS_UNKNOWN_WEIGHT. */
  int64_t weight;
  /** Counted roughly: read and written relaxed. */
  uint64_t promotions;
  /** Destroys what run() has left in a result area that nobody will take, because the first branch has thrown; NULL if
   * there is nothing to destroy. Must not throw. */
  void (*discard)(void *result);
  /** Bits of tactus_fork_flags. */
  uint64_t flags;
} tactus_fork_descriptor;

enum tactus_fork_flags {
  /** The fork is an OpenMP task: it is promoted only where OpenMP runs tasks in parallel. */
  TACTUS_FORK_OF_TASK = 1,
  /** Its part that may run elsewhere may call tactus_wait_for_first_branches(). */
  TACTUS_FORK_MAY_WAIT = 2,
  /** It stands in the `run` of another fork, which has nothing left to do behind it but to join it: it calls
   * tactus_fork_hand_on() instead, and returns. Results are stored by the last, in the result area that they share. */
  TACTUS_FORK_ENDS_REST = 4,
  /** Its result area begins as zeros. */
  TACTUS_FORK_CLEARS_RESULT = 8,
  /** The last word of its environment is 1 + the number of the node of the machine's memory that its data is in, or 0
   * if that is not known. Workers there take it first. */
  TACTUS_FORK_HAS_HOME = 16,
  /** Who watches promotions is told of this fork's (tactus_watch_promotions). */
  TACTUS_FORK_IS_WATCHED = 32,
  /** Nobody in either of its parts can ask OpenMP for the number of his thread. */
  TACTUS_FORK_IS_UNASKED = 64,
  /** With TACTUS_FORK_OF_TASK: its function creates tasks with dependences, and the environment ends with what says so
   * (abi/dependences.h). */
  TACTUS_FORK_HAS_DEPENDENCES = 128,
  /** With TACTUS_FORK_HAS_DEPENDENCES: none of the function's tasks depends on anything, and none of its rests waits
   * for tasks. */
  TACTUS_FORK_NEVER_AWAITS = 256,
  /** Its `discard` is called for a task that has not run, too, when the first branch has thrown: what was promoted may
   * be known to others. */
  TACTUS_FORK_DISCARDS_UNSTARTED = 512
};

/** Of result areas, in bytes. */
#define TACTUS_RESULT_ALIGNMENT 16

/** More than any credit: each such fork polls, until its price is known. */
#define TACTUS_UNKNOWN_WEIGHT (INT64_C(1) << 24)

/** A promoted fork, from its promotion to its join. The visible part; libtactus owns the memory. */
typedef struct tactus_fork_record {
  /** What the first branch returned, if it returned through a return stub: the first two
   *  registers for integers and for floating point (rax, rdx, xmm0, xmm1; x0, x1, v0, v1). */
  uint64_t returned_integers[2];
  uint64_t returned_vectors[2][2];
  /** The task's result area; valid after tactus_fork_join() has returned 1. */
  void *result;
} tactus_fork_record;

/** One loop of the source: static data, one for each place. The same as tactus::abi::LoopDescriptor. */
typedef struct tactus_loop_descriptor {
  /** Runs iterations [begin, end) as a task; the rest as for a fork. */
  void (*run)(uint64_t begin, uint64_t end, const uint64_t *environment, void *result);
  const char *file;
  const char *function;
  uint32_t line;
  uint32_t column;
  uint32_t environment_words;
  /** TACTUS_LOOP_HAS_RESULTS, TACTUS_LOOP_NAMES_ITSELF, TACTUS_LOOP_IS_INTERRUPTED, or 0. */
  uint32_t flags;
  /** Price of one iteration. Start it with TACTUS_UNKNOWN_WEIGHT. */
  int64_t weight;
  uint64_t promotions;
  uint64_t tasks;
} tactus_loop_descriptor;

/** Tasks leave results, which tactus_loop_combine() takes; without it, joining frees the tasks. */
#define TACTUS_LOOP_HAS_RESULTS 2u
/** Its place in the source is written at run time, and its library may be closed without anybody asking for it. */
#define TACTUS_LOOP_NAMES_ITSELF 32u
/** The loop waits for interrupts: its weight is how many iterations lie between two of its points. */
#define TACTUS_LOOP_IS_INTERRUPTED 128u

/** One running loop. The same as tactus::abi::LoopSlot with one word of environment, behind which there may be more. */
typedef struct tactus_loop_slot {
  tactus_loop_descriptor *descriptor;
  /** Exclusive bound; promotion lowers it. */
  uint64_t end;
  /** NULL until the first promotion, and after the join. */
  struct tactus_join_record *join;
  /** Size of a task's result area. */
  uint64_t result_bytes;
  /** Upper limit for the number of strands, 0 for none. */
  uint64_t strand_limit;
  uint64_t environment[1];
} tactus_loop_slot;

/** What the owner of a loop is executing at the moment. Apart from the slot, so that a loop's body can be told not to
 * touch it. */
typedef struct tactus_strip {
  /** The iteration that is being executed; written by the owner before anything below it may poll. */
  uint64_t iteration;
  /** Where the owner's strip ends; promotion lowers it together with the slot's end. */
  uint64_t end;
} tactus_strip;

enum tactus_latent_kind {
  /** `fork` is valid. */
  TACTUS_LATENT_FORK = 1,
  /** The record is a tactus_loop_record's: [strip.iteration + 1, slot.end) may run elsewhere. */
  TACTUS_LATENT_LOOP = 2
};

/** Bits of tactus_latent::flags. */
enum tactus_latent_flags {
  /** While the loop is polled by itself, between two strips, no iteration is in progress: `iteration` is the next, and
   * this thread keeps at least that one. */
  TACTUS_ITERATION_IS_NEXT = 1,
  /** Nothing of the loop has been executed. What the thread has done since its last poll was others' work. */
  TACTUS_LOOP_BEGINS = 2
};

/** A record of latent parallelism, in the frame that it belongs to. Records of a thread form a list, youngest first.
 *  It is linked both ways so that the oldest latent part is found at once, however long the list is. */
typedef struct tactus_latent {
  struct tactus_latent *older;
  /** Valid unless this is the youngest. Written by whoever links the younger record. */
  struct tactus_latent *younger;
  uint32_t kind;
  uint32_t flags;
  /** NULL while the owner may pop the record by itself. Else the fork has been promoted (then this is its record),
   *  or libtactus has marked the record for its own purposes: the owner pops it with tactus_latent_pop(). */
  tactus_fork_record *special;
  /** A loop leaves it unwritten. */
  struct {
    tactus_fork_descriptor *descriptor;
    const uint64_t *environment;
  } fork;
} tactus_latent;

/** What a loop records, in one piece: a short loop is entered as often as a function, and pointers from one part to the
 * others would only be more to write. */
typedef struct tactus_loop_record {
  tactus_latent latent;
  tactus_strip strip;
  tactus_loop_slot slot;
} tactus_loop_record;

/** What the running thread may still do before it polls, in credit units; subtract a fork's weight at each fork. */
extern __thread int64_t tactus_credit __attribute__((tls_model("initial-exec")));

/** The youngest record of the running thread. Below all others lies one of libtactus', so that linking needs no test:
 * every poll makes sure of it, and before the first poll no credit is left. */
extern __thread tactus_latent *tactus_latent_top __attribute__((tls_model("initial-exec")));

/** The poll of a compiled fork, when the credit is used up: promotes the oldest latent part of the stack if a beat is
 *  due, or this fork if it is the oldest or workers are idle. Stores the new credit by itself. Returns the fork's
 * record if this very fork has been promoted, to be joined after its first branch; else NULL. */
tactus_fork_record *tactus_fork_poll(tactus_fork_descriptor *descriptor, const uint64_t *environment);

/** Links a record as the youngest. Only if the thread's credit has been lowered and is not negative, see
 * tactus_latent_top. */
static inline void tactus_latent_link(tactus_latent *latent) {
  tactus_latent *older = tactus_latent_top;
  latent->older = older;
  /* A signal handler may push and pop records of its own at any moment. If it comes before the store to the top, it
   * overwrites the link, which is therefore stored again. */
  older->younger = latent;
  __asm__ volatile("" ::: "memory");
  tactus_latent_top = latent;
  __asm__ volatile("" ::: "memory");
  older->younger = latent;
}

/** Links a record and polls, when the credit is used up. Stores the new credit by itself. */
void tactus_latent_push(tactus_latent *latent);

/** The poll of a loop between two strips, whose record is the youngest. Stores the new credit by itself. */
void tactus_latent_poll(void);

/** Pops a record, the youngest, whose `special` is set. Returns the fork's record, NULL if it was not promoted. If
 * `special` is NULL, the owner pops by itself: tactus_latent_top = latent->older. */
tactus_fork_record *tactus_latent_pop(tactus_latent *latent);

/** Promotes a fork at once, whatever else is latent: for code that has been told by tactus_handler_poll() to make a
 *  task, and for forks that are no choice. `environment` is copied. NULL if no task can be made here and now, for want
 *  of a worker, of room or of memory: the caller then runs the part itself, whenever it likes. */
tactus_fork_record *tactus_fork_now(tactus_fork_descriptor *descriptor, const uint64_t *environment);

/** Says where workers are: worker i at the node nodes[i] - 1 of the machine's memory, anywhere if nodes[i] is 0. From
 * then on, tasks that have a home (TACTUS_FORK_HAS_HOME) are taken by workers of that node first, and by others when
 * those have searched in vain. Threads of libtactus call `move` with 1 + the node before they run a task at another
 * node than the last time; NULL: nobody does. Any thread, but only the first call counts. */
void tactus_place_workers(const uint8_t *nodes, unsigned count, void (*move)(unsigned node));

/** The poll of code that has a handler of its own for heartbeats (TPAL's promotion-ready points), when the credit is
 *  used up. `weight` is the price of one pass, learned here. Returns the new credit, which the caller stores in
 *  tactus_credit and charges from then on; if the result r is negative, the credit is ~r and the caller runs its
 *  handler, which makes tasks with tactus_fork_now(). That happens only if nothing older on the thread's stack can be
 *  promoted, and the credit then lasts for one pass at least. Convention preserve_most. */
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
__attribute__((preserve_most))
#endif
int64_t
tactus_handler_poll(int64_t *weight);

/** Before tactus_handler_poll(), for code whose frames would be in the way of a handler: 0 or more is the new credit,
 * which lasts until the next poll; nothing is due. If a beat is due, or a token is there for an idle worker, nothing
 * has happened and the result is negative: the caller clears the way and calls tactus_handler_poll(). */
int64_t tactus_handler_peek(int64_t *weight);

/** Waits until the fork's task has run, or runs it here; the result area is valid afterwards. */
void tactus_fork_join(tactus_fork_record *record);

/** Instead of the join and the release, where TACTUS_FORK_ENDS_REST says so: what is to be done for the join of the
 * running task is done when the fork's task has ended. The caller returns from its `run`. */
void tactus_fork_hand_on(tactus_fork_record *record);

/** Instead of the join when the first branch has thrown: takes the task back if nobody has started it, else waits.
 *  Returns 1 if the part has run, so that what is in the result area must be destroyed, else 0. */
int tactus_fork_cancel(tactus_fork_record *record);

/** Frees a record that has been joined or cancelled. */
void tactus_fork_release(tactus_fork_record *record);

/** When the first branch has thrown: cancels, destroys the result with the descriptor's discard() if the part has run,
 * and releases. */
void tactus_fork_discard(tactus_fork_record *record);

/** When the first branch has thrown, and what the part has done stays done: takes the task back if nobody has started
 *  it, releases the record and returns NULL; else waits, and returns the record, to be released. */
tactus_fork_record *tactus_fork_leave(tactus_fork_record *record);

/** Waits for all tasks of a loop whose record has been popped. */
void tactus_loop_join(tactus_loop_slot *slot);

/** Instead of the join when an iteration has thrown: takes back the tasks that nobody has started, and waits for the
 * others. */
void tactus_loop_cancel(tactus_loop_slot *slot);

/** Before the join of a loop whose owner has executed all iterations that it had kept: takes back the task with the
 * next ones, if nobody has started it. Then its iterations, [*begin, *end), are the owner's again, who executes them at
 * once and with what it has collected, as if they had never been promoted; the result is 1, and there may be more. 0:
 * what is left is for tactus_loop_join() or tactus_loop_cancel(), one of which comes in any case. Without it, each task
 *  collects its own results, also those that the owner runs itself. */
int tactus_loop_take_back(tactus_loop_slot *slot, uint64_t *begin, uint64_t *end);

/** After the join, if TACTUS_LOOP_HAS_RESULTS: calls take(context, result area) for each task that has run, in the
 * order of their iterations, and frees the tasks. */
void tactus_loop_combine(tactus_loop_slot *slot, void *context, void (*take)(void *context, void *result));

/** For checks of libtactus: notes in the log of events (TACTUS_EVENTS) that the fork of a record begins, before it is
 *  linked, or that its first branch has ended. Programs that call it call it for all their forks. */
void tactus_log_fork(const tactus_latent *latent, int begins);

/** In the landing pad of a compiled fork that a real exception has reached: discards the caller's fork if it has been
 * promoted. */
void tactus_fork_unwound(void);

/** The same, with tactus_fork_leave() for the caller's fork, which has this descriptor; NULL if it has not been
 * promoted. */
tactus_fork_record *tactus_fork_leave_unwound(const tactus_fork_descriptor *descriptor);

/** For landing pads that have no values: the record of the first branch that has just returned there through a stub. */
tactus_fork_record *tactus_fork_returned(void);

/** For who walks over the stacks of stopped threads. The fork whose first branch returns to `returnAddress`, and where
 * it would have returned to; NULL if that is an ordinary return address. */
tactus_fork_record *tactus_fork_behind(const void *returnAddress, const void **original);

/** For who keeps memory by tasks. From now on promoted(frame, record) is called for each fork with
 * TACTUS_FORK_IS_WATCHED that is promoted, by the thread whose stack holds it and before its task can begin; it must
 * not poll, fork or join. `frame` is an address of that stack: what the first branch has there lies below it, and what
 * began before the fork does not; NULL for tactus_fork_now(). `record` is that of the fork, whose task has its
 * environment. Each such fork is joined or cancelled once. To be called once, before the first fork. */
void tactus_watch_promotions(void (*promoted)(const void *frame, tactus_fork_record *record));

/** For who gives tasks to other processes. From now on what a beat has paid for is promoted whether or not a worker of
 * this process is idle, as by TACTUS_PROMOTE=tokens. A fork with TACTUS_FORK_IS_WATCHED needs no beat when it polls,
 * while `*wanted` is more than 0, which any thread may change at any time; NULL if all need one. Before the first fork.
 */
void tactus_promote_for_others(const int32_t *wanted);

/** What libtactus has counted so far, of all threads; while others run, a little less may be seen. */
typedef enum {
  TACTUS_COUNT_PROMOTIONS,
  TACTUS_COUNT_BEATS,
  TACTUS_COUNT_STEALS,
  TACTUS_COUNT_IDLE_NANOSECONDS
} tactus_count_kind;
uint64_t tactus_count(tactus_count_kind which);

/** The task's words, and what fork it is of. The owner of a moving heap may change them while no thread runs. */
uint64_t *tactus_fork_environment(tactus_fork_record *record, const tactus_fork_descriptor **descriptor);

#ifdef __cplusplus
}
#endif

#endif /* C99 */

#endif
