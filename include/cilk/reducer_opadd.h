/*===- reducer_opadd.h - sums -----------------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* C++:  cilk::reducer<cilk::op_add<T>> r(initial);     *r += x;                 r.get_value()
|*       cilk::reducer_opadd<T> r;                      r += x;                  r.get_value()
|* C:    CILK_C_REDUCER_OPADD(r, type, initial);        REDUCER_VIEW(r) += x;    r.value
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_OPADD_H
#define TACTUS_CILK_REDUCER_OPADD_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_opadd.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_opadd.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "detail/scalar_reducer.h"

#ifdef __cplusplus

namespace cilk {
namespace detail {

template <class Value> struct opadd_operation {
  static Value identity() { return Value(); }
  static void apply(Value &left, const Value &right) { left += right; }
};

} // namespace detail

template <class Value>
class op_add_view : public detail::scalar_view<op_add_view<Value>, Value, detail::opadd_operation<Value>> {
  typedef detail::scalar_view<op_add_view, Value, detail::opadd_operation<Value>> base;

public:
  op_add_view() {}
  explicit op_add_view(const Value &initial) : base(initial) {}
  using base::operator=;
  op_add_view &operator+=(const Value &x) { return this->apply(x); }
  op_add_view &operator-=(const Value &x) {
    this->value -= x;
    return *this;
  }
  op_add_view &operator++() {
    ++this->value;
    return *this;
  }
  op_add_view &operator--() {
    --this->value;
    return *this;
  }
  void operator++(int) { ++this->value; }
  void operator--(int) { --this->value; }
  friend detail::scalar_result<op_add_view, Value> operator+(const op_add_view &view, const Value &x) {
    return {view.value + x};
  }
  friend detail::scalar_result<op_add_view, Value> operator-(const op_add_view &view, const Value &x) {
    return {view.value - x};
  }
  friend detail::scalar_result<op_add_view, Value> operator+(detail::scalar_result<op_add_view, Value> so_far,
                                                             const Value &x) {
    return {so_far.value + x};
  }
  friend detail::scalar_result<op_add_view, Value> operator-(detail::scalar_result<op_add_view, Value> so_far,
                                                             const Value &x) {
    return {so_far.value - x};
  }
};

template <class Value> class op_add : public monoid_with_view<op_add_view<Value>> {};

/// The same as a variable: `sum += x`.
template <class Value> class reducer_opadd : public detail::scalar_reducer<op_add<Value>> {
  typedef detail::scalar_reducer<op_add<Value>> base;

public:
  reducer_opadd() {}
  explicit reducer_opadd(const Value &initial) : base(initial) {}
  using base::operator=;
  reducer_opadd &operator+=(const Value &x) {
    this->view() += x;
    return *this;
  }
  reducer_opadd &operator-=(const Value &x) {
    this->view() -= x;
    return *this;
  }
  reducer_opadd &operator++() {
    ++this->view();
    return *this;
  }
  reducer_opadd &operator--() {
    --this->view();
    return *this;
  }
  void operator++(int) { ++this->view(); }
  void operator--(int) { --this->view(); }
};

} // namespace cilk

extern "C" {
#endif /* __cplusplus */

TACTUS_CILK_INTEGERS(TACTUS_CILK_OPERATION, cilk_c_reducer_opadd, +, 0)
TACTUS_CILK_FLOATS(TACTUS_CILK_OPERATION, cilk_c_reducer_opadd, +, 0)

#ifdef __cplusplus
}
#endif

#define CILK_C_REDUCER_OPADD_TYPE(name) TACTUS_CILK_REDUCER_TYPE(cilk_c_reducer_opadd, name)
#define CILK_C_REDUCER_OPADD(object, name, initial) TACTUS_CILK_REDUCER(object, cilk_c_reducer_opadd, name, initial)

#endif /* C++11, C99 */

#endif
