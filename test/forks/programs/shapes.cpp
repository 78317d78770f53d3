// Branches of every shape: peeled calls, several calls, none, function pointers, virtual and member functions, captures
// by value and by reference, read and written, nested forks, forks in loops, arguments on the stack and by value.
#include "support.h"
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <tactus/tactus.hpp>
#include <vector>

using tactus::par;

struct Node {
  std::unique_ptr<Node> left, right;
  long value;
};
static std::unique_ptr<Node> build(int depth, long &next) {
  if (depth == 0)
    return nullptr;
  auto node = std::make_unique<Node>();
  node->left = build(depth - 1, next);
  node->value = next++;
  node->right = build(depth - 1, next);
  return node;
}
static long sum(const Node *node) {
  if (!node)
    return 0;
  auto [a, b] = par([&] { return sum(node->left.get()); }, [&] { return sum(node->right.get()); });
  return a + b + node->value;
}
static int depthOf(const Node *node) {
  if (!node)
    return 0;
  auto [a, b] = par([&] { return depthOf(node->left.get()); }, [&] { return depthOf(node->right.get()); });
  return std::max(a, b) + 1;
}

static void quicksort(int *begin, int *end) {
  if (end - begin < 2)
    return;
  int pivot = begin[(end - begin) / 2];
  int *middle1 = std::partition(begin, end, [=](int x) { return x < pivot; });
  int *middle2 = std::partition(middle1, end, [=](int x) { return x == pivot; });
  par([=] { quicksort(begin, middle1); }, [=] { quicksort(middle2, end); });
}

static void mergesort(int *data, int *spare, size_t size) {
  if (size < 2)
    return;
  size_t half = size / 2;
  par([&] { mergesort(data, spare, half); }, [&] { mergesort(data + half, spare + half, size - half); });
  std::merge(data, data + half, data + half, data + size, spare);
  std::copy(spare, spare + size, data);
}

static long queens(int n, int row, unsigned columns, unsigned left, unsigned right) {
  if (row == n)
    return 1;
  std::array<long, 16> counts{};
  std::function<void(int, int)> split = [&](int from, int to) {
    if (to - from == 1) {
      unsigned bit = 1u << from;
      if (!((columns | left | right) & bit))
        counts[from] = queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
      return;
    }
    int middle = (from + to) / 2;
    par([&] { split(from, middle); }, [&] { split(middle, to); });
  };
  split(0, n);
  return std::accumulate(counts.begin(), counts.end(), 0L);
}

struct Shape {
  virtual long area(int n) const = 0;
  virtual ~Shape() = default;
};
struct Square : Shape {
  long area(int n) const override {
    return n < 1 ? 1 : [&] {
      auto [a, b] = par([&] { return area(n - 1); }, [&] { return area(n - 2); });
      return a + 2 * b;
    }();
  }
};

struct ByValue {
  long words[4];
};
static long takesByValue(ByValue value, int n) {
  if (n < 2)
    return value.words[n];
  ByValue next = value;
  next.words[0] += n;
  auto [a, b] = par([&] { return takesByValue(next, n - 1); }, [&] { return takesByValue(value, n - 2); });
  return a * 3 + b;
}
static long manyArguments(long a, long b, long c, long d, long e, long f, long g, long h, int n) {
  if (n < 2)
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8;
  auto [x, y] = par([&] { return manyArguments(b, c, d, e, f, g, h, a, n - 1); },
                    [&] { return manyArguments(h, g, f, e, d, c, b, a, n - 2); });
  return x * 3 + y;
}

static long written(int n) {
  if (n < 2)
    return n;
  long a = 5, b = 6, shared = n;
  par([&] { a = written(n - 1) + shared; }, [&] { b = written(n - 2) * shared; });
  long before = b;
  par([&] { a += before; }, [&] { b += 1; });
  return a * 7 + b;
}

static long nested(int n) {
  if (n < 2)
    return n + 1;
  long a, b, c, d;
  par([&] { par([&] { a = nested(n - 1); }, [&] { b = nested(n - 2); }); },
      [&] { par([&] { c = nested(n - 2); }, [&] { d = nested(n - 2); }); });
  return a * 3 + b * 5 + c * 7 + d;
}

static long loops(int n) {
  if (n < 2)
    return n;
  long total = 0;
  for (int i = 0; i < 3; ++i) {
    auto [a, b] = par([&] { return loops(n - 2); },
                      [&] {
                        long sum = 0;
                        for (int j = 0; j <= i; ++j)
                          sum += loops(n - 3 > 0 ? n - 3 : 0);
                        return sum;
                      });
    total = total * 3 + a + b;
  }
  return total;
}

static double floating(double x, float y, int n) {
  if (n < 2)
    return x + y;
  auto [a, b] = par([&] { return floating(x * 0.5, y, n - 1); }, [&] { return floating(x, y * 0.5f, n - 2); });
  return a + b;
}
// Wraps around.
static unsigned long constants(int n) {
  if (n < 2)
    return static_cast<unsigned long>(n);
  const unsigned long big = 0x123456789abcdefL;
  auto [a, b] = par([=] { return constants(n - 1); }, [=] { return constants(n - 2) ^ big; });
  return a + b;
}
static long dynamicFrame(int n) {
  if (n < 2)
    return n;
  auto *buffer = static_cast<volatile char *>(__builtin_alloca(n * 16));
  buffer[n] = char(n);
  auto [a, b] = par([&] { return dynamicFrame(n - 1); }, [&] { return dynamicFrame(n - 2); });
  return a + b + buffer[n];
}
static long pointer(int n, long (*self)(int, void *), void *context) {
  if (n < 2)
    return n;
  auto [a, b] = par([&] { return self(n - 1, context); }, [&] { return self(n - 2, context); });
  return a + b;
}
static long through(int n, void *context) {
  return pointer(n, reinterpret_cast<long (*)(int, void *)>(context), context);
}
static long odd(int n);
static long even(int n) {
  return n < 2 ? n : [&] {
    auto [a, b] = par([&] { return odd(n - 1); }, [&] { return odd(n - 2); });
    return a * 2 + b;
  }();
}
static long odd(int n) {
  return n < 2 ? n : [&] {
    auto [a, b] = par([&] { return even(n - 1); }, [&] { return even(n - 2); });
    return a + b * 3;
  }();
}

int main() {
  long next = 1;
  auto tree = build(12, next);
  show("tree", uint64_t(sum(tree.get())));
  show("depth", uint64_t(depthOf(tree.get())));
  std::vector<int> data(5000), spare(5000);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = int(mix(i, 3) % 3000);
  auto other = data;
  quicksort(data.data(), data.data() + data.size());
  mergesort(other.data(), spare.data(), other.size());
  show("sorted", std::is_sorted(data.begin(), data.end()) && data == other);
  show("queens", uint64_t(queens(7, 0, 0, 0, 0)));
  show("virtual", uint64_t(Square().area(13)));
  show("by value", uint64_t(takesByValue({{1, 2, 3, 4}}, 14)));
  show("many arguments", uint64_t(manyArguments(1, 2, 3, 4, 5, 6, 7, 8, 14)));
  show("written", uint64_t(written(14)));
  show("nested", uint64_t(nested(8)));
  show("loops", uint64_t(loops(9)));
  std::printf("floating %a\n", floating(3.25, 0.75f, 14));
  show("constants", uint64_t(constants(14)));
  show("dynamic frame", uint64_t(dynamicFrame(14)));
  show("function pointer", uint64_t(through(14, reinterpret_cast<void *>(&through))));
  show("mutual", uint64_t(even(14)));
}
