// Strips of a loop know that variables which the body captures by reference are there, and read them once, although not
// every iteration does: those of the function, and what its parameters refer to. Not what is behind a pointer, which an
// iteration might free, nor where others may have the body.
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -ftactus-beat=interrupt -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DREFERENCE -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DBEHIND -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DEVERYBODYS -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DSECOND -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE
#include <tactus/algorithm.hpp>

#include <string>
#include <vector>

#ifdef REFERENCE
using Letter = const int &;
#else
using Letter = int;
#endif

#ifdef EVERYBODYS
inline
#else
static
#endif
std::size_t lettersIn(const std::vector<std::string> &words, Letter letter, [[maybe_unused]] const int *other) {
#ifdef BEHIND
  const int &wanted = *other;
#else
  const int &wanted = letter;
#endif
  struct Letters {
    const int &wanted;
    std::size_t operator()(const std::string &word) const {
      std::size_t count = 0;
      for (char one : word)
        count += one == wanted;
      return count;
    }
  };
#ifdef SECOND
  // Calls of one loop, of which one is of something else.
  auto countOf = [&](const int *wanted) {
    return tactus::parallel_transform_reduce(words, std::size_t{0}, std::plus<>(), Letters{*wanted});
  };
  return countOf(&wanted) + countOf(other);
#else
  return tactus::parallel_transform_reduce(words, std::size_t{0}, std::plus<>(),
                                           [&](const std::string &word) { return Letters{wanted}(word); });
#endif
}

// CHECK: define internal {{.*}}CanonicalLoop{{.*}}3runE
// CHECK: [[ADDRESS:%[0-9a-z.]+]] = load ptr, ptr {{.*}}!dereferenceable [[BYTES:![0-9]+]]
// CHECK: load i32, ptr [[ADDRESS]]
// CHECK: [[BYTES]] = !{i64 4}

// NONE: define {{.*}}CanonicalLoop{{.*}}3runE
// NONE-NOT: !dereferenceable
extern "C" std::size_t count(const std::vector<std::string> &words, Letter letter, const int *other) {
  return lettersIn(words, letter, other);
}
