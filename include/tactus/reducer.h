/*===- reducer.h - views of reducers --------------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* A reducer is a variable that everything running in parallel may update. Each strand updates a *view* of its own: the
|* part of a program that runs on as if nothing were parallel sees the variable itself (the leftmost view), and a task
|* gets a view with the identity when it first asks for one. Where the task is joined its view is reduced into that of
|* the joining strand, the earlier one in program order on the left:
|*
|*     first branch    ──────── view A ────────┐
|*                                             ├─ join: A := A reduce B, B is destroyed
|*     task            ──── identity: view B ──┘
|*
|* So the result is that of the serial program if `reduce` is associative and `identity` is neutral on both sides. What
|* is not promoted uses the view that is there already. What an abandoned task has added is dropped with it.
|*
|* <cilk/reducer.h> and its neighbours are made of this; it works with every fork and loop of Tactus. A view belongs to
|* one strand: a pointer to it must not be used beyond the next fork or loop iteration by what runs elsewhere.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_REDUCER_H
#define TACTUS_REDUCER_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<tactus/reducer.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How the views of a reducer are made and combined. Outlives the reducer. None of the functions may throw or leave by
 *  longjmp(); `reducer` is what the reducer was given as such. They run on the thread that asks for a view, or joins;
 *  what they fork is not promoted. */
typedef struct tactus_reducer_kind {
  size_t bytes;
  /** A power of two. */
  size_t alignment;
  /** Makes a neutral element in raw memory. */
  void (*identity)(void *reducer, void *view);
  /** left := left reduce right; `right` is destroyed afterwards. */
  void (*reduce)(void *reducer, void *left, void *right);
  /** Ends a view's life, but not its memory's. NULL if there is nothing to do. */
  void (*destroy)(void *reducer, void *view);
} tactus_reducer_kind;

/** The views of one task, of which the latest is found without a call. Written and read by the thread that runs it. */
typedef struct tactus_views {
  const void *latest_leftmost;
  void *latest_view;
  struct tactus_view_table *table;
} tactus_views;

/** Of the task that the thread runs; NULL outside of tasks, where all views are leftmost ones. */
extern __attribute__((tls_model("initial-exec"))) __thread tactus_views *tactus_current_views;

/* Programs of plain compilers that are not linked with libtactus run serially: every view is the leftmost. */
#ifdef __TACTUS_FORKS__
#define TACTUS_REDUCER_ENTRY __attribute__((nothrow))
#else
#define TACTUS_REDUCER_ENTRY __attribute__((nothrow, weak))
#endif

/** The calling strand's view of the reducer whose leftmost view is given; made where there is none. Ends the process
 *  with a message if there is no memory for it. Thread-safe: concerns the calling thread only, as all functions here.
 */
void *tactus_reducer_find(void *leftmost, const tactus_reducer_kind *kind, void *reducer) TACTUS_REDUCER_ENTRY;
/** The calling strand has made the reducer, so that its view is the leftmost. To be called for all reducers that may be
 *  made in tasks. */
void tactus_reducer_begin(void *leftmost, const tactus_reducer_kind *kind, void *reducer) TACTUS_REDUCER_ENTRY;
/** The reducer ends; the calling strand's view has become the leftmost: it is reduced into it if it is another. */
void tactus_reducer_end(void *leftmost) TACTUS_REDUCER_ENTRY;

/** The same as tactus_reducer_find(), and nearly free outside of tasks. */
static inline void *tactus_reducer_view(void *leftmost, const tactus_reducer_kind *kind, void *reducer) {
#ifdef __TACTUS_FORKS__
  tactus_views *views = tactus_current_views;
  if (!views)
    return leftmost;
  if (views->latest_leftmost == leftmost)
    return views->latest_view;
  return tactus_reducer_find(leftmost, kind, reducer);
#else
  return tactus_reducer_find ? tactus_reducer_find(leftmost, kind, reducer) : leftmost;
#endif
}

/** Begins and ends a reducer, with the same leftmost view. */
static inline void tactus_reducer_made(void *leftmost, const tactus_reducer_kind *kind, void *reducer) {
#ifdef __TACTUS_FORKS__
  if (tactus_current_views)
    tactus_reducer_begin(leftmost, kind, reducer);
#else
  if (tactus_reducer_begin)
    tactus_reducer_begin(leftmost, kind, reducer);
#endif
}
static inline void tactus_reducer_gone(void *leftmost) {
#ifdef __TACTUS_FORKS__
  if (tactus_current_views)
    tactus_reducer_end(leftmost);
#else
  if (tactus_reducer_end)
    tactus_reducer_end(leftmost);
#endif
}

#ifdef __cplusplus
}
#endif

#endif /* C99 */

#endif
