// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Both loops are parallel. Pixels with many reflections take long, but which these are nobody has to know.
#include "scene.h"

static void fill(Picture &picture) {
#pragma omp parallel for
  for (int y = 0; y < picture.height; ++y)
#pragma omp parallel for
    for (int x = 0; x < picture.width; ++x)
      picture.at(x, y) = render(picture, x, y);
}

int main(int argc, char **argv) { return rayTracerMain(argc, argv, fill); }
