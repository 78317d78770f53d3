// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A plane with a chess board and some spheres that reflect each other: what a ray sees.
#ifndef TACTUS_EXAMPLES_SCENE_H
#define TACTUS_EXAMPLES_SCENE_H

#include "../common/png.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

struct Vector {
  double x, y, z;
  friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vector operator*(double factor, Vector a) { return {factor * a.x, factor * a.y, factor * a.z}; }
  friend double operator*(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  Vector unit() const { return 1 / std::sqrt(*this * *this) * *this; }
};

struct Sphere {
  Vector centre;
  double radius;
  Vector colour;
};

inline constexpr std::array<Sphere, 5> Spheres{{{{0, 1, 6}, 1, {0.9, 0.2, 0.2}},
                                                {{-2.2, 0.8, 5}, 0.8, {0.2, 0.7, 0.3}},
                                                {{2.1, 0.7, 4.6}, 0.7, {0.2, 0.4, 0.9}},
                                                {{0.9, 0.35, 3.4}, 0.35, {0.9, 0.8, 0.2}},
                                                {{-0.9, 0.3, 3.2}, 0.3, {0.8, 0.3, 0.9}}}};
inline constexpr Vector Light{-0.577, 0.577, -0.577};
inline constexpr int MostReflections = 6;

/// The distance along a ray to a sphere, or a negative number.
inline double distanceTo(const Sphere &sphere, Vector from, Vector direction) {
  Vector offset = from - sphere.centre;
  double half = offset * direction, rest = half * half - offset * offset + sphere.radius * sphere.radius;
  return rest < 0 ? -1 : -half - std::sqrt(rest);
}

struct Hit {
  double distance = 1e9;
  Vector normal{}, colour{};
};

inline Hit nearest(Vector from, Vector direction) {
  Hit hit;
  for (const Sphere &sphere : Spheres) {
    double distance = distanceTo(sphere, from, direction);
    if (distance > 1e-6 && distance < hit.distance)
      hit = {distance, 1 / sphere.radius * (from + distance * direction - sphere.centre), sphere.colour};
  }
  double ground = direction.y < 0 ? -from.y / direction.y : -1;
  if (ground > 1e-6 && ground < hit.distance) {
    Vector place = from + ground * direction;
    bool dark = (static_cast<long>(std::floor(place.x)) + static_cast<long>(std::floor(place.z))) & 1;
    hit = {ground, {0, 1, 0}, dark ? Vector{0.15, 0.15, 0.15} : Vector{0.85, 0.85, 0.85}};
  }
  return hit;
}

inline Vector colourAlong(Vector from, Vector direction, int reflections) {
  Hit hit = nearest(from, direction);
  if (hit.distance >= 1e9)
    return {0.5 + 0.3 * direction.y, 0.65 + 0.25 * direction.y, 0.95};
  Vector place = from + hit.distance * direction;
  bool shadowed = nearest(place, Light).distance < 1e9;
  double bright = 0.2 + (shadowed ? 0 : 0.8 * std::max(0.0, hit.normal * Light));
  Vector colour = bright * hit.colour;
  if (reflections == 0)
    return colour;
  Vector mirrored = direction - 2 * (direction * hit.normal) * hit.normal;
  return 0.7 * colour + 0.3 * colourAlong(place, mirrored, reflections - 1);
}

/// Four rays for each pixel.
inline Pixel render(const Picture &picture, int x, int y) {
  Vector sum{0, 0, 0};
  for (int part = 0; part < 4; ++part) {
    double right = (x + 0.25 + 0.5 * (part & 1) - 0.5 * picture.width) / picture.height;
    double up = (0.5 * picture.height - y - 0.25 - 0.25 * (part & 2)) / picture.height;
    sum = sum + colourAlong({0, 1.2, -1}, Vector{right, up, 1}.unit(), MostReflections);
  }
  auto byte = [](double value) { return static_cast<uint8_t>(255 * std::sqrt(std::clamp(value / 4, 0.0, 1.0))); };
  return {byte(sum.x), byte(sum.y), byte(sum.z)};
}

/// raytracer WIDTH HEIGHT FILE.png
inline int rayTracerMain(int argc, char **argv, void (*fill)(Picture &)) {
  int width = argc == 4 ? std::atoi(argv[1]) : 0, height = argc == 4 ? std::atoi(argv[2]) : 0;
  if (width < 1 || height < 1 || width > 20000 || height > 20000) {
    std::fprintf(stderr,
                 "raytracer: error: give a width and a height up to 20000 and a file: raytracer 640 360 ray.png\n");
    return 2;
  }
  Picture picture{width, height};
  fill(picture);
  if (!writePng(picture, argv[3])) {
    std::fprintf(stderr, "raytracer: error: '%s' cannot be written, name a file in a folder of yours\n", argv[3]);
    return 1;
  }
  std::printf("%s: %d x %d\n", argv[3], width, height);
  return 0;
}

#endif
