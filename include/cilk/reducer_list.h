/*===- reducer_list.h - lists that grow at one end -------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* cilk::reducer<cilk::op_list_append<T>> r;    r->push_back(x);    r.get_value(): std::list<T>
|* cilk::reducer<cilk::op_list_prepend<T>> r;   r->push_front(x); cilk::reducer_list_append<T> r;
|* r.push_back(x);     r.get_value() cilk::reducer_list_prepend<T> r;             r.push_front(x);
|*
|* The elements end up in the order in which the serial program adds them. Reducing two views takes constant time. C++
|* only.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_LIST_H
#define TACTUS_CILK_REDUCER_LIST_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_list.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_list.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "reducer.h"

#include <list>

namespace cilk {
namespace detail {

template <class Type, class Allocator> class list_view {
public:
  typedef std::list<Type, Allocator> value_type;

  list_view() {}
  explicit list_view(const value_type &initial) : list(initial) {}
  template <class Iterator> list_view(Iterator first, Iterator last) : list(first, last) {}

  const value_type &view_get_value() const { return list; }
  void view_set_value(const value_type &other) { list = other; }
  void view_move_in(value_type &other) {
    list.clear();
    list.swap(other);
  }
  void view_move_out(value_type &other) {
    other.clear();
    list.swap(other);
  }

protected:
  value_type list;
};

} // namespace detail

template <class Type, class Allocator> class op_list_append_view : public detail::list_view<Type, Allocator> {
  typedef detail::list_view<Type, Allocator> base;

public:
  using base::base;
  using typename base::value_type;
  op_list_append_view() {}
  void reduce(op_list_append_view *right) { this->list.splice(this->list.end(), right->list); }
  void push_back(const Type &x) { this->list.push_back(x); }
  void push_back(Type &&x) { this->list.push_back(std::move(x)); }
  template <class... Arguments> void emplace_back(Arguments &&...arguments) {
    this->list.emplace_back(std::forward<Arguments>(arguments)...);
  }
  template <class Iterator> void insert_back(Iterator first, Iterator last) {
    this->list.insert(this->list.end(), first, last);
  }
  /// Takes over another list's elements.
  void splice_back(value_type &other) { this->list.splice(this->list.end(), other); }
};

template <class Type, class Allocator = std::allocator<Type>>
class op_list_append : public monoid_with_view<op_list_append_view<Type, Allocator>> {};

/// The same as a variable.
template <class Type, class Allocator = std::allocator<Type>>
class reducer_list_append : public reducer<op_list_append<Type, Allocator>> {
public:
  reducer_list_append() {}
  explicit reducer_list_append(const std::list<Type, Allocator> &initial)
      : reducer<op_list_append<Type, Allocator>>(initial) {}
  void push_back(const Type &x) { this->view().push_back(x); }
  void push_back(Type &&x) { this->view().push_back(std::move(x)); }
};

template <class Type, class Allocator> class op_list_prepend_view : public detail::list_view<Type, Allocator> {
  typedef detail::list_view<Type, Allocator> base;

public:
  using base::base;
  using typename base::value_type;
  op_list_prepend_view() {}
  void reduce(op_list_prepend_view *right) { this->list.splice(this->list.begin(), right->list); }
  void push_front(const Type &x) { this->list.push_front(x); }
  void push_front(Type &&x) { this->list.push_front(std::move(x)); }
  template <class... Arguments> void emplace_front(Arguments &&...arguments) {
    this->list.emplace_front(std::forward<Arguments>(arguments)...);
  }
  template <class Iterator> void insert_front(Iterator first, Iterator last) {
    this->list.insert(this->list.begin(), first, last);
  }
  /// Takes over another list's elements.
  void splice_front(value_type &other) { this->list.splice(this->list.begin(), other); }
};

template <class Type, class Allocator = std::allocator<Type>>
class op_list_prepend : public monoid_with_view<op_list_prepend_view<Type, Allocator>> {};

/// The same as a variable.
template <class Type, class Allocator = std::allocator<Type>>
class reducer_list_prepend : public reducer<op_list_prepend<Type, Allocator>> {
public:
  reducer_list_prepend() {}
  explicit reducer_list_prepend(const std::list<Type, Allocator> &initial)
      : reducer<op_list_prepend<Type, Allocator>>(initial) {}
  void push_front(const Type &x) { this->view().push_front(x); }
  void push_front(Type &&x) { this->view().push_front(std::move(x)); }
};

} // namespace cilk

#endif /* C++11, C99 */

#endif
