// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A pragma on both loops: a small world stays serial, a large one is split by rows, a flat one by columns.
#include "world.h"

static void generation(World &world) {
#pragma omp parallel for
  for (int y = 0; y < world.height; ++y)
#pragma omp parallel for
    for (int x = 0; x < world.width; ++x)
      world.compute(x, y);
}

int main(int argc, char **argv) { return lifeMain(argc, argv, generation); }
