// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Conway's game of life on a torus.
#ifndef TACTUS_EXAMPLES_WORLD_H
#define TACTUS_EXAMPLES_WORLD_H

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

class World {
public:
  const int width, height;

  World(int width, int height) : width(width), height(height), cells(size()), next(size()) {
    uint64_t random = 88172645463325252; // xorshift64
    for (uint8_t &cell : cells) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      cell = random % 4 == 0;
    }
  }

  bool alive(int x, int y) const { return cells[index(x, y)]; }

  /// Computes one cell of the next generation; different cells may be computed at the same time.
  void compute(int x, int y) {
    int above = y == 0 ? height - 1 : y - 1, below = y == height - 1 ? 0 : y + 1;
    int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
    int neighbours = alive(left, above) + alive(x, above) + alive(right, above) + alive(left, y) + alive(right, y) +
                     alive(left, below) + alive(x, below) + alive(right, below);
    next[index(x, y)] = neighbours == 3 || (neighbours == 2 && alive(x, y));
  }

  void advance() { cells.swap(next); }

private:
  size_t size() const { return static_cast<size_t>(width) * static_cast<size_t>(height); }
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x);
  }

  std::vector<uint8_t> cells, next;
};

inline long draw(const World &world, bool asText) {
  long living = 0;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      living += world.alive(x, y);
      if (asText)
        std::fputs(world.alive(x, y) ? "o" : " ", stdout);
    }
    if (asText)
      std::puts("");
  }
  return living;
}

/// life WIDTH HEIGHT GENERATIONS [--show]
inline int lifeMain(int argc, char **argv, void (*generation)(World &)) {
  bool show = argc == 5 && std::strcmp(argv[4], "--show") == 0;
  int width = argc > 3 ? std::atoi(argv[1]) : 0, height = argc > 3 ? std::atoi(argv[2]) : 0;
  if (width < 1 || height < 1 || width > 100000 || height > 100000 || (argc != 4 && !show)) {
    std::fprintf(stderr, "life: error: give a width, a height and a number of generations: life 78 20 500 --show\n");
    return 2;
  }
  World world(width, height);
  for (int count = std::atoi(argv[3]); count > 0; --count) {
    generation(world);
    world.advance();
    if (show) {
      std::fputs("\x1b[H\x1b[2J", stdout); // home, clear
      draw(world, true);
      std::fflush(stdout);
      std::this_thread::sleep_for(std::chrono::milliseconds(40));
    }
  }
  std::printf("%ld cells live\n", draw(world, width <= 40 && !show));
  return 0;
}

#endif
