/*===- reducer.h - Cilk's reducers ------------------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* A reducer is a variable that spawned calls, what follows them, and iterations may all update without a race. Its
|* final value is that of the serial program if its operation is associative: what runs elsewhere gets a view of its
|* own, which begins with the identity, and views are reduced in serial order (tactus/reducer.h).
|*
|*     cilk::reducer<cilk::op_add<long>> sum(0);           CILK_C_REDUCER_OPADD(sum, long, 0);
|*     cilk_for (int i = 0; i < n; ++i)                    ...
|*       *sum += f(i);                                     REDUCER_VIEW(sum) += f(i);
|*     use(sum.get_value());                               use(sum.value);
|*
|* The interfaces are Cilk Plus'. The operations are in reducer_op*.h, reducer_min_max.h, reducer_list.h,
|* reducer_vector.h and reducer_string.h. A monoid of one's own:
|*
|*     struct append : cilk::monoid_base<my_list> {
|*       static void reduce(my_list *left, my_list *right) { left->take(right); }
|*     };
|*     cilk::reducer<append> all;
|*
|* In C the reducer's type is made by CILK_C_DECLARE_REDUCER(type); one that is made in a function that may run in a
|* task must be registered before its first use and unregistered after its last: then `value` is the result.
|*
|* What a monoid does must not throw.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_H
#define TACTUS_CILK_REDUCER_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "../tactus/reducer.h"

#ifdef __cplusplus

#include <new>
#include <utility>

namespace cilk {

/// A value that the reducer takes over instead of copying it.
template <class Value> struct move_in_wrapper {
  Value *value;
};
template <class Value> move_in_wrapper<Value> move_in(Value &value) { return move_in_wrapper<Value>{&value}; }

/// What most monoids have in common: identities are default values, views are destroyed by their destructors. A monoid
/// that is derived from it has reduce(left, right), where it may take apart what is on the right.
template <class Value, class View = Value> class monoid_base {
public:
  typedef Value value_type;
  typedef View view_type;
  static void identity(View *view) { ::new (static_cast<void *>(view)) View(); }
  static void destroy(View *view) { view->~View(); }
};

/// A monoid whose views know how to be reduced: View::reduce(View *right).
template <class View> class monoid_with_view : public monoid_base<typename View::value_type, View> {
public:
  static void reduce(View *left, View *right) { left->reduce(right); }
};

namespace detail {

/// What a view that is the value itself, or a class around it, gives away.
template <class View, class Value> struct view_access {
  static const Value &get(const View &view) { return view.view_get_value(); }
  static void set(View &view, const Value &value) { view.view_set_value(value); }
  static void move_in(View &view, Value &value) { view.view_move_in(value); }
  static void move_out(View &view, Value &value) { view.view_move_out(value); }
};
template <class Value> struct view_access<Value, Value> {
  static Value &get(Value &view) { return view; }
  static const Value &get(const Value &view) { return view; }
  static void set(Value &view, const Value &value) { view = value; }
  static void move_in(Value &view, Value &value) { view = std::move(value); }
  static void move_out(Value &view, Value &value) { value = std::move(view); }
};

} // namespace detail

/// A reducer. Not copyable. Uses before the first fork and after the last join see one and the same view.
template <class Monoid> class reducer {
public:
  typedef Monoid monoid_type;
  typedef typename Monoid::value_type value_type;
  typedef typename Monoid::view_type view_type;

  /// Begins with the identity.
  reducer() : monoid_() {
    monoid_.identity(leftmost());
    made();
  }
  /// Begins with a view that is made of the arguments, usually a value.
  template <class First, class... Rest> explicit reducer(First &&first, Rest &&...rest) : monoid_() {
    ::new (static_cast<void *>(leftmost())) view_type(std::forward<First>(first), std::forward<Rest>(rest)...);
    made();
  }
  template <class Value> explicit reducer(move_in_wrapper<Value> moved) : monoid_() {
    monoid_.identity(leftmost());
    access::move_in(*leftmost(), *moved.value);
    made();
  }
  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;
  ~reducer() {
    tactus_reducer_gone(leftmost());
    monoid_.destroy(leftmost());
  }

  /// The strand's view. The reference is good up to the next fork.
  view_type &view() { return *static_cast<view_type *>(tactus_reducer_view(leftmost(), &kind, this)); }
  const view_type &view() const { return const_cast<reducer *>(this)->view(); }
  view_type &operator()() { return view(); }
  const view_type &operator()() const { return view(); }
  view_type &operator*() { return view(); }
  const view_type &operator*() const { return view(); }
  view_type *operator->() { return &view(); }
  const view_type *operator->() const { return &view(); }

  /// The value of the strand's view: the reducer's, once everything that may update it has been joined.
  auto get_value() const
      -> decltype(detail::view_access<view_type, value_type>::get(std::declval<const view_type &>())) {
    return access::get(view());
  }
  void set_value(const value_type &value) { access::set(view(), value); }
  void move_in(value_type &value) { access::move_in(view(), value); }
  void move_out(value_type &value) { access::move_out(view(), value); }

  Monoid &monoid() { return monoid_; }

private:
  typedef detail::view_access<view_type, value_type> access;

  Monoid monoid_;
  alignas(view_type) unsigned char storage_[sizeof(view_type)];

  view_type *leftmost() { return reinterpret_cast<view_type *>(storage_); }
  void made() { tactus_reducer_made(leftmost(), &kind, this); }

  static Monoid &monoid_of(void *self) { return static_cast<reducer *>(self)->monoid_; }
  static void make_identity(void *self, void *view) noexcept {
    monoid_of(self).identity(static_cast<view_type *>(view));
  }
  static void reduce_views(void *self, void *left, void *right) noexcept {
    monoid_of(self).reduce(static_cast<view_type *>(left), static_cast<view_type *>(right));
  }
  static void destroy_view(void *self, void *view) noexcept { monoid_of(self).destroy(static_cast<view_type *>(view)); }
  static const tactus_reducer_kind kind;
};

template <class Monoid>
const tactus_reducer_kind reducer<Monoid>::kind = {sizeof(view_type), alignof(view_type), make_identity, reduce_views,
                                                   destroy_view};

} // namespace cilk

extern "C" {
#endif /* __cplusplus */

/*===--- Reducers of C ---===*/

#ifdef __cplusplus
#define __TACTUS_ALIGNOF alignof
#else
#define __TACTUS_ALIGNOF _Alignof
#endif

/** The type of reducers over `type`; a new one each time, so give it a name by typedef to use it twice. */
#define CILK_C_DECLARE_REDUCER(type)                                                                                   \
  struct {                                                                                                             \
    tactus_reducer_kind kind;                                                                                          \
    type value;                                                                                                        \
  }
/** CILK_C_INIT_REDUCER(type, reduce, identity, destroy, initial value): its initialiser. The functions are reduce(void
 * *reducer, void *left, void *right), identity(void *reducer, void *view) and destroy(void *reducer, void *view). */
#define CILK_C_INIT_REDUCER(type, reduce, identity, destroy, ...)                                                      \
  {{sizeof(type), __TACTUS_ALIGNOF(type), identity, reduce, destroy}, __VA_ARGS__}
#define CILK_C_REGISTER_REDUCER(reducer) tactus_reducer_made(&(reducer).value, &(reducer).kind, &(reducer))
#define CILK_C_UNREGISTER_REDUCER(reducer) tactus_reducer_gone(&(reducer).value)
/** The strand's view, as an lvalue. */
#define REDUCER_VIEW(reducer)                                                                                          \
  (*(__typeof__((reducer).value) *)tactus_reducer_view(&(reducer).value, &(reducer).kind, &(reducer)))

/** For views that need no destruction. */
static inline __attribute__((unused)) void __cilkrts_hyperobject_noop_destroy(void *reducer, void *view) {
  (void)reducer;
  (void)view;
}

/** TACTUS_CILK_TYPES(X, ...): X(name in Cilk's macros, type, least value, greatest value, ...) for each arithmetic type
 * that C reducers have. */
#define TACTUS_CILK_INTEGERS(X, ...)                                                                                   \
  X(char, char, CHAR_MIN, CHAR_MAX, __VA_ARGS__)                                                                       \
  X(uchar, unsigned char, 0, UCHAR_MAX, __VA_ARGS__)                                                                   \
  X(schar, signed char, SCHAR_MIN, SCHAR_MAX, __VA_ARGS__)                                                             \
  X(short, short, SHRT_MIN, SHRT_MAX, __VA_ARGS__)                                                                     \
  X(ushort, unsigned short, 0, USHRT_MAX, __VA_ARGS__)                                                                 \
  X(int, int, INT_MIN, INT_MAX, __VA_ARGS__)                                                                           \
  X(uint, unsigned int, 0, UINT_MAX, __VA_ARGS__)                                                                      \
  X(unsigned, unsigned int, 0, UINT_MAX, __VA_ARGS__)                                                                  \
  X(long, long, LONG_MIN, LONG_MAX, __VA_ARGS__)                                                                       \
  X(ulong, unsigned long, 0, ULONG_MAX, __VA_ARGS__)                                                                   \
  X(longlong, long long, LLONG_MIN, LLONG_MAX, __VA_ARGS__)                                                            \
  X(ulonglong, unsigned long long, 0, ULLONG_MAX, __VA_ARGS__)
#define TACTUS_CILK_FLOATS(X, ...)                                                                                     \
  X(float, float, -__builtin_inff(), __builtin_inff(), __VA_ARGS__)                                                    \
  X(double, double, -__builtin_inf(), __builtin_inf(), __VA_ARGS__)                                                    \
  X(longdouble, long double, -__builtin_infl(), __builtin_infl(), __VA_ARGS__)

/** One type's functions for an operation written between two values. */
#define TACTUS_CILK_OPERATION(name, type, least, greatest, operation, operator, neutral)                               \
  typedef type TACTUS_CILK_PASTE(operation, _type_, name);                                                             \
  static inline __attribute__((unused)) void TACTUS_CILK_PASTE(operation, _reduce_, name)(void *reducer, void *left,   \
                                                                                          void *right) {               \
    (void)reducer;                                                                                                     \
    *(type *)left = (type)(*(type *)left operator*(type *) right);                                                     \
  }                                                                                                                    \
  static inline __attribute__((unused)) void TACTUS_CILK_PASTE(operation, _identity_, name)(void *reducer,             \
                                                                                            void *view) {              \
    (void)reducer;                                                                                                     \
    *(type *)view = (type)(neutral);                                                                                   \
  }
#define TACTUS_CILK_PASTE(a, b, c) TACTUS_CILK_PASTE_NOW(a, b, c)
#define TACTUS_CILK_PASTE_NOW(a, b, c) a##b##c

/** The reducer's type and initialiser, by the names that the functions have got. */
#define TACTUS_CILK_REDUCER_TYPE(operation, name) CILK_C_DECLARE_REDUCER(operation##_type_##name)
#define TACTUS_CILK_REDUCER(object, operation, name, initial)                                                          \
  CILK_C_DECLARE_REDUCER(operation##_type_##name)                                                                      \
  object = CILK_C_INIT_REDUCER(operation##_type_##name, operation##_reduce_##name, operation##_identity_##name,        \
                               __cilkrts_hyperobject_noop_destroy, initial)

#ifdef __cplusplus
}
#endif

#endif /* C++11, C99 */

#endif
