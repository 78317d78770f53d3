/*===- reducer_opmul.h - products -------------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* C++:  cilk::reducer<cilk::op_mul<T>> r(initial);     *r *= x;                 r.get_value()
|*       cilk::reducer_opmul<T> r;                      r *= x;                  r.get_value()
|* C:    CILK_C_REDUCER_OPMUL(r, type, initial);        REDUCER_VIEW(r) *= x;    r.value
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_OPMUL_H
#define TACTUS_CILK_REDUCER_OPMUL_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_opmul.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_opmul.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "detail/scalar_reducer.h"

#ifdef __cplusplus

namespace cilk {
namespace detail {

template <class Value> struct opmul_operation {
  static Value identity() { return Value(1); }
  static void apply(Value &left, const Value &right) { left *= right; }
};

} // namespace detail

template <class Value>
class op_mul_view : public detail::scalar_view<op_mul_view<Value>, Value, detail::opmul_operation<Value>> {
  typedef detail::scalar_view<op_mul_view, Value, detail::opmul_operation<Value>> base;

public:
  op_mul_view() {}
  explicit op_mul_view(const Value &initial) : base(initial) {}
  using base::operator=;
  op_mul_view &operator*=(const Value &x) { return this->apply(x); }
  friend detail::scalar_result<op_mul_view, Value> operator*(const op_mul_view &view, const Value &x) {
    return {Value(view.value * x)};
  }
  friend detail::scalar_result<op_mul_view, Value> operator*(detail::scalar_result<op_mul_view, Value> so_far,
                                                             const Value &x) {
    return {Value(so_far.value * x)};
  }
};

template <class Value> class op_mul : public monoid_with_view<op_mul_view<Value>> {};

/// The same as a variable: `r *= x`.
template <class Value> class reducer_opmul : public detail::scalar_reducer<op_mul<Value>> {
  typedef detail::scalar_reducer<op_mul<Value>> base;

public:
  reducer_opmul() {}
  explicit reducer_opmul(const Value &initial) : base(initial) {}
  using base::operator=;
  reducer_opmul &operator*=(const Value &x) {
    this->view() *= x;
    return *this;
  }
};

} // namespace cilk

extern "C" {
#endif /* __cplusplus */

TACTUS_CILK_INTEGERS(TACTUS_CILK_OPERATION, cilk_c_reducer_opmul, *, 1)
TACTUS_CILK_FLOATS(TACTUS_CILK_OPERATION, cilk_c_reducer_opmul, *, 1)

#ifdef __cplusplus
}
#endif

#define CILK_C_REDUCER_OPMUL_TYPE(name) TACTUS_CILK_REDUCER_TYPE(cilk_c_reducer_opmul, name)
#define CILK_C_REDUCER_OPMUL(object, name, initial) TACTUS_CILK_REDUCER(object, cilk_c_reducer_opmul, name, initial)

#endif /* C++11, C99 */

#endif
