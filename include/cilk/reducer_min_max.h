/*===- reducer_min_max.h - minima and maxima -------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* C++:  cilk::reducer<cilk::op_max<T>> r;                  r->calc_max(x);                 r.get_value()
|*       cilk::reducer<cilk::op_max_index<Index, T>> r;     r->calc_max(i, x);              r.get_value(): std::pair
|*       cilk::reducer_max<T> r;                            r.calc_max(x);                  r.get_value()
|*       cilk::reducer_max_index<Index, T> r;               r.calc_max(i, x);               r.get_index(), r.get_value()
|* C:    CILK_C_REDUCER_MAX(r, type, initial);              CILK_C_REDUCER_MAX_CALC(r, x);  r.value
|*       CILK_C_REDUCER_MAX_INDEX(r, type, initial);        CILK_C_REDUCER_MAX_INDEX_CALC(r, i, x);
|*                                                                                         r.value.index, r.value.value
|*
|* and the same with min. Of equal values the first in serial order is kept. A reducer without an initial value is not
|* set before the first calc_*().
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_MIN_MAX_H
#define TACTUS_CILK_REDUCER_MIN_MAX_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_min_max.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_min_max.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "reducer.h"

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus

#include <functional>

namespace cilk {
namespace detail {

/// Is the first to be preferred to the second?
template <class Value, class Compare> struct prefers_less {
  static bool prefers(const Value &a, const Value &b) { return Compare()(a, b); }
};
template <class Value, class Compare> struct prefers_greater {
  static bool prefers(const Value &a, const Value &b) { return Compare()(b, a); }
};

/// `*r = cilk::max_of(*r, x)`.
template <class View, class Value> struct extreme_result {
  const Value &candidate;
};

template <class View, class Value, class Preference> class extreme_view {
public:
  typedef Value value_type;

  extreme_view() : value(), set(false) {}
  explicit extreme_view(const Value &initial) : value(initial), set(true) {}
  void reduce(View *right) {
    if (right->set)
      calculate(right->value);
  }
  View &operator=(extreme_result<View, Value> result) { return calculate(result.candidate); }
  /// False for an identity.
  bool is_set() const { return set; }
  const Value &get_reference() const { return value; }

  const Value &view_get_value() const { return value; }
  void view_set_value(const Value &other) {
    value = other;
    set = true;
  }
  void view_move_in(Value &other) { view_set_value(other); }
  void view_move_out(Value &other) { other = value; }

protected:
  View &calculate(const Value &x) {
    if (!set || Preference::prefers(x, value))
      view_set_value(x);
    return static_cast<View &>(*this);
  }

private:
  Value value;
  bool set;
};

template <class View, class Index, class Value, class Preference> class extreme_index_view {
public:
  typedef std::pair<Index, Value> value_type;

  extreme_index_view() : best(), set(false) {}
  explicit extreme_index_view(const value_type &initial) : best(initial), set(true) {}
  extreme_index_view(const Index &index, const Value &value) : best(index, value), set(true) {}
  void reduce(View *right) {
    if (right->set)
      calculate(right->best.first, right->best.second);
  }
  bool is_set() const { return set; }
  const Index &get_index_reference() const { return best.first; }
  const Value &get_value_reference() const { return best.second; }

  const value_type &view_get_value() const { return best; }
  void view_set_value(const value_type &other) {
    best = other;
    set = true;
  }
  void view_move_in(value_type &other) { view_set_value(other); }
  void view_move_out(value_type &other) { other = best; }

protected:
  View &calculate(const Index &index, const Value &x) {
    if (!set || Preference::prefers(x, best.second))
      view_set_value(value_type(index, x));
    return static_cast<View &>(*this);
  }

private:
  value_type best;
  bool set;
};

} // namespace detail

template <class Value, class Compare>
class op_min_view
    : public detail::extreme_view<op_min_view<Value, Compare>, Value, detail::prefers_less<Value, Compare>> {
  typedef detail::extreme_view<op_min_view, Value, detail::prefers_less<Value, Compare>> base;

public:
  op_min_view() {}
  explicit op_min_view(const Value &initial) : base(initial) {}
  using base::operator=;
  op_min_view &calc_min(const Value &x) { return this->calculate(x); }
};
template <class Value, class Compare = std::less<Value>>
class op_min : public monoid_with_view<op_min_view<Value, Compare>> {};

template <class Value, class Compare>
detail::extreme_result<op_min_view<Value, Compare>, Value> min_of(const op_min_view<Value, Compare> &, const Value &x) {
  return {x};
}

template <class Index, class Value, class Compare>
class op_min_index_view : public detail::extreme_index_view<op_min_index_view<Index, Value, Compare>, Index, Value,
                                                            detail::prefers_less<Value, Compare>> {
  typedef detail::extreme_index_view<op_min_index_view, Index, Value, detail::prefers_less<Value, Compare>> base;

public:
  op_min_index_view() {}
  explicit op_min_index_view(const std::pair<Index, Value> &initial) : base(initial) {}
  op_min_index_view(const Index &index, const Value &value) : base(index, value) {}
  op_min_index_view &calc_min(const Index &index, const Value &x) { return this->calculate(index, x); }
};
template <class Index, class Value, class Compare = std::less<Value>>
class op_min_index : public monoid_with_view<op_min_index_view<Index, Value, Compare>> {};

/// The same as a variable.
template <class Value, class Compare = std::less<Value>> class reducer_min : public reducer<op_min<Value, Compare>> {
public:
  reducer_min() {}
  explicit reducer_min(const Value &initial) : reducer<op_min<Value, Compare>>(initial) {}
  reducer_min &calc_min(const Value &x) {
    this->view().calc_min(x);
    return *this;
  }
  bool is_set() const { return this->view().is_set(); }
  const Value &get_reference() const { return this->view().get_reference(); }
  reducer_min &operator=(detail::extreme_result<reducer_min, Value> result) { return calc_min(result.candidate); }
};
template <class Value, class Compare>
detail::extreme_result<reducer_min<Value, Compare>, Value> min_of(const reducer_min<Value, Compare> &, const Value &x) {
  return {x};
}

template <class Index, class Value, class Compare = std::less<Value>>
class reducer_min_index : public reducer<op_min_index<Index, Value, Compare>> {
public:
  reducer_min_index() {}
  reducer_min_index(const Index &index, const Value &value)
      : reducer<op_min_index<Index, Value, Compare>>(index, value) {}
  reducer_min_index &calc_min(const Index &index, const Value &x) {
    this->view().calc_min(index, x);
    return *this;
  }
  bool is_set() const { return this->view().is_set(); }
  const Index &get_index() const { return this->view().get_index_reference(); }
  const Value &get_value() const { return this->view().get_value_reference(); }
};

template <class Value, class Compare>
class op_max_view
    : public detail::extreme_view<op_max_view<Value, Compare>, Value, detail::prefers_greater<Value, Compare>> {
  typedef detail::extreme_view<op_max_view, Value, detail::prefers_greater<Value, Compare>> base;

public:
  op_max_view() {}
  explicit op_max_view(const Value &initial) : base(initial) {}
  using base::operator=;
  op_max_view &calc_max(const Value &x) { return this->calculate(x); }
};
template <class Value, class Compare = std::less<Value>>
class op_max : public monoid_with_view<op_max_view<Value, Compare>> {};

template <class Value, class Compare>
detail::extreme_result<op_max_view<Value, Compare>, Value> max_of(const op_max_view<Value, Compare> &, const Value &x) {
  return {x};
}

template <class Index, class Value, class Compare>
class op_max_index_view : public detail::extreme_index_view<op_max_index_view<Index, Value, Compare>, Index, Value,
                                                            detail::prefers_greater<Value, Compare>> {
  typedef detail::extreme_index_view<op_max_index_view, Index, Value, detail::prefers_greater<Value, Compare>> base;

public:
  op_max_index_view() {}
  explicit op_max_index_view(const std::pair<Index, Value> &initial) : base(initial) {}
  op_max_index_view(const Index &index, const Value &value) : base(index, value) {}
  op_max_index_view &calc_max(const Index &index, const Value &x) { return this->calculate(index, x); }
};
template <class Index, class Value, class Compare = std::less<Value>>
class op_max_index : public monoid_with_view<op_max_index_view<Index, Value, Compare>> {};

/// The same as a variable.
template <class Value, class Compare = std::less<Value>> class reducer_max : public reducer<op_max<Value, Compare>> {
public:
  reducer_max() {}
  explicit reducer_max(const Value &initial) : reducer<op_max<Value, Compare>>(initial) {}
  reducer_max &calc_max(const Value &x) {
    this->view().calc_max(x);
    return *this;
  }
  bool is_set() const { return this->view().is_set(); }
  const Value &get_reference() const { return this->view().get_reference(); }
  reducer_max &operator=(detail::extreme_result<reducer_max, Value> result) { return calc_max(result.candidate); }
};
template <class Value, class Compare>
detail::extreme_result<reducer_max<Value, Compare>, Value> max_of(const reducer_max<Value, Compare> &, const Value &x) {
  return {x};
}

template <class Index, class Value, class Compare = std::less<Value>>
class reducer_max_index : public reducer<op_max_index<Index, Value, Compare>> {
public:
  reducer_max_index() {}
  reducer_max_index(const Index &index, const Value &value)
      : reducer<op_max_index<Index, Value, Compare>>(index, value) {}
  reducer_max_index &calc_max(const Index &index, const Value &x) {
    this->view().calc_max(index, x);
    return *this;
  }
  bool is_set() const { return this->view().is_set(); }
  const Index &get_index() const { return this->view().get_index_reference(); }
  const Value &get_value() const { return this->view().get_value_reference(); }
};

} // namespace cilk

extern "C" {
#endif /* __cplusplus */

/* In C the identity is the number that every other one replaces. */
#define TACTUS_CILK_EXTREME(name, type, least, greatest, operation, operator, neutral)                                 \
  typedef type TACTUS_CILK_PASTE(operation, _type_, name);                                                             \
  static inline __attribute__((unused)) void TACTUS_CILK_PASTE(operation, _reduce_, name)(void *reducer, void *left,   \
                                                                                          void *right) {               \
    (void)reducer;                                                                                                     \
    if (*(type *)right operator*(type *) left)                                                                         \
      *(type *)left = *(type *)right;                                                                                  \
  }                                                                                                                    \
  static inline __attribute__((unused)) void TACTUS_CILK_PASTE(operation, _identity_, name)(void *reducer,             \
                                                                                            void *view) {              \
    (void)reducer;                                                                                                     \
    *(type *)view = TACTUS_CILK_##neutral(least, greatest);                                                            \
  }
#define TACTUS_CILK_LEAST(least, greatest) least
#define TACTUS_CILK_GREATEST(least, greatest) greatest

/* An index that is negative says that there is no value yet. */
#define TACTUS_CILK_EXTREME_INDEX(name, type, least, greatest, operation, operator, neutral)                           \
  typedef struct {                                                                                                     \
    ptrdiff_t index;                                                                                                   \
    type value;                                                                                                        \
  } TACTUS_CILK_PASTE(operation, _type_, name);                                                                        \
  static inline __attribute__((unused)) void TACTUS_CILK_PASTE(operation, _reduce_, name)(void *reducer, void *left,   \
                                                                                          void *right) {               \
    TACTUS_CILK_PASTE(operation, _type_, name) *first = (TACTUS_CILK_PASTE(operation, _type_, name) *)left,            \
                                               *second = (TACTUS_CILK_PASTE(operation, _type_, name) *)right;          \
    (void)reducer;                                                                                                     \
    if (second->index >= 0 && (first->index < 0 || second->value operator first->value))                               \
      *first = *second;                                                                                                \
  }                                                                                                                    \
  static inline __attribute__((unused)) void TACTUS_CILK_PASTE(operation, _identity_, name)(void *reducer,             \
                                                                                            void *view) {              \
    TACTUS_CILK_PASTE(operation, _type_, name) *neither = (TACTUS_CILK_PASTE(operation, _type_, name) *)view;          \
    (void)reducer;                                                                                                     \
    neither->index = -1;                                                                                               \
    neither->value = TACTUS_CILK_##neutral(least, greatest);                                                           \
  }

TACTUS_CILK_INTEGERS(TACTUS_CILK_EXTREME, cilk_c_reducer_min, <, GREATEST)
TACTUS_CILK_FLOATS(TACTUS_CILK_EXTREME, cilk_c_reducer_min, <, GREATEST)
TACTUS_CILK_INTEGERS(TACTUS_CILK_EXTREME_INDEX, cilk_c_reducer_min_index, <, GREATEST)
TACTUS_CILK_FLOATS(TACTUS_CILK_EXTREME_INDEX, cilk_c_reducer_min_index, <, GREATEST)
TACTUS_CILK_INTEGERS(TACTUS_CILK_EXTREME, cilk_c_reducer_max, >, LEAST)
TACTUS_CILK_FLOATS(TACTUS_CILK_EXTREME, cilk_c_reducer_max, >, LEAST)
TACTUS_CILK_INTEGERS(TACTUS_CILK_EXTREME_INDEX, cilk_c_reducer_max_index, >, LEAST)
TACTUS_CILK_FLOATS(TACTUS_CILK_EXTREME_INDEX, cilk_c_reducer_max_index, >, LEAST)

#ifdef __cplusplus
}
#endif

#define CILK_C_REDUCER_MIN_TYPE(name) TACTUS_CILK_REDUCER_TYPE(cilk_c_reducer_min, name)
#define CILK_C_REDUCER_MIN(object, name, initial) TACTUS_CILK_REDUCER(object, cilk_c_reducer_min, name, initial)
#define CILK_C_REDUCER_MIN_CALC(reducer, candidate)                                                                    \
  do {                                                                                                                 \
    __typeof__((reducer).value) *__tactus_view = &REDUCER_VIEW(reducer);                                               \
    __typeof__((reducer).value) __tactus_candidate = (candidate);                                                      \
    if (__tactus_candidate < *__tactus_view)                                                                           \
      *__tactus_view = __tactus_candidate;                                                                             \
  } while (0)
#define CILK_C_REDUCER_MIN_INDEX_TYPE(name) TACTUS_CILK_REDUCER_TYPE(cilk_c_reducer_min_index, name)
/** Index 0 for the initial value, as long as no other replaces it. */
#define CILK_C_REDUCER_MIN_INDEX(object, name, initial)                                                                \
  CILK_C_DECLARE_REDUCER(cilk_c_reducer_min_index_type_##name)                                                         \
  object =                                                                                                             \
      CILK_C_INIT_REDUCER(cilk_c_reducer_min_index_type_##name, cilk_c_reducer_min_index_reduce_##name,                \
                          cilk_c_reducer_min_index_identity_##name, __cilkrts_hyperobject_noop_destroy, {0, initial})
#define CILK_C_REDUCER_MIN_INDEX_CALC(reducer, place, candidate)                                                       \
  do {                                                                                                                 \
    __typeof__((reducer).value) *__tactus_view = &REDUCER_VIEW(reducer);                                               \
    __typeof__((reducer).value.value) __tactus_candidate = (candidate);                                                \
    if (__tactus_view->index < 0 || __tactus_candidate < __tactus_view->value) {                                       \
      __tactus_view->index = (place);                                                                                  \
      __tactus_view->value = __tactus_candidate;                                                                       \
    }                                                                                                                  \
  } while (0)

#define CILK_C_REDUCER_MAX_TYPE(name) TACTUS_CILK_REDUCER_TYPE(cilk_c_reducer_max, name)
#define CILK_C_REDUCER_MAX(object, name, initial) TACTUS_CILK_REDUCER(object, cilk_c_reducer_max, name, initial)
#define CILK_C_REDUCER_MAX_CALC(reducer, candidate)                                                                    \
  do {                                                                                                                 \
    __typeof__((reducer).value) *__tactus_view = &REDUCER_VIEW(reducer);                                               \
    __typeof__((reducer).value) __tactus_candidate = (candidate);                                                      \
    if (__tactus_candidate > *__tactus_view)                                                                           \
      *__tactus_view = __tactus_candidate;                                                                             \
  } while (0)
#define CILK_C_REDUCER_MAX_INDEX_TYPE(name) TACTUS_CILK_REDUCER_TYPE(cilk_c_reducer_max_index, name)
/** Index 0 for the initial value, as long as no other replaces it. */
#define CILK_C_REDUCER_MAX_INDEX(object, name, initial)                                                                \
  CILK_C_DECLARE_REDUCER(cilk_c_reducer_max_index_type_##name)                                                         \
  object =                                                                                                             \
      CILK_C_INIT_REDUCER(cilk_c_reducer_max_index_type_##name, cilk_c_reducer_max_index_reduce_##name,                \
                          cilk_c_reducer_max_index_identity_##name, __cilkrts_hyperobject_noop_destroy, {0, initial})
#define CILK_C_REDUCER_MAX_INDEX_CALC(reducer, place, candidate)                                                       \
  do {                                                                                                                 \
    __typeof__((reducer).value) *__tactus_view = &REDUCER_VIEW(reducer);                                               \
    __typeof__((reducer).value.value) __tactus_candidate = (candidate);                                                \
    if (__tactus_view->index < 0 || __tactus_candidate > __tactus_view->value) {                                       \
      __tactus_view->index = (place);                                                                                  \
      __tactus_view->value = __tactus_candidate;                                                                       \
    }                                                                                                                  \
  } while (0)

#endif /* C++11, C99 */

#endif
