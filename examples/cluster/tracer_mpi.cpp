// tracer_mpi [WIDTH]: tracer.sml's picture by MPI: ranks draw the lines in turn.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Vector {
  double x, y, z;
};
static Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static Vector operator*(double k, Vector a) { return {k * a.x, k * a.y, k * a.z}; }
static double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vector unit(Vector a) { return 1 / std::sqrt(dot(a, a)) * a; }

struct Sphere {
  Vector center;
  double radius, bright, mirror;
};
struct Ray {
  Vector origin, direction;
};

/// How far a ray gets to the sphere, or a negative number.
static double meets(const Ray &ray, const Sphere &sphere) {
  Vector away = ray.origin - sphere.center;
  double b = dot(away, ray.direction), d = b * b - dot(away, away) + sphere.radius * sphere.radius;
  double distance = d < 0 ? -1 : -b - std::sqrt(d);
  return distance > 1e-6 ? distance : -1;
}

static const Sphere *nearest(const std::vector<Sphere> &spheres, const Ray &ray, double &distance) {
  const Sphere *found = nullptr;
  for (const Sphere &sphere : spheres)
    if (double far = meets(ray, sphere); far > 0 && (!found || far < distance)) {
      found = &sphere;
      distance = far;
    }
  return found;
}

static double trace(const std::vector<Sphere> &spheres, const Ray &ray, int depth) {
  static const Vector light = unit({-1, 1.5, -1});
  double distance = 0, shadow = 0;
  const Sphere *sphere = nearest(spheres, ray, distance);
  if (!sphere)
    return 0.15 + 0.1 * ray.direction.y;
  Vector point = ray.origin + distance * ray.direction, normal = unit(point - sphere->center);
  double lit = nearest(spheres, {point, light}, shadow) ? 0 : 0.9 * std::max(0.0, dot(normal, light));
  double own = sphere->bright * (0.1 + lit);
  Vector back = ray.direction - 2 * dot(normal, ray.direction) * normal;
  return depth == 0 ? own : own + sphere->mirror * trace(spheres, {point, back}, depth - 1);
}

static std::vector<Sphere> scene(int count) {
  std::vector<Sphere> spheres{{{0, -101, 4}, 100, 0.5, 0.2}};
  for (int i = 0; i < count; ++i) {
    double a = i * 2.4;
    spheres.push_back({{std::cos(a) * (0.4 + 0.12 * i), 0.5 * std::sin(3 * a), 4 + std::sin(a)}, 0.45, 0.7, 0.4});
  }
  return spheres;
}

/// 4 x 4 rays a point.
static char shade(const std::vector<Sphere> &spheres, int width, int x, int y) {
  auto at = [width](int i) { return (i + 0.5) / width * 2 - 1; };
  double sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += trace(spheres, {{0, 0, 0}, unit({at(4 * x + k % 4), -at(4 * y + k / 4), 2})}, 5);
  return " .:-=+*#%@"[std::clamp(static_cast<int>(std::floor(sum / 16 * 10)), 0, 9)];
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int width = argc > 1 ? std::atoi(argv[1]) : 60, height = width / 2;
  std::vector<Sphere> spheres = scene(9);
  std::string mine(static_cast<size_t>(height) * (width + 1), '\0'), all(mine);
  for (int y = rank; y < height; y += ranks) {
    for (int x = 0; x < width; ++x)
      mine[y * (width + 1) + x] = shade(spheres, 4 * width, x, 2 * y);
    mine[y * (width + 1) + width] = '\n';
  }
  // A point is 0 in all ranks but one.
  MPI_Reduce(mine.data(), all.data(), static_cast<int>(mine.size()), MPI_BYTE, MPI_BOR, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::fputs(all.c_str(), stdout);
  MPI_Finalize();
}
