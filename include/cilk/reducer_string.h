/*===- reducer_string.h - strings that grow --------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* cilk::reducer<cilk::op_string> r;   *r += "text";  r->append(…);   r.get_value(): std::string
|* cilk::reducer_string r;             r += "text";   r.append(…);
|*
|* and op_basic_string<Char>, op_wstring. The text is that of the serial program. C++ only.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_STRING_H
#define TACTUS_CILK_REDUCER_STRING_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_string.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_string.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "reducer.h"

#include <string>

namespace cilk {

template <class Char, class Traits, class Allocator> class op_basic_string_view {
public:
  typedef std::basic_string<Char, Traits, Allocator> value_type;

  op_basic_string_view() {}
  explicit op_basic_string_view(const value_type &initial) : string(initial) {}
  void reduce(op_basic_string_view *right) {
    if (string.empty())
      string.swap(right->string);
    else
      string += right->string;
  }
  template <class Text> op_basic_string_view &operator+=(const Text &text) {
    string += text;
    return *this;
  }
  template <class... Arguments> op_basic_string_view &append(const Arguments &...arguments) {
    string.append(arguments...);
    return *this;
  }
  void push_back(Char x) { string.push_back(x); }

  const value_type &view_get_value() const { return string; }
  void view_set_value(const value_type &other) { string = other; }
  void view_move_in(value_type &other) {
    string.clear();
    string.swap(other);
  }
  void view_move_out(value_type &other) {
    other.clear();
    string.swap(other);
  }

private:
  value_type string;
};

template <class Char, class Traits = std::char_traits<Char>, class Allocator = std::allocator<Char>>
class op_basic_string : public monoid_with_view<op_basic_string_view<Char, Traits, Allocator>> {};
typedef op_basic_string<char> op_string;
typedef op_basic_string<wchar_t> op_wstring;

/// The same as a variable.
template <class Char, class Traits = std::char_traits<Char>, class Allocator = std::allocator<Char>>
class reducer_basic_string : public reducer<op_basic_string<Char, Traits, Allocator>> {
public:
  reducer_basic_string() {}
  explicit reducer_basic_string(const std::basic_string<Char, Traits, Allocator> &initial)
      : reducer<op_basic_string<Char, Traits, Allocator>>(initial) {}
  template <class Text> reducer_basic_string &operator+=(const Text &text) {
    this->view() += text;
    return *this;
  }
  template <class... Arguments> reducer_basic_string &append(const Arguments &...arguments) {
    this->view().append(arguments...);
    return *this;
  }
  void push_back(Char x) { this->view().push_back(x); }
};
typedef reducer_basic_string<char> reducer_string;
typedef reducer_basic_string<wchar_t> reducer_wstring;

} // namespace cilk

#endif /* C++11, C99 */

#endif
