// Arrays whose blocks ranks own: elements where they belong, loops that read around their index, exceptions, sums.
#include "cluster_program.h"

#include <map>
#include <set>

static double smooth(size_t count, size_t halo, size_t index, const cluster::elements<double> &x) {
  double sum = work(50 + static_cast<int>(index % 100)) * 0;
  for (size_t at = index - std::min(index, halo); at <= std::min(index + halo, count - 1); ++at)
    sum += x[at];
  return sum;
}

/// The same of a std::vector.
static std::vector<double> smoothed(const std::vector<double> &x, size_t halo) {
  std::vector<double> result;
  for (size_t index = 0; index < x.size(); ++index)
    result.push_back(smooth(x.size(), halo, index, cluster::elements<double>(x.data(), 0, x.size())));
  return result;
}

static bool holds(const cluster::array<double> &x, const std::vector<double> &expected) {
  auto values = x.read(0, x.size());
  for (size_t index = 0; index < expected.size(); ++index)
    if (values[index] != expected[index])
      return false;
  return true;
}

static double start(size_t index) { return static_cast<double>(index * 7919 % 1001) / 3; }

static void testStencils() {
  for (size_t count : {0, 1, 3, 100, 5000, 30000})
    for (size_t halo : {0, 1, 7, 2000}) {
      if (count == 30000 && halo == 2000)
        continue;
      cluster::array<double> now(count), next(count, 1.0);
      cluster::assign(now, cluster::call<start>());
      std::vector<double> expected;
      for (size_t index = 0; index < count; ++index)
        expected.push_back(start(index));
      check(holds(now, expected), "values from their index");
      for (int round = 0; round < 2; ++round) {
        cluster::assign(next, cluster::call<smooth>(count, halo), cluster::reads(now, halo));
        std::swap(now, next);
        expected = smoothed(expected, halo);
        check(holds(now, expected), "values around their index");
      }
    }
}

static void testAccess() {
  cluster::array<std::string> words(1000, "word");
  std::vector<std::string> some(600);
  for (size_t index = 0; index < some.size(); ++index)
    some[index] = std::to_string(index);
  words.write(300, some);
  auto all = words.read(250, 950);
  bool isRight = all.begin_index() == 250 && all.end_index() == 950 && words.read(899) == "599";
  for (size_t index = 250; index < 950; ++index)
    isRight = isRight && all[index] == (index < 300 || index >= 900 ? "word" : some[index - 300]);
  check(isRight, "words read and written");
  // One array of several that a loop reads, of another type, in another rank's word order.
  cluster::array<bool> isLong(1000);
  cluster::assign(isLong,
                  cluster::call<[](uint64_t index, const cluster::elements<std::string> &one,
                                   const cluster::elements<double> &limits) {
                    return limits[index] < static_cast<double>(one[index].size());
                  }>(),
                  cluster::reads(words), cluster::reads(cluster::array<double>(1000, 2.5)));
  check(isLong.read(299) && !isLong.read(300) && isLong.read(400), "two inputs");
  std::string joined =
      cluster::transform_reduce(std::string(), std::plus<std::string>(),
                                cluster::call<[](uint64_t index, const cluster::elements<std::string> &one) {
                                  return one[index][0] + one[index + (index < 999)];
                                }>(),
                                cluster::reads(words, 1));
  std::string expected;
  for (size_t index = 0; index < 1000; ++index)
    expected += words.read(index)[0] + words.read(index + (index < 999));
  check(joined == expected, "words in order");
  std::set<int> owners;
  for (size_t index = 0; index < 1000; ++index)
    owners.insert(words.owner(index));
  check(owners.size() == static_cast<size_t>(cluster::size()) && words.ranks() == cluster::size(),
        "all ranks have a block");
}

struct OwnError {
  size_t index;
};

static double throwing(size_t from, size_t index, const cluster::elements<double> &x) {
  if (index >= from)
    throw OwnError{index};
  return x[index] + 1;
}

static void testExceptions() {
  cluster::array<double> x(6000, 1.0), y(6000);
  for (size_t from : {0, 1700, 5999, 6000}) {
    size_t caught = 6000;
    try {
      cluster::assign(y, cluster::call<throwing>(from), cluster::reads(x, 3));
    } catch (const OwnError &error) {
      caught = error.index;
    }
    check(caught == from, "the first that throws");
    caught = 6000;
    try {
      check(cluster::transform_reduce(0.0, std::plus<double>(), cluster::call<throwing>(from), cluster::reads(x)) ==
                12000,
            "a sum");
    } catch (const OwnError &error) {
      caught = error.index;
    }
    check(caught == from, "the first that throws in a sum");
  }
  check(holds(y, std::vector<double>(6000, 2.0)), "nobody throws");
  auto refuses = [](auto function) {
    try {
      function();
    } catch (const std::logic_error &) {
      return true;
    }
    return false;
  };
  check(refuses([&] { cluster::assign(x, cluster::call<throwing>(size_t{0}), cluster::reads(x)); }), "in place");
  check(refuses([&] { static_cast<void>(x.read(6000)); }), "no such element");
  cluster::array<double> shorter(5999);
  check(refuses([&] { cluster::assign(x, cluster::call<throwing>(size_t{0}), cluster::reads(shorter)); }),
        "other lengths");
}

/// A sum whose bits depend on the order, in an array that the rank of this branch has made.
static double sumOf(size_t count, double factor) {
  cluster::array<double> x(count);
  cluster::assign(x, cluster::call<[](double by, size_t index) { return by * start(index) / 7; }>(factor));
  return cluster::transform_reduce(
      0.0, std::plus<double>(),
      cluster::call<[](size_t index, const cluster::elements<double> &one) { return one[index] * work(20); }>(),
      cluster::reads(x));
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    testStencils();
    testAccess();
    testExceptions();
    // Branches in other ranks have arrays of their own, with blocks in all ranks.
    auto sums = cluster::parallel_for(0, 6, cluster::call<sumOf>(size_t{9001}));
    double expected = 0;
    for (size_t index = 0; index < 9001; ++index)
      expected += 5 * start(index) / 7 * work(20);
    check(std::fabs(sums[5] - expected) < 1e-9 * expected && sums[0] == 0, "sums of branches");
    writeBits(sums[5] + sumOf(100000, 0.3));
    return done();
  });
}
