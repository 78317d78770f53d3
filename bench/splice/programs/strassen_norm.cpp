//===- strassen_norm.cpp - Strassen's product, and the norm of what it computes -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A phase multiplies a matrix by another, by Strassen's recursion, and sums up the squares of the product, by another
// recursion over its quarters. Matrices are stored quarter by quarter, down to blocks, so that each quarter is one
// range of bytes. The product says after each of its seven sub-products which quarters are done; the norm follows
// there.
//
//   plain   product, then norm                    cilk    the same, with forks in the norm
//   serial  with effects, not spliced             splice  product and norm spliced
//   tiled   fused by hand: the norm of a quarter right behind what is added to it last
//
// --rows is the side of the matrices, rounded down to a power of two of blocks; --block that of a block.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

#include <array>

using namespace splice_bench;

namespace {

/// A square matrix, or a quarter of one.
struct Square {
  double *data;
  Index side;

  [[nodiscard]] Index size() const { return side * side; }
  [[nodiscard]] Square quarter(int which) const { return {data + which * size() / 4, side / 2}; }
  [[nodiscard]] splice::byte_range bytes() const { return splice::range(data, static_cast<std::size_t>(size())); }
};
bool isBlock(Square some) { return some.side <= options.block; }

/// Two quarters and the sign of the second; the same one twice stands for itself alone.
struct Sum {
  int first, second;
  double sign;
};
/// What one of the seven sub-products multiplies, and to which quarters of the result it is added.
struct SubProduct {
  Sum left, right, into;
};
/// Quarters are 0 1 / 2 3. In this order the last additions to the quarters 2, 1, 3 and 0 are those of the sub-products
/// 3, 4, 5 and 6.
constexpr std::array<SubProduct, 7> SubProducts{{{{0, 3, 1}, {0, 3, 1}, {0, 3, 1}},
                                                 {{2, 3, 1}, {0, 0, 0}, {2, 3, -1}},
                                                 {{0, 0, 0}, {1, 3, -1}, {1, 3, 1}},
                                                 {{3, 3, 0}, {2, 0, -1}, {0, 2, 1}},
                                                 {{0, 1, 1}, {3, 3, 0}, {1, 0, -1}},
                                                 {{2, 0, -1}, {0, 1, 1}, {3, 3, 0}},
                                                 {{1, 3, -1}, {2, 3, 1}, {0, 0, 0}}}};
constexpr std::array<unsigned, 4> LastOf{6, 4, 3, 5};

void addUp(Square to, Square all, Sum sum) {
  Square first = all.quarter(sum.first), second = all.quarter(sum.second);
  for (Index index = 0; index < to.size(); ++index)
    to.data[index] = sum.first == sum.second ? first.data[index] : first.data[index] + sum.sign * second.data[index];
}
void addTo(Square all, Square part, Sum sum) {
  for (int which : {sum.first, sum.second}) {
    double sign = which == sum.first ? 1 : sum.sign;
    Square to = all.quarter(which);
    for (Index index = 0; index < to.size(); ++index)
      to.data[index] += sign * part.data[index];
    if (sum.first == sum.second)
      return;
  }
}
void multiplyBlock(Square to, Square left, Square right) {
  const Index side = to.side;
  for (Index row = 0; row < side; ++row) {
    double *__restrict sums = to.data + row * side;
    std::fill_n(sums, side, 0.0);
    for (Index middle = 0; middle < side; ++middle)
      for (Index column = 0; column < side; ++column)
        sums[column] += left.data[row * side + middle] * right.data[middle * side + column];
  }
}
double squaresOf(Square block) {
  double sum = 0;
  for (Index index = 0; index < block.size(); ++index)
    sum += block.data[index] * block.data[index];
  return sum;
}

/// A product with the memory that it needs beside its result: both sums and the sub-product, and those of the levels
/// below, which sub-products use one after the other.
struct Product {
  Square to, left, right;
  double *work;

  [[nodiscard]] Square workspace(int which) const { return {work + which * to.size() / 4, to.side / 2}; }
  [[nodiscard]] Product part() const { return {workspace(2), workspace(0), workspace(1), work + 3 * to.size() / 4}; }
  /// 3/4 of the size, and 3/16, ...: at most the size.
  [[nodiscard]] splice::byte_range workBytes() const {
    return splice::range(work, static_cast<std::size_t>(to.size()));
  }
};

/// Where the squares of a block are summed up.
double &sumOf(const Square &whole, double *sums, Square block) {
  return sums[(block.data - whole.data) / (options.block * options.block)];
}

void clear(Square all) { std::fill_n(all.data, all.size(), 0.0); }

struct Nothing {
  void operator()(Square) const {}
};

/// `after(quarter)` when nothing more is added to it.
template <class After> void multiply(const Product &all, After after) {
  if (isBlock(all.to))
    return multiplyBlock(all.to, all.left, all.right);
  clear(all.to);
  for (unsigned index = 0; index < SubProducts.size(); ++index) {
    const SubProduct &sub = SubProducts[index];
    addUp(all.workspace(0), all.left, sub.left);
    addUp(all.workspace(1), all.right, sub.right);
    multiply(all.part(), Nothing());
    addTo(all.to, all.workspace(2), sub.into);
    for (int quarter = 0; quarter < 4; ++quarter)
      if (LastOf[static_cast<std::size_t>(quarter)] == index)
        after(all.to.quarter(quarter));
  }
}

/// What a norm works on: a matrix or a quarter of it, in `whole`, and the sums of its blocks.
struct Norm {
  Square some, whole;
  double *sums;

  [[nodiscard]] Norm quarter(int which) const { return {some.quarter(which), whole, sums}; }
  [[nodiscard]] splice::effects touched() const {
    return splice::reads(some.bytes()) |
           splice::writes(splice::range(&sumOf(whole, sums, some),
                                        static_cast<std::size_t>(some.size() / (options.block * options.block))));
  }
};
void normAll(const Norm &all) {
  if (isBlock(all.some)) {
    sumOf(all.whole, all.sums, all.some) = squaresOf(all.some);
    return;
  }
  for (int which = 0; which < 4; ++which)
    normAll(all.quarter(which));
}
void normInParallel(const Norm &all) {
  if (isBlock(all.some))
    return normAll(all);
  tactus::par([=] { normInParallel(all.quarter(0)); }, [=] { normInParallel(all.quarter(1)); });
  tactus::par([=] { normInParallel(all.quarter(2)); }, [=] { normInParallel(all.quarter(3)); });
}

//===--- With effects ---===//

splice::effects ofProduct(const Product &all) {
  return splice::reads(all.left.bytes(), all.right.bytes()) | splice::writes(all.to.bytes(), all.workBytes());
}
/// What may still come when the sub-products below `index` have been added.
splice::effects ofSubProducts(const Product &all, unsigned index) {
  splice::effects result = splice::reads(all.left.bytes(), all.right.bytes()) | splice::writes(all.workBytes());
  for (int quarter = 0; quarter < 4; ++quarter)
    if (LastOf[static_cast<std::size_t>(quarter)] >= index)
      result |= splice::writes(all.to.quarter(quarter).bytes());
  return result;
}
splice::effects ofAddition(const Product &all, Sum into) {
  return splice::reads(all.workspace(2).bytes()) |
         splice::writes(all.to.quarter(into.first).bytes(), all.to.quarter(into.second).bytes());
}

void productBody(const Product &all);
constexpr splice::function<ofProduct, productBody> product;
void productBody(const Product &all) {
  if (isBlock(all.to))
    return splice::step([=] { return ofProduct(all); }, [=] { multiplyBlock(all.to, all.left, all.right); },
                        splice::last);
  splice::step([=] { return splice::writes(all.to.bytes()); }, [=] { clear(all.to); });
  for (unsigned index = 0; index < SubProducts.size(); ++index) {
    SubProduct sub = SubProducts[index];
    splice::step(
        [=] {
          return splice::reads(all.left.bytes(), all.right.bytes()) |
                 splice::writes(all.workspace(0).bytes(), all.workspace(1).bytes());
        },
        [=] {
          addUp(all.workspace(0), all.left, sub.left);
          addUp(all.workspace(1), all.right, sub.right);
        });
    splice::invoke(product(all.part()));
    splice::step([=] { return ofAddition(all, sub.into); }, [=] { addTo(all.to, all.workspace(2), sub.into); },
                 index + 1 < SubProducts.size() ? splice::then(ofSubProducts(all, index + 1)) : splice::last);
  }
}

splice::effects ofNorm(const Norm &all) { return all.touched(); }
void normBody(const Norm &all);
constexpr splice::function<ofNorm, normBody> norm;
void normBody(const Norm &all) {
  if (isBlock(all.some))
    return splice::step([=] { return all.touched(); }, [=] { normAll(all); }, splice::last);
  splice::finish(norm(all.quarter(0)), norm(all.quarter(1)), norm(all.quarter(2)), norm(all.quarter(3)));
}

struct StrassenNorm {
  static constexpr Index defaultRows = 1024, defaultColumns = 1, defaultPhases = 2;
  static constexpr Index defaultBlock = 64, defaultGrain = 1, tileGrain = 1;
  static inline Array matrices[2], factor, work, sums;
  static inline Index side;

  static void make() {
    for (side = options.block; 2 * side <= rows();)
      side *= 2;
    for (Array *array : {&matrices[0], &matrices[1], &factor, &work})
      array->make(side * side, 1);
    for (Index index = 0; index < factor.size(); ++index)
      factor[index] /= static_cast<double>(128 * side); // so that products do not grow
    sums.make(phases() * blocks(), 2);
  }
  static Index blocks() { return (side / options.block) * (side / options.block); }
  static std::uint64_t hash() { return matrices[0].hash() ^ matrices[1].hash() * 3 ^ sums.hash() * 5; }

  static void run() {
    const std::string &version = options.version;
    auto body = [&] {
      for (Index phase = 0; phase < phases(); ++phase)
        runPhase(version, phase);
    };
    if (version == "splice")
      splice::try_splice(options.count, body);
    else
      body();
  }

private:
  static void runPhase(const std::string &version, Index phase) {
    Square to{matrices[(phase + 1) % 2].data(), side}, left{matrices[phase % 2].data(), side};
    Product all{to, left, {factor.data(), side}, work.data()};
    Norm whole{to, to, sums.data() + phase * blocks()};
    if (version == "tiled" && !isBlock(to))
      return multiply(all, [&](Square quarter) { normAll({quarter, to, whole.sums}); });
    if (version == "splice" || version == "serial") {
      splice::invoke(product(all));
      return splice::invoke(norm(whole));
    }
    multiply(all, Nothing());
    if (version == "cilk")
      normInParallel(whole);
    else
      normAll(whole);
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<StrassenNorm>(argc, argv); }
