// Loops: results in order, by value and of types that allocate; reductions with the same bits; loops in loops.
#include "cluster_program.h"

static double term(int index) { return work(50 + index % 200) / (index + 1.0); }
static std::string nameOf(const std::string &prefix, long index) { return prefix + std::to_string(index); }
static bool isOdd(int index) { return index % 2; }
static void nothing(int) {}

static std::vector<double> row(int width, int index) {
  return cluster::parallel_for(0, width, cluster::call<[](int y, int x) { return y * 100.0 + x; }>(index));
}

struct Add {
  double operator()(double a, double b) const { return a + b; }
};

static double failing(int index) {
  if (index > 5000 && index % 1000 == 999)
    throw index;
  return term(index);
}

static double sumHere(int begin, int end) {
  return cluster::transform_reduce(begin, end, 0.0, Add{}, cluster::call<term>());
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    for (int count : {0, 1, 2, 3, 1000, 5000, 20001}) {
      auto odd = cluster::parallel_for(0, count, cluster::call<isOdd>());
      bool holds = odd.size() == static_cast<size_t>(count);
      for (int index = 0; holds && index < count; ++index)
        holds = odd[index] == isOdd(index);
      check(holds, "odd numbers");
    }
    auto names = cluster::parallel_for(-5L, 3000L, cluster::call<nameOf>(std::string("number ")));
    bool inOrder = names.size() == 3005;
    for (long index = -5; inOrder && index < 3000; ++index)
      inOrder = names[static_cast<size_t>(index + 5)] == nameOf("number ", index);
    check(inOrder, "names");

    auto rows = cluster::parallel_for(0, 40, cluster::call<row>(30));
    bool holds = rows.size() == 40;
    for (int y = 0; holds && y < 40; ++y)
      for (int x = 0; x < 30; ++x)
        holds = holds && rows[y][x] == y * 100.0 + x;
    check(holds, "rows");
    cluster::parallel_for(0, 100, cluster::call<nothing>());

    // What one rank alone computes, to the bit: a job of one rank is tested against the same number.
    double sum = sumHere(0, 9000);
    check(sum == sumHere(0, 9000), "sums");
    check(std::fabs(sum - 26.7) < 100, "a sum");
    // Leaves of one iteration, of a group and of several, with rows that are not full.
    for (int count : {4096, 4097, 4111, 5003, 8191, 33001})
      sum = sum * 0.7 + sumHere(0, count);
    int thrown = 0;
    try {
      (void)cluster::transform_reduce(0, 9000, 0.0, Add{}, cluster::call<failing>());
    } catch (int index) {
      thrown = index;
    }
    check(thrown == 5999, "the first exception of a sum");
    std::string words = cluster::transform_reduce(0, 2000, std::string(), std::plus<std::string>(),
                                                  cluster::call<nameOf>(std::string(" ")));
    std::string expected;
    for (int index = 0; index < 2000; ++index)
      expected += nameOf(" ", index);
    check(words == expected, "words in order");
    writeBits(sum);
    return done();
  });
}
