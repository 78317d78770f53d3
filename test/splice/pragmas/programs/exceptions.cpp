// Exceptions of steps, calls and of the statement under `try` leave it in the program's order; what is needed of C++
// beside that: templates, static members, overloads, references, objects with destructors, lambdas.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <tactus/splice.h>
#include <vector>

namespace {
constexpr int N = 4096;
int a[N], b[N], destroyed;
struct Guard {
  ~Guard() { ++destroyed; }
};

template <class T>
#pragma splice func Reads(tactus_range(x, x + n)) Writes(tactus_range(y, y + n))
void add(const T *x, T *y, int n) {
  if (n <= 32) {
    for (int i = 0; i < n; ++i)
      y[i] = static_cast<T>(y[i] + x[i]);
    return;
  }
  add(x, y, n / 2);
  add(x + n / 2, y + n / 2, n - n / 2);
}
#pragma splice func Reads(tactus_range(x, x + n)) Writes(tactus_range(y, y + n))
template <class T> void subtract(const T *x, T *y, int n) {
  if (n <= 32) {
    for (int i = 0; i < n; ++i)
      y[i] = static_cast<T>(y[i] - x[i]);
    return;
  }
  subtract(x, y, n / 2);
  subtract(x + n / 2, y + n / 2, n - n / 2);
}
struct Sweeps {
  int *data = a;
#pragma splice func Writes(tactus_range(x, x + n))
  static void thrower(int *x, int n, int at) {
    if (n <= 16) {
#pragma splice step Writes(tactus_range(x, x + n))
      for (int i = 0; i < n; ++i) {
        if (x[i] % 1000 == at)
          throw std::runtime_error("at " + std::to_string(i));
        x[i] += 1;
      }
      return;
    }
    thrower(x, n / 2, at);
    thrower(x + n / 2, n - n / 2, at);
  }
#pragma splice func Writes(tactus_range(data, data + n))
  void member(int n) {
    for (int i = 0; i < n; ++i)
      data[i] ^= n;
  }
  void go(int rounds) {
#pragma splice try(3)
    for (int i = 0; i < rounds; ++i) {
      add(data, b, N);
      member(N);
      thrower(data, N, 5000);
    }
  }
};
#pragma splice func Writes(tactus_range(x, x + n), tactus_range(&destroyed, &destroyed + 1))
void guarded(int *x, int n) {
  Guard guard;
  if (n > 64) {
    guarded(x, n / 2);
    guarded(x + n / 2, n - n / 2);
    return;
  }
  std::vector<int> copy(x, x + n);
  for (int value : copy)
    x[0] += value;
}
#pragma splice func Writes(tactus_range(&x, &x + 1))
void reference(int &x) { x += 3; }

long check() {
  long sum = destroyed;
  for (int i = 0; i < N; ++i)
    sum = sum * 31 + a[i] * 7 + b[i];
  return sum;
}
} // namespace

int main() {
  for (int i = 0; i < N; ++i)
    a[i] = i, b[i] = N - i;
#pragma splice try(4)
  for (int i = 0; i < 3; ++i) {
    add(a, b, N);
    subtract(b + 1, a, N - 1);
    guarded(b, N);
    reference(a[i]);
    Sweeps::thrower(b, N, 5000);
  }
  std::printf("%ld\n", check());
  Sweeps sweeps;
  sweeps.go(4);
  std::printf("%ld\n", check());
  for (int round = 0; round < 4; ++round)
    try {
      for (int i = 0; i < N; ++i)
        a[i] = i;
#pragma splice try(8)
      {
        Sweeps::thrower(a, N, 700 + round);
        if (round == 2)
          throw std::logic_error("between");
        Sweeps::thrower(a, N, 300 + round);
      }
    } catch (const std::exception &error) {
      // What comes later in the program may have happened, so the sum is not printed.
      std::printf("%s\n", error.what());
    }
  for (int i = 0; i < N; ++i)
    a[i] = i % 100;
  auto sweep = [&](int times) {
#pragma splice try
    for (int i = 0; i < times; ++i)
      add(a, b, N);
  };
  sweep(5);
  std::printf("%ld\n", check());
}
