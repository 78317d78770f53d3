// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fold over all pixels, then a loop over them.
#include "palette.h"

#include <tactus/algorithm.hpp>

static Sums sum(const Picture &picture, const Palette &palette) {
  return tactus::parallel_fold(
      picture.pixels, Sums(), [&](Sums &sums, Pixel pixel) { sums.add(palette, pixel); }, std::plus<>());
}

static void paint(Picture &picture, const Palette &palette) {
  tactus::parallel_for_each(picture.pixels, [&](Pixel &pixel) { pixel = palette[nearestColour(palette, pixel)]; });
}

int main(int argc, char **argv) { return quantiseMain(argc, argv, {sum, paint}); }
