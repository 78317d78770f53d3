/*===- opadd_reducer.h - OpenCilk's reducer for sums --------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* cilk::opadd_reducer<T> is used like a T that all strands add to:
|*
|*     cilk::opadd_reducer<int> sum = 0;
|*     cilk_for (int i = 0; i < n; ++i) sum += f(i);
|*     return sum;
|*
|* OpenCilk makes it of a qualifier of types, cilk_reducer(zero, plus), which no header can have; here it is a class
|* that converts to T. What asks for the type itself (templates, printf without a cast) sees the difference.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_OPADD_REDUCER_H
#define TACTUS_CILK_OPADD_REDUCER_H

#ifdef __cplusplus

#include "reducer.h"

#include <new>

namespace cilk {

namespace detail {
template <class T> struct opadd_monoid : monoid_base<T> {
  static void identity(T *view) { ::new (static_cast<void *>(view)) T(0); }
  static void reduce(T *left, T *right) { *left += *right; }
};
} // namespace detail

template <class T> class opadd_reducer {
public:
  opadd_reducer() : sum(T(0)) {}
  opadd_reducer(const T &initial) : sum(initial) {}
  opadd_reducer(const opadd_reducer &) = delete;
  opadd_reducer &operator=(const opadd_reducer &other) { return *this = static_cast<const T &>(other); }

  /// The calling strand's value.
  operator T &() { return sum.view(); }
  operator const T &() const { return const_cast<opadd_reducer *>(this)->sum.view(); }

  opadd_reducer &operator=(const T &value) {
    sum.view() = value;
    return *this;
  }
  template <class X> opadd_reducer &operator+=(const X &x) {
    sum.view() += x;
    return *this;
  }
  template <class X> opadd_reducer &operator-=(const X &x) {
    sum.view() -= x;
    return *this;
  }
  opadd_reducer &operator++() {
    ++sum.view();
    return *this;
  }
  opadd_reducer &operator--() {
    --sum.view();
    return *this;
  }
  T operator++(int) { return sum.view()++; }
  T operator--(int) { return sum.view()--; }

private:
  reducer<detail::opadd_monoid<T>> sum;
};

} // namespace cilk

#endif /* __cplusplus */

#endif
