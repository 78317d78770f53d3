/*===- scalar_reducer.h - what reducers of numbers have in common ------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_SCALAR_REDUCER_H
#define TACTUS_CILK_SCALAR_REDUCER_H

#include "../reducer.h"

#include <limits.h>

#ifdef __cplusplus

namespace cilk {
namespace detail {

/// The right-hand side of `*r = *r + x`, which is the only kind of assignment that a view allows.
template <class View, class Value> struct scalar_result {
  Value value;
};

/// A number that is changed by one operation only.
template <class View, class Value, class Operation> class scalar_view {
public:
  typedef Value value_type;

  scalar_view() : value(Operation::identity()) {}
  explicit scalar_view(const Value &initial) : value(initial) {}
  void reduce(View *right) { Operation::apply(value, right->value); }
  View &operator=(scalar_result<View, Value> result) {
    value = result.value;
    return static_cast<View &>(*this);
  }

  const Value &view_get_value() const { return value; }
  void view_set_value(const Value &other) { value = other; }
  void view_move_in(Value &other) { value = other; }
  void view_move_out(Value &other) { other = value; }

protected:
  Value value;

  View &apply(const Value &x) {
    Operation::apply(value, x);
    return static_cast<View &>(*this);
  }
};

/// A reducer that is used like the variable itself.
template <class Monoid> class scalar_reducer : public reducer<Monoid> {
  typedef typename Monoid::view_type View;
  typedef typename Monoid::value_type Value;

public:
  scalar_reducer() {}
  explicit scalar_reducer(const Value &initial) : reducer<Monoid>(initial) {}
  scalar_reducer &operator=(scalar_result<View, Value> result) {
    this->view() = result;
    return *this;
  }
  void set_value(const Value &value) { reducer<Monoid>::set_value(value); }
  /// As far as views have them, for `r = r + x`.
  template <class X>
  auto operator+(const X &x) const -> decltype(std::declval<const typename Monoid::view_type &>() + x) {
    return this->view() + x;
  }
  template <class X>
  auto operator-(const X &x) const -> decltype(std::declval<const typename Monoid::view_type &>() - x) {
    return this->view() - x;
  }
  template <class X>
  auto operator*(const X &x) const -> decltype(std::declval<const typename Monoid::view_type &>() * x) {
    return this->view() * x;
  }
  template <class X>
  auto operator&(const X &x) const -> decltype(std::declval<const typename Monoid::view_type &>() & x) {
    return this->view() & x;
  }
  template <class X>
  auto operator|(const X &x) const -> decltype(std::declval<const typename Monoid::view_type &>() | x) {
    return this->view() | x;
  }
  template <class X>
  auto operator^(const X &x) const -> decltype(std::declval<const typename Monoid::view_type &>() ^ x) {
    return this->view() ^ x;
  }
};

} // namespace detail
} // namespace cilk

#endif /* __cplusplus */

#endif
