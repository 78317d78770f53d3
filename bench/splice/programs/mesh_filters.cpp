//===- mesh_filters.cpp - a chain of maps and filters over an irregular mesh --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Cells of an irregular mesh, numbered row by row, each with neighbours that only the mesh knows. A time step maps
// cells to flows from their neighbours, filters those that flow much, and maps these to new values. What a range of
// cells reads is computed from the mesh, so no compiler can tile it. --rows is the number of cells.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

#include <random>

using namespace splice_bench;

namespace {

class Mesh {
public:
  /// Rows of about `width` cells. A neighbour lies up to two rows away.
  void make(Index cells, Index width) {
    std::mt19937_64 random(7);
    reach_ = 2 * width + 2;
    first_.assign(1, 0);
    for (Index cell = 0; cell < cells; ++cell) {
      for (unsigned count = 3 + random() % 5; count > 0; --count) {
        Index row = static_cast<Index>(random() % 5) - 2, side = static_cast<Index>(random() % 5) - 2;
        neighbours_.push_back(static_cast<int>(std::clamp<Index>(cell + row * width + side, 0, cells - 1)));
      }
      first_.push_back(static_cast<Index>(neighbours_.size()));
    }
    lowest_.assign(static_cast<std::size_t>(cells / Block + 1), cells);
    highest_.assign(lowest_.size(), 0);
    for (Index cell = 0; cell < cells; ++cell)
      for (const int *neighbour = begin(cell); neighbour != begin(cell + 1); ++neighbour) {
        auto block = static_cast<std::size_t>(cell / Block);
        lowest_[block] = std::min<Index>(lowest_[block], *neighbour);
        highest_[block] = std::max<Index>(highest_[block], *neighbour + 1);
      }
  }
  [[nodiscard]] const int *begin(Index cell) const {
    return neighbours_.data() + first_[static_cast<std::size_t>(cell)];
  }
  /// No neighbour is farther away.
  [[nodiscard]] Index reach() const { return reach_; }
  /// A range with all neighbours of these cells.
  [[nodiscard]] std::pair<Index, Index> around(Index first, Index last) const {
    std::pair<Index, Index> all{first, last};
    for (Index block = first / Block; block * Block < last; ++block) {
      all.first = std::min(all.first, lowest_[static_cast<std::size_t>(block)]);
      all.second = std::max(all.second, highest_[static_cast<std::size_t>(block)]);
    }
    return all;
  }

private:
  static constexpr Index Block = 512;
  std::vector<Index> first_, lowest_, highest_;
  std::vector<int> neighbours_;
  Index reach_ = 0;
};

struct MeshFilters {
  static constexpr Index defaultRows = 1 << 20, defaultColumns = 256, defaultPhases = 48;
  static constexpr Index defaultBlock = 1 << 15, defaultGrain = 2048;
  static constexpr Index tile = 12, tileGrain = 2048;
  static inline Index skew = 0;
  static inline Mesh mesh;
  static inline Array value, flow, isActive;

  static void make() {
    mesh.make(rows(), options.columns);
    skew = mesh.reach();
    value.make(rows(), 1);
    flow.make(rows(), 2);
    isActive.make(rows(), 3);
  }
  static std::uint64_t hash() { return value.hash() ^ flow.hash() * 3 ^ isActive.hash() * 5; }

  static void mapFlows(Index first, Index last) {
    const double *from = value.data();
    for (Index cell = first; cell < last; ++cell) {
      double sum = 0;
      for (const int *neighbour = mesh.begin(cell), *end = mesh.begin(cell + 1); neighbour != end; ++neighbour)
        sum += from[*neighbour] - from[cell];
      flow[cell] = sum;
    }
  }
  static void filter(Index first, Index last) {
    for (Index cell = first; cell < last; ++cell)
      isActive[cell] = flow[cell] > 8 || flow[cell] < -8;
  }
  static void mapValues(Index first, Index last) {
    for (Index cell = first; cell < last; ++cell)
      value[cell] += isActive[cell] * 0.125 * flow[cell];
  }
  static void sweep(Index phase, Index first, Index last) {
    switch (phase % 3) {
    case 0:
      return mapFlows(first, last);
    case 1:
      return filter(first, last);
    default:
      return mapValues(first, last);
    }
  }
  static splice::effects touched(Index phase, Index first, Index last) {
    auto around = mesh.around(first, last);
    switch (phase % 3) {
    case 0:
      return splice::reads(rowsOf(value, 1, around.first, around.second)) |
             splice::writes(rowsOf(flow, 1, first, last));
    case 1:
      return splice::reads(rowsOf(flow, 1, first, last)) | splice::writes(rowsOf(isActive, 1, first, last));
    default:
      return splice::reads(rowsOf(flow, 1, first, last), rowsOf(isActive, 1, first, last)) |
             splice::writes(rowsOf(value, 1, first, last));
    }
  }
  static void plain() {
    for (Index phase = 0; phase < phases(); ++phase)
      sweep(phase, 0, rows());
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<MeshFilters>(argc, argv); }
