/*===- reducer_vector.h - vectors that grow --------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* cilk::reducer<cilk::op_vector<T>> r;   r->push_back(x);    r.get_value(): std::vector<T>
|* cilk::reducer_vector<T> r;             r.push_back(x);
|*
|* The elements end up in the order in which the serial program adds them. C++ only.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_VECTOR_H
#define TACTUS_CILK_REDUCER_VECTOR_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_vector.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_vector.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "reducer.h"

#include <iterator>
#include <vector>

namespace cilk {

template <class Type, class Allocator> class op_vector_view {
public:
  typedef std::vector<Type, Allocator> value_type;

  op_vector_view() {}
  explicit op_vector_view(const value_type &initial) : vector(initial) {}
  void reduce(op_vector_view *right) {
    if (vector.empty())
      vector.swap(right->vector);
    else
      vector.insert(vector.end(), std::make_move_iterator(right->vector.begin()),
                    std::make_move_iterator(right->vector.end()));
  }
  void push_back(const Type &x) { vector.push_back(x); }
  void push_back(Type &&x) { vector.push_back(std::move(x)); }
  template <class... Arguments> void emplace_back(Arguments &&...arguments) {
    vector.emplace_back(std::forward<Arguments>(arguments)...);
  }
  void insert_back(size_t count, const Type &x) { vector.insert(vector.end(), count, x); }
  template <class Iterator> void insert_back(Iterator first, Iterator last) {
    vector.insert(vector.end(), first, last);
  }

  const value_type &view_get_value() const { return vector; }
  void view_set_value(const value_type &other) { vector = other; }
  void view_move_in(value_type &other) {
    vector.clear();
    vector.swap(other);
  }
  void view_move_out(value_type &other) {
    other.clear();
    vector.swap(other);
  }

private:
  value_type vector;
};

template <class Type, class Allocator = std::allocator<Type>>
class op_vector : public monoid_with_view<op_vector_view<Type, Allocator>> {};

/// The same as a variable.
template <class Type, class Allocator = std::allocator<Type>>
class reducer_vector : public reducer<op_vector<Type, Allocator>> {
public:
  reducer_vector() {}
  explicit reducer_vector(const std::vector<Type, Allocator> &initial) : reducer<op_vector<Type, Allocator>>(initial) {}
  void push_back(const Type &x) { this->view().push_back(x); }
  void push_back(Type &&x) { this->view().push_back(std::move(x)); }
};

} // namespace cilk

#endif /* C++11, C99 */

#endif
