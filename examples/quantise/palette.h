// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A picture with few colours: k-means over its pixels. All sums are whole numbers, so every order gives the same
// picture.
#ifndef TACTUS_EXAMPLES_PALETTE_H
#define TACTUS_EXAMPLES_PALETTE_H

#include "../common/png.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

inline constexpr size_t Colours = 8;
using Palette = std::array<Pixel, Colours>;

inline size_t nearestColour(const Palette &palette, Pixel pixel) {
  size_t best = 0;
  int least = 1 << 30;
  for (size_t i = 0; i < Colours; ++i) {
    int red = palette[i].red - pixel.red, green = palette[i].green - pixel.green, blue = palette[i].blue - pixel.blue;
    int distance = red * red + green * green + blue * blue;
    if (distance < least) {
      best = i;
      least = distance;
    }
  }
  return best;
}

/// For each colour, what the pixels next to it add up to.
struct Sums {
  struct Sum {
    long red = 0, green = 0, blue = 0, count = 0;
  };
  std::array<Sum, Colours> of{};

  void add(const Palette &palette, Pixel pixel) {
    Sum &sum = of[nearestColour(palette, pixel)];
    sum.red += pixel.red;
    sum.green += pixel.green;
    sum.blue += pixel.blue;
    ++sum.count;
  }

  friend Sums operator+(Sums a, const Sums &b) {
    for (size_t i = 0; i < Colours; ++i) {
      a.of[i].red += b.of[i].red;
      a.of[i].green += b.of[i].green;
      a.of[i].blue += b.of[i].blue;
      a.of[i].count += b.of[i].count;
    }
    return a;
  }
};

/// Waves and a disc, in many colours.
inline Picture makePicture(int width, int height) {
  Picture picture{width, height};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double u = 6.3 * x / width, v = 6.3 * y / height;
      bool disc = (u - 3) * (u - 3) + (v - 3) * (v - 3) < 2;
      auto wave = [](double value) { return static_cast<uint8_t>(127.5 + 127.5 * std::sin(value)); };
      picture.at(x, y) = {wave(u + (disc ? 2 : 0)), wave(v + u / 2), wave(disc ? u * v : v - u)};
    }
  return picture;
}

struct Steps {
  Sums (*sum)(const Picture &, const Palette &);
  void (*paint)(Picture &, const Palette &);
};

/// Says so if it cannot be done.
inline bool save(Picture &picture, const char *name) {
  if (writePng(picture, name))
    return true;
  std::fprintf(stderr, "quantise: error: '%s' cannot be written, name a file in a folder of yours\n", name);
  return false;
}

/// quantise WIDTH HEIGHT FILE.png [ORIGINAL.png]
inline int quantiseMain(int argc, char **argv, Steps steps) {
  bool isComplete = argc == 4 || argc == 5;
  int width = isComplete ? std::atoi(argv[1]) : 0, height = isComplete ? std::atoi(argv[2]) : 0;
  if (width < 1 || height < 1 || width > 20000 || height > 20000) {
    std::fprintf(stderr,
                 "quantise: error: give a width and a height up to 20000 and a file: quantise 640 360 few.png\n");
    return 2;
  }
  Picture picture = makePicture(width, height);
  if (argc == 5 && !save(picture, argv[4]))
    return 1;
  Palette palette;
  for (size_t i = 0; i < Colours; ++i)
    palette[i] = picture.pixels[i * picture.pixels.size() / Colours];
  for (int round = 0; round < 12; ++round) {
    Sums sums = steps.sum(picture, palette);
    for (size_t i = 0; i < Colours; ++i)
      if (const Sums::Sum &sum = sums.of[i]; sum.count)
        palette[i] = {static_cast<uint8_t>(sum.red / sum.count), static_cast<uint8_t>(sum.green / sum.count),
                      static_cast<uint8_t>(sum.blue / sum.count)};
  }
  steps.paint(picture, palette);
  if (!save(picture, argv[3]))
    return 1;
  for (Pixel colour : palette)
    std::printf("#%02x%02x%02x ", colour.red, colour.green, colour.blue);
  std::printf("\n");
  return 0;
}

#endif
