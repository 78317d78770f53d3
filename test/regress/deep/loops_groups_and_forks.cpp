// FLAGS: -std=c++20
// What else can be promoted thousands of times: iterations, taskloops, members of a group, forks in a loop.
#include <atomic>
#include <cilk/cilk.h>
#include <cstdio>
#include <tactus/tactus.hpp>

static constexpr long Count = 20000;

[[gnu::noinline]] static long sumOfLoop() {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 1)
  for (long i = 0; i < Count; ++i)
    sum += i;
  return sum;
}

[[gnu::noinline]] static long sumWithFewThreads() {
  long sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (long i = 0; i < Count; ++i)
    sum += i;
  return sum;
}

[[gnu::noinline]] static long sumOfTaskloop() {
  std::atomic<long> sum{0};
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1) shared(sum)
  for (long i = 0; i < Count; ++i)
    sum.fetch_add(i, std::memory_order_relaxed);
  return sum;
}

[[gnu::noinline]] static long sumOfGroup() {
  std::atomic<long> sum{0};
  tactus::task_group group;
  for (long i = 0; i < Count; ++i)
    group.run([&sum, i] { sum.fetch_add(i, std::memory_order_relaxed); });
  group.wait();
  return sum;
}

[[gnu::noinline]] static long sumOfForks() {
  long even = 0, odd = 0;
  for (long i = 0; i < Count; i += 2)
    tactus::par([&] { even += i; }, [&] { odd += i + 1; });
  return even + odd;
}

[[gnu::noinline]] static long sumOfHeaderLoop() {
  std::atomic<long> sum{0};
  tactus::parallel_for(0L, Count, [&](long i) { sum.fetch_add(i, std::memory_order_relaxed); });
  return sum;
}

[[gnu::noinline]] static long sumOfCilkFor() {
  std::atomic<long> sum{0};
  cilk_for(long i = 0; i < Count; ++i) sum.fetch_add(i, std::memory_order_relaxed);
  return sum;
}

int main() {
  constexpr long Expected = Count * (Count - 1) / 2;
  int wrong = 0;
  for (auto *sum : {sumOfLoop, sumWithFewThreads, sumOfTaskloop, sumOfGroup, sumOfForks, sumOfHeaderLoop, sumOfCilkFor})
    if (long found = sum(); found != Expected) {
      std::printf("function %d: %ld\n", wrong, found);
      ++wrong;
    }
  return wrong;
}
