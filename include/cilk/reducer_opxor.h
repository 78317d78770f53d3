/*===- reducer_opxor.h - bitwise exclusive or -------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* C++:  cilk::reducer<cilk::op_xor<T>> r(initial);     *r ^= x;                 r.get_value()
|*       cilk::reducer_opxor<T> r;                      r ^= x;                  r.get_value()
|* C:    CILK_C_REDUCER_OPXOR(r, type, initial);        REDUCER_VIEW(r) ^= x;    r.value
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_OPXOR_H
#define TACTUS_CILK_REDUCER_OPXOR_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_opxor.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_opxor.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "detail/scalar_reducer.h"

#ifdef __cplusplus

namespace cilk {
namespace detail {

template <class Value> struct opxor_operation {
  static Value identity() { return Value(); }
  static void apply(Value &left, const Value &right) { left ^= right; }
};

} // namespace detail

template <class Value>
class op_xor_view : public detail::scalar_view<op_xor_view<Value>, Value, detail::opxor_operation<Value>> {
  typedef detail::scalar_view<op_xor_view, Value, detail::opxor_operation<Value>> base;

public:
  op_xor_view() {}
  explicit op_xor_view(const Value &initial) : base(initial) {}
  using base::operator=;
  op_xor_view &operator^=(const Value &x) { return this->apply(x); }
  friend detail::scalar_result<op_xor_view, Value> operator^(const op_xor_view &view, const Value &x) {
    return {Value(view.value ^ x)};
  }
  friend detail::scalar_result<op_xor_view, Value> operator^(detail::scalar_result<op_xor_view, Value> so_far,
                                                             const Value &x) {
    return {Value(so_far.value ^ x)};
  }
};

template <class Value> class op_xor : public monoid_with_view<op_xor_view<Value>> {};

/// The same as a variable: `r ^= x`.
template <class Value> class reducer_opxor : public detail::scalar_reducer<op_xor<Value>> {
  typedef detail::scalar_reducer<op_xor<Value>> base;

public:
  reducer_opxor() {}
  explicit reducer_opxor(const Value &initial) : base(initial) {}
  using base::operator=;
  reducer_opxor &operator^=(const Value &x) {
    this->view() ^= x;
    return *this;
  }
};

} // namespace cilk

extern "C" {
#endif /* __cplusplus */

TACTUS_CILK_INTEGERS(TACTUS_CILK_OPERATION, cilk_c_reducer_opxor, ^, 0)

#ifdef __cplusplus
}
#endif

#define CILK_C_REDUCER_OPXOR_TYPE(name) TACTUS_CILK_REDUCER_TYPE(cilk_c_reducer_opxor, name)
#define CILK_C_REDUCER_OPXOR(object, name, initial) TACTUS_CILK_REDUCER(object, cilk_c_reducer_opxor, name, initial)

#endif /* C++11, C99 */

#endif
