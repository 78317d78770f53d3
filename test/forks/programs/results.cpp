// Results of every kind come back through a return stub, or through memory where they do not fit in its registers.
#include "support.h"
#include <string>
#include <tactus/tactus.hpp>
#include <tuple>
#include <vector>

using tactus::par;

template <class T> __attribute__((noinline)) T node(int n, T (*make)(int), T (*add)(T, T));
template <class T> T node(int n, T (*make)(int), T (*add)(T, T)) {
  if (n < 2)
    return make(n);
  auto [a, b] = par([&] { return node<T>(n - 1, make, add); }, [&] { return node<T>(n - 2, make, add); });
  return add(std::move(a), std::move(b));
}

struct TwoWords {
  uint64_t a, b;
};
struct Mixed {
  double d;
  uint64_t i;
};
struct MixedBack {
  uint64_t i;
  double d;
};
struct TwoDoubles {
  double a, b;
};
struct TwoFloats {
  float a, b;
};
struct FourFloats {
  float a, b, c, d;
};
struct Big {
  uint64_t words[5];
};
typedef float Vector4 __attribute__((vector_size(16)));
typedef int Vector4i __attribute__((vector_size(16)));

int main() {
  show("bool", node<bool>(16, [](int n) { return n == 1; }, [](bool a, bool b) { return a != b; }));
  show("char", (unsigned char)node<char>(
                   15, [](int n) { return char(n + 3); }, [](char a, char b) { return char(a * 3 + b); }));
  show("short", (unsigned short)node<short>(
                    15, [](int n) { return short(n + 3); }, [](short a, short b) { return short(a * 3 + b); }));
  show("unsigned",
       node<unsigned>(15, [](int n) { return unsigned(n + 3); }, [](unsigned a, unsigned b) { return a * 3 + b; }));
  show("int128", uint64_t(node<unsigned __int128>(
                              15, [](int n) { return (unsigned __int128)n << 70 | 5; },
                              [](unsigned __int128 a, unsigned __int128 b) { return a * 3 + b; }) >>
                          64));
  std::printf("float %a\n",
              node<float>(14, [](int n) { return float(n) + 0.5f; }, [](float a, float b) { return a + b * 0.5f; }));
  std::printf("double %a\n",
              node<double>(14, [](int n) { return n + 0.5; }, [](double a, double b) { return a + b * 0.5; }));
  std::printf(
      "long double %La\n",
      node<long double>(14, [](int n) { return n + 0.5L; }, [](long double a, long double b) { return a + b * 0.5L; }));
  auto words = node<TwoWords>(
      14, [](int n) { return TwoWords{uint64_t(n), 7}; },
      [](TwoWords a, TwoWords b) { return TwoWords{a.a + b.b, a.b * 3 + b.a}; });
  show("two words", mix(words.a, words.b));
  auto mixed = node<Mixed>(
      14, [](int n) { return Mixed{n + 0.5, uint64_t(n)}; },
      [](Mixed a, Mixed b) { return Mixed{a.d + b.d, a.i * 3 + b.i}; });
  std::printf("mixed %a %llx\n", mixed.d, (unsigned long long)mixed.i);
  auto back = node<MixedBack>(
      14, [](int n) { return MixedBack{uint64_t(n), n + 0.5}; },
      [](MixedBack a, MixedBack b) { return MixedBack{a.i * 3 + b.i, a.d + b.d}; });
  std::printf("mixed %a %llx\n", back.d, (unsigned long long)back.i);
  auto doubles = node<TwoDoubles>(
      14, [](int n) { return TwoDoubles{n + 0.5, n + 0.25}; },
      [](TwoDoubles a, TwoDoubles b) { return TwoDoubles{a.a + b.b, a.b - b.a}; });
  std::printf("doubles %a %a\n", doubles.a, doubles.b);
  auto floats = node<TwoFloats>(
      14, [](int n) { return TwoFloats{n + 0.5f, n + 0.25f}; },
      [](TwoFloats a, TwoFloats b) { return TwoFloats{a.a + b.b, a.b - b.a}; });
  std::printf("floats %a %a\n", floats.a, floats.b);
  auto four = node<FourFloats>(
      14, [](int n) { return FourFloats{n + 0.5f, n + 0.25f, 1, 2}; },
      [](FourFloats a, FourFloats b) { return FourFloats{a.a + b.b, a.b - b.a, a.c + b.d, b.c}; });
  std::printf("floats %a %a %a %a\n", four.a, four.b, four.c, four.d);
  auto vector = node<Vector4>(
      14, [](int n) { return Vector4{n + 0.5f, n + 0.25f, 1, 2}; }, [](Vector4 a, Vector4 b) { return a + b * 0.5f; });
  std::printf("vector %a %a %a %a\n", vector[0], vector[1], vector[2], vector[3]);
  auto integers =
      node<Vector4i>(14, [](int n) { return Vector4i{n, 2, 3, 4}; }, [](Vector4i a, Vector4i b) { return a + b * 3; });
  std::printf("vector %d %d %d %d\n", integers[0], integers[1], integers[2], integers[3]);
  auto big = node<Big>(
      14, [](int n) { return Big{{uint64_t(n), 1, 2, 3, 4}}; },
      [](Big a, Big b) {
        for (int i = 0; i < 5; ++i)
          a.words[i] = a.words[i] * 3 + b.words[4 - i];
        return a;
      });
  show("big", mix(big.words[0], big.words[4]));
  auto text = node<std::string>(
      10, [](int n) { return std::string(n + 1, 'x'); }, [](std::string a, std::string b) { return a + "," + b; });
  show("string", text.size());
  auto list = node<std::vector<int>>(
      10, [](int n) { return std::vector<int>(n + 1, n); },
      [](std::vector<int> a, std::vector<int> b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
      });
  show("vector", list.size());
}
