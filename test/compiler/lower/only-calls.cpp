// A function that only the iteration calls is part of it, as in the serial program, although the loop comes in several
// versions: the remainders of its row are computed once a row. Not where it is called from elsewhere as well, where the
// program says noinline or has it compiled for other processors, or without optimisation. LLVM's own inliner does what
// costs nothing, so that one sees who did it.
// RUN: %tactus-clangxx -std=c++20 -fopenmp -O3 -mllvm -inline-threshold=0 -mllvm -locally-hot-callsite-threshold=0 -I %include -ftactus-verify -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s --implicit-check-not='define {{.*}}onlyHere'
// RUN: %tactus-clangxx -std=c++20 -fopenmp -O0 -I %include -S -emit-llvm -o - %s | FileCheck %s --check-prefix=O0
#include <tactus/tactus.hpp>
#include <cstdint>
#include <vector>

struct World {
  int width, height;
  std::vector<std::uint8_t> now, next;
};

static int alive(const World &world, int x, int y) {
  return world.now[(y + world.height) % world.height * world.width + (x + world.width) % world.width];
}
#define COMPUTE(NAME)                                                                                                  \
  static void NAME(World &world, int x, int y) {                                                                       \
    int neighbours = 0;                                                                                                \
    for (int dy = -1; dy <= 1; ++dy)                                                                                   \
      for (int dx = -1; dx <= 1; ++dx)                                                                                 \
        neighbours += (dx != 0 || dy != 0) && alive(world, x + dx, y + dy);                                            \
    world.next[y * world.width + x] = neighbours == 3 || (neighbours == 2 && alive(world, x, y));                      \
  }
COMPUTE(onlyHereInHeader)
COMPUTE(onlyHereInOpenMP)
COMPUTE(twice)
__attribute__((noinline)) COMPUTE(never)
__attribute__((target("avx2"))) COMPUTE(onNewerProcessors)

// CHECK-LABEL: define {{.*}}@ofHeader(
// O0: call {{.*}}onlyHereInHeader
extern "C" void ofHeader(World &world) {
  tactus::parallel_for(0, world.height, [&](int y) {
    tactus::parallel_for(0, world.width, [&](int x) { onlyHereInHeader(world, x, y); });
  });
}

// CHECK-LABEL: define {{.*}}@ofOpenMP(
// O0: call {{.*}}onlyHereInOpenMP
extern "C" void ofOpenMP(World &world) {
#pragma omp parallel for
  for (int y = 0; y < world.height; ++y)
#pragma omp parallel for
    for (int x = 0; x < world.width; ++x)
      onlyHereInOpenMP(world, x, y);
}

// CHECK-LABEL: define {{.*}}@ofOthers(
// CHECK: call {{.*}}twice
// CHECK: call {{.*}}never
// CHECK: call {{.*}}onNewerProcessors
extern "C" void ofOthers(World &world) {
  twice(world, 0, 0);
#pragma omp parallel for
  for (int x = 0; x < world.width; ++x) {
    twice(world, x, 1);
    never(world, x, 2);
    onNewerProcessors(world, x, 3);
  }
}
