// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// Very uneven iterations in both dimensions.
#include "support.h"

enum { W = 64, H = 48 };
static int image[H][W];

int main(void) {
#pragma omp parallel for
  for (int y = 0; y < H; y++) {
#pragma omp parallel for
    for (int x = 0; x < W; x++) {
      double cr = -2.0 + 3.0 * x / W, ci = -1.0 + 2.0 * y / H, zr = 0, zi = 0;
      int n = 0;
      while (n < 200 && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        n++;
      }
      image[y][x] = n;
    }
  }
  SHOW_ARRAY("image", &image[0][0], W * H);
}
