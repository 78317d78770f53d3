/*===- reducer_opor.h - bitwise or ------------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* C++:  cilk::reducer<cilk::op_or<T>> r(initial);      *r |= x;                 r.get_value()
|*       cilk::reducer_opor<T> r;                       r |= x;                  r.get_value()
|* C:    CILK_C_REDUCER_OPOR(r, type, initial);         REDUCER_VIEW(r) |= x;    r.value
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_OPOR_H
#define TACTUS_CILK_REDUCER_OPOR_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_opor.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_opor.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "detail/scalar_reducer.h"

#ifdef __cplusplus

namespace cilk {
namespace detail {

template <class Value> struct opor_operation {
  static Value identity() { return Value(); }
  static void apply(Value &left, const Value &right) { left |= right; }
};

} // namespace detail

template <class Value>
class op_or_view : public detail::scalar_view<op_or_view<Value>, Value, detail::opor_operation<Value>> {
  typedef detail::scalar_view<op_or_view, Value, detail::opor_operation<Value>> base;

public:
  op_or_view() {}
  explicit op_or_view(const Value &initial) : base(initial) {}
  using base::operator=;
  op_or_view &operator|=(const Value &x) { return this->apply(x); }
  friend detail::scalar_result<op_or_view, Value> operator|(const op_or_view &view, const Value &x) {
    return {Value(view.value | x)};
  }
  friend detail::scalar_result<op_or_view, Value> operator|(detail::scalar_result<op_or_view, Value> so_far,
                                                            const Value &x) {
    return {Value(so_far.value | x)};
  }
};

template <class Value> class op_or : public monoid_with_view<op_or_view<Value>> {};

/// The same as a variable: `r |= x`.
template <class Value> class reducer_opor : public detail::scalar_reducer<op_or<Value>> {
  typedef detail::scalar_reducer<op_or<Value>> base;

public:
  reducer_opor() {}
  explicit reducer_opor(const Value &initial) : base(initial) {}
  using base::operator=;
  reducer_opor &operator|=(const Value &x) {
    this->view() |= x;
    return *this;
  }
};

} // namespace cilk

extern "C" {
#endif /* __cplusplus */

TACTUS_CILK_INTEGERS(TACTUS_CILK_OPERATION, cilk_c_reducer_opor, |, 0)

#ifdef __cplusplus
}
#endif

#define CILK_C_REDUCER_OPOR_TYPE(name) TACTUS_CILK_REDUCER_TYPE(cilk_c_reducer_opor, name)
#define CILK_C_REDUCER_OPOR(object, name, initial) TACTUS_CILK_REDUCER(object, cilk_c_reducer_opor, name, initial)

#endif /* C++11, C99 */

#endif
