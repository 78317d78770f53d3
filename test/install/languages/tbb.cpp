#include <cstdio>
#include <tbb/parallel_reduce.h>
#include <tbb/task_group.h>
int main() {
  auto sum = [](const tbb::blocked_range<long> &range, long total) {
    for (long i = range.begin(); i < range.end(); i++)
      total += i;
    return total;
  };
  long first = 0, second = 0;
  tbb::task_group group;
  group.run([&] { first = tbb::parallel_reduce(tbb::blocked_range<long>(0, 1000000), 0L, sum, std::plus<>()); });
  group.run([&] { second = tbb::parallel_reduce(tbb::blocked_range<long>(0, 1000), 0L, sum, std::plus<>()); });
  group.wait();
  std::printf("%ld %ld\n", first, second);
}
