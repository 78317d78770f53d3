// FLAGS: -O3 -march=native -std=c++20
// CONVERTED: 3
// PROMOTES
// `this` is captured: members are read and written through it, in const and non-const members and in a nest.
#include "support.h"
#include <vector>

class Image {
  int width, height;
  std::vector<int> pixels;
  int bias = 3;

public:
  Image(int w, int h) : width(w), height(h), pixels((size_t)(w * h)) {}
  void fill() {
#pragma omp parallel for
    for (int y = 0; y < height; y++) {
#pragma omp parallel for
      for (int x = 0; x < width; x++)
        pixels[(size_t)(y * width + x)] = (int)(work((unsigned)(y * width + x), 3) % 256) + bias;
    }
  }
  long brightness() const {
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < pixels.size(); i++)
      sum += pixels[i];
    return sum;
  }
};

int main() {
  Image image(50, 40);
  image.fill();
  SHOW("brightness", image.brightness());
}
