// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A pragma on the rows, unless the world is so small that waking threads costs more than a generation.
#include "world.h"

static void generation(World &world) {
#pragma omp parallel for schedule(static) if (static_cast<long>(world.width) * world.height > 20000)
  for (int y = 0; y < world.height; ++y)
    for (int x = 0; x < world.width; ++x)
      world.compute(x, y);
}

int main(int argc, char **argv) { return lifeMain(argc, argv, generation); }
