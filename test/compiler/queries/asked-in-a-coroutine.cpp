// A coroutine may go on in another thread: it asks each time, and so does all else in its file.
// RUN: %rawxx -std=c++20 %s | %convert | FileCheck %s
// CHECK: declare i32 @tactus_omp_get_thread_num(ptr) #[[OURS:[0-9]+]]
// CHECK: attributes #[[OURS]] = { nounwind }
extern "C" int omp_get_thread_num();

namespace std {
template <typename Result, typename...> struct coroutine_traits {
  using promise_type = typename Result::promise_type;
};
template <typename Promise = void> struct coroutine_handle {
  static coroutine_handle from_address(void *) noexcept;
};
} // namespace std

struct Suspension {
  bool await_ready() noexcept { return false; }
  template <typename Promise> void await_suspend(std::coroutine_handle<Promise>) noexcept {}
  void await_resume() noexcept {}
};

struct Coroutine {
  struct promise_type {
    Coroutine get_return_object() { return {}; }
    Suspension initial_suspend() noexcept { return {}; }
    Suspension final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

int sum;
Coroutine asks() {
  sum += omp_get_thread_num();
  co_await Suspension();
  sum += omp_get_thread_num();
}
