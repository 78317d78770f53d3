// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The same with oneTBB: ranges, with a grain that keeps the combination of sums cheap.
#include "palette.h"

#include <oneapi/tbb.h>

using Range = tbb::blocked_range<size_t>;
constexpr size_t Grain = 8192;

static Sums sum(const Picture &picture, const Palette &palette) {
  return tbb::parallel_reduce(
      Range(0, picture.pixels.size(), Grain), Sums(),
      [&](const Range &range, Sums sums) {
        for (size_t i = range.begin(); i != range.end(); ++i)
          sums.add(palette, picture.pixels[i]);
        return sums;
      },
      std::plus<>());
}

static void paint(Picture &picture, const Palette &palette) {
  tbb::parallel_for(Range(0, picture.pixels.size(), Grain), [&](const Range &range) {
    for (size_t i = range.begin(); i != range.end(); ++i)
      picture.pixels[i] = palette[nearestColour(palette, picture.pixels[i])];
  });
}

int main(int argc, char **argv) { return quantiseMain(argc, argv, {sum, paint}); }
