// Nests across calls that pass structs on the stack, small, large and aligned, which the callee changes.
// FLAGS: -O2
// CONVERTED: 2
// PROMOTES
#include "support.h"
#include <string>
#include <vector>

template <int Words, int Alignment> struct alignas(Alignment) Value {
  uint64_t words[Words];
};

template <int Words, int Alignment>
NOINLINE uint64_t inner(int before, Value<Words, Alignment> value, double number, Value<3, 8> second, int a, int b,
                        int c, int d) {
  uint64_t sum = static_cast<uint64_t>(before + a + b + c + d) + static_cast<uint64_t>(number) + second.words[2];
  std::string owned = "destroyed " + std::to_string(before);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 20 + before % 7; i++)
    sum += work(value.words[static_cast<unsigned>(i) % Words], 20);
  value.words[0] = 77;
  return sum + owned.size();
}

template <int Words, int Alignment> uint64_t outer(int n) {
  std::vector<Value<Words, Alignment>> in(static_cast<size_t>(n));
  std::vector<uint64_t> out(static_cast<size_t>(n));
  for (int i = 0; i < n; i++)
    for (int k = 0; k < Words; k++)
      in[static_cast<size_t>(i)].words[k] = static_cast<uint64_t>(i * 31 + k);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    auto index = static_cast<size_t>(i);
    out[index] = inner<Words, Alignment>(i, in[index], i * .5, Value<3, 8>{{index, 1, 2}}, 1, i, 3, 4);
  }
  uint64_t sum = 0;
  for (int i = 0; i < n; i++)
    sum =
        sum * 3 + out[static_cast<size_t>(i)] + (in[static_cast<size_t>(i)].words[0] != static_cast<uint64_t>(i) * 31);
  return sum;
}

int main() {
  SHOW("three words", (outer<3, 8>(60)));
  SHOW("aligned", (outer<8, 64>(60)));
  SHOW("large", (outer<500, 8>(20)));
}
