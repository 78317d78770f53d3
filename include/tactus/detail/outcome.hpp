//===- outcome.hpp - what a branch leaves behind -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A branch returns a value, a reference or nothing, or throws. A Holder keeps the first three between a branch and its
// join. An Outcome, in the result area of a task, keeps the exception as well, because nothing may be thrown into
// libtactus.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_OUTCOME_HPP
#define TACTUS_DETAIL_OUTCOME_HPP

#include "../latent.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace tactus::detail {

/// Room for a result of type T, constructed and destroyed by hand.
template <class T> class Holder {
  union {
    T value;
  };

public:
  Holder() noexcept {}
  ~Holder() {}
  Holder(const Holder &) = delete;
  Holder &operator=(const Holder &) = delete;

  template <class Function> [[gnu::always_inline]] void fill(Function &&function) {
    ::new (static_cast<void *>(std::addressof(value))) T(std::forward<Function>(function)());
  }
  [[gnu::always_inline]] T &&take() noexcept { return std::move(value); }
  [[gnu::always_inline]] void destroy() noexcept { std::destroy_at(std::addressof(value)); }
};

template <class T> class Holder<T &> {
  T *value;

public:
  template <class Function> [[gnu::always_inline]] void fill(Function &&function) {
    value = std::addressof(std::forward<Function>(function)());
  }
  [[gnu::always_inline]] T &take() noexcept { return *value; }
  void destroy() noexcept {}
};

template <class T> class Holder<T &&> {
  T *value;

public:
  template <class Function> [[gnu::always_inline]] void fill(Function &&function) {
    T &&result = std::forward<Function>(function)();
    value = std::addressof(result);
  }
  [[gnu::always_inline]] T &&take() noexcept { return static_cast<T &&>(*value); }
  void destroy() noexcept {}
};

template <class T>
  requires std::is_void_v<T>
class Holder<T> {
public:
  template <class Function> [[gnu::always_inline]] void fill(Function &&function) {
    std::forward<Function>(function)();
  }
  void take() noexcept {}
  void destroy() noexcept {}
};

/// Destroys what is in a Holder, or an Outcome, at the end of the scope.
template <class Held> class Destroyer {
  Held &held;

public:
  explicit Destroyer(Held &what) noexcept : held(what) {}
  Destroyer(const Destroyer &) = delete;
  Destroyer &operator=(const Destroyer &) = delete;
  ~Destroyer() { held.destroy(); }
};

/// The result of a task. Lives in its result area from fill() to destroy().
template <class T> class Outcome {
  Holder<T> holder;
#if defined(__cpp_exceptions)
  std::exception_ptr error;
#endif

public:
  /// Calls the function; its result or its exception is the outcome.
  template <class Function> void fill(Function &&function) noexcept {
#if defined(__cpp_exceptions)
    try {
      holder.fill(std::forward<Function>(function));
    } catch (...) {
      error = std::current_exception();
    }
#else
    holder.fill(std::forward<Function>(function));
#endif
  }
  bool failed() const noexcept {
#if defined(__cpp_exceptions)
    return error != nullptr;
#else
    return false;
#endif
  }
  /// Only if it has failed, which it still has afterwards.
  [[noreturn]] void rethrow() {
#if defined(__cpp_exceptions)
    std::rethrow_exception(error);
#else
    std::terminate();
#endif
  }
  /// The result; throws what the branch has thrown.
  decltype(auto) take() {
    if (failed())
      rethrow();
    return holder.take();
  }
  void destroy() noexcept {
    if (!failed())
      holder.destroy();
    std::destroy_at(this);
  }
};

/// There is room for what needs more than the alignment of result areas.
template <class T>
inline constexpr std::size_t areaSize =
    sizeof(T) + (alignof(T) > TACTUS_RESULT_ALIGNMENT ? alignof(T) - TACTUS_RESULT_ALIGNMENT : 0);
template <class T> T *inArea(void *area) noexcept {
  auto address = reinterpret_cast<std::uintptr_t>(area);
  return reinterpret_cast<T *>((address + alignof(T) - 1) & ~std::uintptr_t{alignof(T) - 1});
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_OUTCOME_HPP
