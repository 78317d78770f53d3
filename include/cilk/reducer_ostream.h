/*===- reducer_ostream.h - output in the order of the serial program -------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* cilk::reducer<cilk::op_ostream> r(std::cout);   *r << "text" << 5; cilk::reducer_ostream r(std::cout);             r
|* << "text" << 5;
|*
|* The stream that the reducer is made with gets what the serial program would write to it: at once outside of tasks,
|* and what tasks write when they are joined. Nobody else may write to the stream while the reducer exists. A task's
|* view begins with the format (width, precision, flags) of a new stream. C++ only.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_OSTREAM_H
#define TACTUS_CILK_REDUCER_OSTREAM_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_ostream.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_ostream.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "reducer.h"

#include <ostream>
#include <sstream>

namespace cilk {

template <class Char, class Traits = std::char_traits<Char>>
class op_basic_ostream_view : public std::basic_ostream<Char, Traits> {
  typedef std::basic_ostream<Char, Traits> stream_type;

public:
  /// The value is the stream that everything goes to; of a task's view it is null.
  typedef stream_type *value_type;

  op_basic_ostream_view() : stream_type(nullptr), target(nullptr) { this->rdbuf(&text); }
  explicit op_basic_ostream_view(stream_type &stream) : stream_type(stream.rdbuf()), target(&stream) {
    this->copyfmt(stream);
  }
  void reduce(op_basic_ostream_view *right) {
    // Inserting an empty buffer would set failbit.
    if (right->text.in_avail() > 0)
      *this << &right->text;
    this->setstate(right->rdstate());
  }

  value_type view_get_value() const { return target; }

private:
  std::basic_stringbuf<Char, Traits> text;
  stream_type *target;
};

template <class Char, class Traits = std::char_traits<Char>>
class op_basic_ostream : public monoid_with_view<op_basic_ostream_view<Char, Traits>> {};
typedef op_basic_ostream<char> op_ostream;
typedef op_basic_ostream<wchar_t> op_wostream;

/// The same as a variable.
template <class Char, class Traits = std::char_traits<Char>>
class reducer_basic_ostream : public reducer<op_basic_ostream<Char, Traits>> {
public:
  explicit reducer_basic_ostream(std::basic_ostream<Char, Traits> &stream)
      : reducer<op_basic_ostream<Char, Traits>>(stream) {}
  std::basic_ostream<Char, Traits> &get_reference() { return this->view(); }
  template <class Value> std::basic_ostream<Char, Traits> &operator<<(const Value &value) {
    return this->view() << value;
  }
  std::basic_ostream<Char, Traits> &
  operator<<(std::basic_ostream<Char, Traits> &(*manipulator)(std::basic_ostream<Char, Traits> &)) {
    return this->view() << manipulator;
  }
};
typedef reducer_basic_ostream<char> reducer_ostream;
typedef reducer_basic_ostream<wchar_t> reducer_wostream;

} // namespace cilk

#endif /* C++11, C99 */

#endif
