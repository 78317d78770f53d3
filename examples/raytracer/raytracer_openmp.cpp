// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One loop of all pixels, because nests are dear, handed out in pieces whose size was tried.
#include "scene.h"

static void fill(Picture &picture) {
#pragma omp parallel for collapse(2) schedule(dynamic, 64)
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x)
      picture.at(x, y) = render(picture, x, y);
}

int main(int argc, char **argv) { return rayTracerMain(argc, argv, fill); }
