/*===- cilkscale.h - work and span -------------------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* The interface of OpenCilk's Cilkscale, so that programs with it compile. As in programs of OpenCilk's that are built
|* without the tool, nothing is measured and nothing printed: all results are 0. `tactus report` shows where a program's
|* time goes, and `tactus simulate` how it would run on more workers.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_CILKSCALE_H
#define TACTUS_CILK_CILKSCALE_H

#include <stdint.h>

typedef int64_t raw_duration_t;
typedef struct wsp_t {
  raw_duration_t work;
  raw_duration_t span;
  raw_duration_t bspan;
} wsp_t;

#ifdef __cplusplus
#include <ostream>
extern "C" {
#endif

static inline wsp_t wsp_zero(void) {
  wsp_t none = {0, 0, 0};
  return none;
}
static inline wsp_t wsp_getworkspan(void) { return wsp_zero(); }
static inline wsp_t wsp_add(wsp_t left, wsp_t right) {
  left.work += right.work;
  left.span += right.span;
  left.bspan += right.bspan;
  return left;
}
static inline wsp_t wsp_sub(wsp_t left, wsp_t right) {
  left.work -= right.work;
  left.span -= right.span;
  left.bspan -= right.bspan;
  return left;
}
static inline void wsp_dump(wsp_t measured, const char *tag) {
  (void)measured;
  (void)tag;
}

#ifdef __cplusplus
} /* extern "C" */

inline wsp_t &operator+=(wsp_t &left, const wsp_t &right) noexcept { return left = wsp_add(left, right); }
inline wsp_t &operator-=(wsp_t &left, const wsp_t &right) noexcept { return left = wsp_sub(left, right); }
inline wsp_t operator+(wsp_t left, const wsp_t &right) noexcept { return wsp_add(left, right); }
inline wsp_t operator-(wsp_t left, const wsp_t &right) noexcept { return wsp_sub(left, right); }
inline std::ostream &operator<<(std::ostream &stream, const wsp_t &) { return stream; }
#endif

#endif
