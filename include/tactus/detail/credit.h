/*===- credit.h - how a loop spends the thread's credit --------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* Every loop takes the same three steps, whoever has written it: the C++ header, the C interface, Cilk's loops in C++,
|* taskloops, and compiled loops (compiler/lower/loops/LoopLowering.cpp, under the same names).
|*
|*     pay for all        at its beginning: the credit pays for all iterations, so there is one strip and no poll
|*     begin a strip      after a poll: as many iterations as half of the credit pays for, at least one
|*     take the rest      after a strip: as many as all of the credit pays for that nobody has used; none: poll
|*
|* The other half is for loops inside. Without it they would poll at once, be taken for cheap and this loop for
|* expensive, and from then on each iteration would poll twice: 360 polls a beat instead of 16. A loop without
|* promotion points inside may take all of it.
|*
|* All of it concerns the calling thread only.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_DETAIL_CREDIT_H
#define TACTUS_DETAIL_CREDIT_H

#include "../latent.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The price of an iteration, at least 1. */
static inline int64_t tactus_loop_price(const tactus_loop_descriptor *site) {
  int64_t weight = __atomic_load_n(&site->weight, __ATOMIC_RELAXED);
  return weight > 1 ? weight : 1;
}

/** Charges for all iterations if the credit pays for them; else returns 0. */
__attribute__((always_inline)) static inline int tactus_pay_for_all(const tactus_loop_descriptor *site,
                                                                    uint64_t count) {
  /* Signed like the weight: a product of mixed signs takes a dozen instructions more. Counts of 2^63 come out negative.
   * What is left of the credit does not overflow: it is far from the ends of its range. */
  int64_t charge, credit;
  if (__builtin_mul_overflow((int64_t)count, __atomic_load_n(&site->weight, __ATOMIC_RELAXED), &charge) ||
      ((credit = tactus_credit - charge) | charge) < 0)
    return 0;
  tactus_credit = credit;
  return 1;
}

/** Charges for a strip of at most `left` iterations, as long as `limit` pays for. At least one, which may cost more. */
static inline uint64_t tactus_pay_for_strip(int64_t limit, int64_t price, uint64_t left) {
  uint64_t paid = limit > price ? (uint64_t)(limit / price) : 1;
  uint64_t count = paid < left ? paid : left;
  int64_t charge = (int64_t)count * price;
  tactus_credit -= charge < limit ? charge : limit;
  return count;
}

/** After a poll: the length of the next strip, of `left` iterations that are left. */
static inline uint64_t tactus_begin_strip(const tactus_loop_descriptor *site, uint64_t left) {
  int64_t credit = tactus_credit;
  return tactus_pay_for_strip(credit > 0 ? credit / 2 : 0, tactus_loop_price(site), left);
}

/** After a strip: the length of another, or 0 if the loop has to poll first. */
static inline uint64_t tactus_take_rest(const tactus_loop_descriptor *site, uint64_t left) {
  int64_t credit = tactus_credit, price = tactus_loop_price(site);
  return credit < price ? 0 : tactus_pay_for_strip(credit, price, left);
}

#ifdef __cplusplus
}
#endif

#endif
