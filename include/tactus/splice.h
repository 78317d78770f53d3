/*===- splice.h - effects for #pragma splice ------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|*     #include <tactus/splice.h>
|*
|*     #pragma splice func Reads(tactus_range(from, from + n)) Writes(tactus_range(to, to + n))
|*     void copy(const char *from, char *to, size_t n) {
|*       if (n < 4096) {
|*         memcpy(to, from, n);
|*         return;
|*       }
|*       size_t half = n / 2;
|*       copy(from, to, half);
|*       copy(from + half, to + half, n - half);
|*     }
|*
|*     #pragma splice try(2)
|*     copy(a, b, n);
|*     copy(a, c, n);    // reads a while the first call's part of it is still in the cache
|*
|* The pragmas are tactus-clang's. Every other compiler ignores them and builds the sequential program, which needs no
|* library. docs/splicing.md says what they mean. In C++20 the effects of <tactus/splice.hpp> may be used as well.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_SPLICE_H
#define TACTUS_SPLICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tactus_region;

/** What an effect may be of, other than a range of bytes: a program's own type. `first` and `last` are the addresses
 * that the region lies within; NULL and NULL: not known. None of the functions has side effects. */
struct tactus_region_type {
  /** The two have nothing in common. */
  int (*disjoint)(const struct tactus_region *, const struct tactus_region *);
  /** All of the first is in the second. */
  int (*subset)(const struct tactus_region *, const struct tactus_region *);
  /** At least both. */
  struct tactus_region (*unite)(const struct tactus_region *, const struct tactus_region *);
};

/** A part of the data that an effect reads or writes. */
struct tactus_region {
  /** NULL: bytes. */
  const struct tactus_region_type *type;
  const void *first, *last;
  /** The type's. */
  intptr_t parameters[12];
};

/** The bytes from `first` up to, but not including, `last`: the paper's RE. */
static inline struct tactus_region tactus_range(const void *first, const void *last) {
  struct tactus_region region = {NULL, NULL, NULL, {0}};
  region.first = first;
  region.last = last;
  return region;
}

/** All data there is. */
static inline struct tactus_region tactus_everything(void) { return tactus_range(NULL, (const void *)UINTPTR_MAX); }

/* The ready-made types have numbers for addresses, so that other compilers need no library: boxes that of their
 * dimensions. */
#define TACTUS_REGION_READY_MADE(number) ((const struct tactus_region_type *)(uintptr_t)(number))
#define TACTUS_REGION_INTERVAL 4

/** A box of an array with one to three dimensions: elements [first[d], last[d]) in each. `strides` are the bytes from
 * one element to the next, the slowest dimension first. Boxes of one array are compared by their coordinates. */
static inline struct tactus_region tactus_box(const void *origin, size_t element, unsigned dimensions,
                                              const ptrdiff_t *strides, const ptrdiff_t *first, const ptrdiff_t *last) {
  struct tactus_region region = tactus_range(origin, NULL);
  unsigned dimension;
  if (dimensions < 1 || dimensions > 3)
    return tactus_everything();
  region.type = TACTUS_REGION_READY_MADE(dimensions);
  region.parameters[0] = (intptr_t)element;
  for (dimension = 0; dimension < dimensions; ++dimension) {
    intptr_t *of = region.parameters + 1 + dimension;
    of[0] = strides[dimension];
    of[dimensions] = first[dimension];
    of[2 * dimensions] = last[dimension];
  }
  return region;
}

/** Rows [first_row, last_row) and columns [first_column, last_column) of an array of elements with `element` bytes,
 * whose rows are `pitch` elements apart. */
static inline struct tactus_region tactus_rows_and_columns(const void *origin, size_t element, size_t pitch,
                                                           ptrdiff_t first_row, ptrdiff_t last_row,
                                                           ptrdiff_t first_column, ptrdiff_t last_column) {
  ptrdiff_t strides[2], first[2], last[2];
  strides[0] = (ptrdiff_t)(pitch * element);
  strides[1] = (ptrdiff_t)element;
  first[0] = first_row;
  first[1] = first_column;
  last[0] = last_row;
  last[1] = last_column;
  return tactus_box(origin, element, 2, strides, first, last);
}

/** The numbers [first, last) of things of one kind, which `space` tells from other kinds: the cells of a mesh. */
static inline struct tactus_region tactus_interval(const void *space, uint64_t first, uint64_t last) {
  struct tactus_region region = tactus_range(space, NULL);
  region.type = TACTUS_REGION_READY_MADE(TACTUS_REGION_INTERVAL);
  region.parameters[0] = (intptr_t)first;
  region.parameters[1] = (intptr_t)last;
  return region;
}

/** What a step in parts (`Slice`) goes through: the numbers [first, last), `grain` at a time, and at least one.
 * `offset` shifts the cuts, which lie where the number plus `offset` is a multiple of `grain`: a time step that has to
 * stay k rows behind the one before shifts its cuts by k. */
struct tactus_chunks {
  ptrdiff_t first, last, grain, offset;
};

/** Leaves in `part` what comes first, and the others in `rest`. There are none: 0. A program's own type of parts has a
 * function like this one: `Slice(part, function)`. */
static inline int tactus_cut_chunks(struct tactus_chunks *part, struct tactus_chunks *rest) {
  ptrdiff_t grain = part->grain > 0 ? part->grain : 1;
  ptrdiff_t beyond = (part->first + part->offset) % grain;
  ptrdiff_t count = beyond < 0 ? -beyond : grain - beyond;
  *rest = *part;
  if (part->last - part->first <= count)
    return 0;
  part->last = rest->first = part->first + count;
  return 1;
}

#ifdef __TACTUS_SPLICE__

/* What compiled code calls (compiler/splice/). The effects of the call or step that comes next are said first:
 *
 *     what(); add(…)…; rest(kind); add(…)…; step(block)            */
extern __thread void *__tactus_splice_context __asm__("_ZN6tactus6splice6detail15current_contextE")
    __attribute__((tls_model("initial-exec")));
/** What a piece of code that waits has put aside: the context, which code in a step does not see. */
struct __tactus_splice_hold {
  void *context;
};
struct __tactus_splice_try {
  void *collector;
};
/* Marks in the text, which the plugin takes away. */
static inline int __tactus_splice_mark_func(void) { return 0; }
static inline int __tactus_splice_mark_step(void) { return 0; }
static inline int __tactus_splice_mark_rest(void) { return 0; }
static inline int __tactus_splice_mark_slice(size_t size) { return (int)size & 0; }
static inline int __tactus_splice_mark_try(unsigned count) { return (int)count & 0; }
void __tactus_splice_what(int known);
void __tactus_splice_rest(int kind);
void __tactus_splice_add(struct tactus_region region, int written);
void __tactus_splice_add_everything(void);
void __tactus_splice_add_object(const void *object, size_t size, int written);
/* What a function relies on, of which its effects may say nothing: asked in front of each call in a try, and in front
 * of its effects, because they may depend on it (compiler/splice/Summaries.h). */
void __tactus_splice_reliance(void);
/* Around effects: in between, the plugin for LLVM asks in front of each read of memory, and takes the two away. 1: what
 * is there may change, so that the effects say nothing, and are not computed (compiler/checks/EffectReads.h). */
void __tactus_splice_say(void) __attribute__((__nothrow__));
void __tactus_splice_said(void) __attribute__((__nothrow__));
int __tactus_splice_may_change(const void *place, size_t size, int is_there) __attribute__((__nothrow__));
int __tactus_splice_relies(const char *function);
void __tactus_splice_rely(const void *object, size_t size, int use);
void __tactus_splice_relies_on_unknown(void);
/* In a try, before code there that does what has been said. */
void __tactus_splice_settle(const char *file, unsigned line);
void __tactus_splice_settle_reliance(const char *file, unsigned line);
void __tactus_splice_step(void *block, const char *file, unsigned line);
/* A step in parts: its code, its effects and its cuts, which ask for the part that is at hand. */
void __tactus_splice_parts(void *code, void *effects, void *cut, const void *all, size_t size, const char *file,
                           unsigned line);
void __tactus_splice_take_part(void *part);
void __tactus_splice_cut(int more, const void *part, const void *rest);
void __tactus_splice_call(void *block, const char *file, unsigned line);
void __tactus_splice_next(void *block);
void __tactus_splice_finish(const char *file, unsigned line);
void __tactus_splice_wait(struct __tactus_splice_hold *hold, const char *file, unsigned line);
static inline void __tactus_splice_go_on(struct __tactus_splice_hold *hold) {
  if (hold->context)
    __tactus_splice_context = hold->context;
  hold->context = NULL;
}
void __tactus_splice_begin(struct __tactus_splice_try *group, unsigned count, void *site, const char *function,
                           const char *file, unsigned line);
void __tactus_splice_end(struct __tactus_splice_try *group);
void __tactus_splice_failed(struct __tactus_splice_try *group);

/* Of a loop's iteration: for the plugin for LLVM (compiler/sweeps/), which takes these calls away. */
__attribute__((__noinline__, __unused__)) static void __tactus_splice_declared(const void *first, const void *last,
                                                                               int written) {
  (void)first, (void)last, (void)written;
}
static inline void __tactus_splice_declare(struct tactus_region region, int written) {
  if (region.type)
    region.first = NULL, region.last = (const void *)UINTPTR_MAX;
  __tactus_splice_declared(region.first, region.last, written);
}
#define __tactus_splice_loop_reads(region) __tactus_splice_declare(region, 0)
#define __tactus_splice_loop_writes(region) __tactus_splice_declare(region, 1)

#define __tactus_splice_reads(region) __tactus_splice_add_any(region, 0)
#define __tactus_splice_writes(region) __tactus_splice_add_any(region, 1)
#define __TACTUS_SPLICE_DECLARATION __attribute__((annotate("tactus-splice")))
#define __TACTUS_SPLICE_FUNC if (__tactus_splice_mark_func())
#define __TACTUS_SPLICE_STEP if (__tactus_splice_mark_step())
#define __TACTUS_SPLICE_REST if (__tactus_splice_mark_rest())
/* { cut } { effects }, of which the second is written by the plugin. */
#define __TACTUS_SPLICE_SLICE(part, cut)                                                                               \
  if (__tactus_splice_mark_slice(sizeof(part))) {                                                                      \
    {                                                                                                                  \
      __auto_type __tactus_splice_part = part; /* may be const where it is declared */                                 \
      __auto_type __tactus_splice_left = part;                                                                         \
      __tactus_splice_cut(cut(&__tactus_splice_part, &__tactus_splice_left), &__tactus_splice_part,                    \
                          &__tactus_splice_left);                                                                      \
    }
#define __TACTUS_SPLICE_TRY(count)                                                                                     \
  if (__tactus_splice_mark_try(count))                                                                                 \
    ;                                                                                                                  \
  else
#define __TACTUS_SPLICE_ELSE else
#define __TACTUS_SPLICE_CHOSEN 0
#ifndef __cplusplus
#define __tactus_splice_add_any __tactus_splice_add
#define __tactus_splice_cut_any tactus_cut_chunks
#endif

#endif /* __TACTUS_SPLICE__ */

#ifdef __cplusplus
}

#ifdef __TACTUS_SPLICE__
static inline void __tactus_splice_add_any(const struct tactus_region &region, int written) {
  __tactus_splice_add(region, written);
}
static inline int __tactus_splice_cut_any(struct tactus_chunks *part, struct tactus_chunks *rest) {
  return tactus_cut_chunks(part, rest);
}
#if __cplusplus > 201703L
#include "splice/core.hpp"
/** Of <tactus/splice.hpp>'s effects. */
template <class E>
  requires tactus::splice::effect_type<E>
inline void __tactus_splice_add_any(const E &effect, int written) {
  tactus::splice::detail::add_region(tactus::splice::region(effect), written);
}
/** Of <tactus/splice.hpp>'s parts. */
template <class P>
  requires requires(const P &parts) {
    is_empty(parts);
    slice(parts);
  }
inline int __tactus_splice_cut_any(P *part, P *rest) {
  if (is_empty(*part)) // then there is no first part
    return 0;
  auto cut = slice(*part);
  *part = cut.first;
  *rest = cut.second;
  return !is_empty(*rest);
}
#endif
#endif
#endif

#endif /* TACTUS_SPLICE_H */
