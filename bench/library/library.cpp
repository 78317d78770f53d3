//===- library.cpp - the library's algorithms beside the serial ones and others' ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     TACTUS_WORKERS=1 library [ROW...]                 a table of medians
//     TACTUS_WORKERS=1 library --run ROW SYSTEM COUNT   one of its cells so often, for who counts instructions
//
// Each algorithm serially (namespace std), with Tactus, and with what this program was compiled for:
// std::execution::par (oneTBB) and libstdc++'s parallel mode. Then the natural forms (natural.cpp).
//
//===----------------------------------------------------------------------===//
#include "measure.h"

#include <tactus/execution.hpp>
#include <tactus/reproducible.hpp>
#include <tactus/tactus.h>
#include <tactus/tactus.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>
#ifdef HAVE_PSTL
#include <execution>
#include <tbb/global_control.h>
#endif
#ifdef HAVE_PARALLEL_MODE
#include <omp.h>
#include <parallel/algorithm>
#include <parallel/numeric>
#endif

using namespace library_bench;

namespace {

/// What all work on; `scratch` is made anew before each run.
struct Data {
  std::vector<double> x, y, out, scratch, sortedA, sortedB;
  std::vector<std::string> words;

  Data() : x(Count), y(Count), out(Count), scratch(Count) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> number(0, 1);
    for (double &value : x)
      value = number(random);
    for (double &value : y)
      value = number(random);
    sortedA.assign(x.begin(), x.begin() + Count / 2);
    sortedB.assign(y.begin(), y.begin() + Count / 2);
    std::sort(sortedA.begin(), sortedA.end());
    std::sort(sortedB.begin(), sortedB.end());
    for (size_t i = 0; i < Count / 8; ++i)
      words.push_back("word" + std::to_string(random() % 5000));
  }
};

Data data;
volatile double sink;

constexpr auto heavy = [](double value) { return std::sqrt(value) + std::exp(-value) * std::sin(value); };
constexpr auto isSmall = [](double value) { return value < 0.3; };

template <class Call> void callAndKeep(Call call) {
  if constexpr (std::is_void_v<decltype(call())>)
    call();
  else
    keep(call());
}
#define KEEP(...) [] { callAndKeep([] { return __VA_ARGS__; }); }
#ifdef HAVE_PSTL
#define PSTL KEEP
#else
#define PSTL(...) nullptr
#endif
#ifdef HAVE_PARALLEL_MODE
#define PARALLEL_MODE KEEP
#else
#define PARALLEL_MODE(...) nullptr
#endif

/// All forms of one call.
#define ROW(NAME, CALL, ...)                                                                                           \
  Row {                                                                                                                \
    NAME, KEEP(std::CALL(__VA_ARGS__)), KEEP(tactus::CALL(tactus::execution::par, __VA_ARGS__)),                       \
        PSTL(std::CALL(std::execution::par, __VA_ARGS__)), PARALLEL_MODE(__gnu_parallel::CALL(__VA_ARGS__))            \
  }
#define ALL(X) data.X.begin(), data.X.end()

using Counts = std::unordered_map<std::string, int>;

std::vector<Row> rows() {
  auto nothing = Run();
  auto makeScratch = [] { data.scratch = data.x; };
  std::vector<Row> all;
  all.push_back(ROW("for_each", for_each, ALL(x), [](double &value) { value = value * 0.999 + 0.001; }));
  all.push_back(ROW("transform", transform, ALL(x), data.out.begin(), [](double value) { return value * value + 1; }));
  all.push_back(ROW("transform, heavy", transform, ALL(x), data.out.begin(), heavy));
  all.push_back(ROW("count_if", count_if, ALL(x), isSmall));
  all.push_back(ROW("find_if, at the end", find_if, ALL(x), [](double value) { return value > 2; }));
  all.push_back(ROW("min_element", min_element, ALL(x)));
  all.push_back(ROW("merge", merge, ALL(sortedA), ALL(sortedB), data.out.begin()));
  all.push_back(ROW("sort", sort, ALL(scratch)));
  all.back().prepare = makeScratch;
  all.push_back(ROW("stable_sort", stable_sort, ALL(scratch)));
  all.back().prepare = makeScratch;
  all.push_back(ROW("partition", partition, ALL(scratch), isSmall));
  all.back().prepare = makeScratch;
  all.push_back({"reduce", KEEP(std::reduce(ALL(x), 0.0)), KEEP(tactus::reduce(tactus::execution::par, ALL(x), 0.0)),
                 PSTL(std::reduce(std::execution::par, ALL(x), 0.0)),
                 PARALLEL_MODE(__gnu_parallel::accumulate(ALL(x), 0.0))});
  all.push_back({"reduce, reproducible", KEEP(std::reduce(ALL(x), 0.0)), KEEP(tactus::reproducible_reduce(data.x, 0.0)),
                 nothing, nothing});
  all.push_back({"inner_product", KEEP(std::transform_reduce(ALL(x), data.y.begin(), 0.0)),
                 KEEP(tactus::parallel_transform_reduce(data.x, data.y.begin(), 0.0)),
                 PSTL(std::transform_reduce(std::execution::par, ALL(x), data.y.begin(), 0.0)),
                 PARALLEL_MODE(__gnu_parallel::inner_product(ALL(x), data.y.begin(), 0.0))});
  all.push_back({"inclusive_scan", [] { std::inclusive_scan(ALL(x), data.out.begin()); },
                 [] { tactus::inclusive_scan(tactus::execution::par, ALL(x), data.out.begin()); },
                 PSTL(std::inclusive_scan(std::execution::par, ALL(x), data.out.begin())),
                 PARALLEL_MODE(__gnu_parallel::partial_sum(ALL(x), data.out.begin()))});
  all.push_back({"exclusive_scan", [] { std::exclusive_scan(ALL(x), data.out.begin(), 0.0); },
                 [] { tactus::exclusive_scan(tactus::execution::par, ALL(x), data.out.begin(), 0.0); },
                 PSTL(std::exclusive_scan(std::execution::par, ALL(x), data.out.begin(), 0.0)), nothing});
  all.push_back({"fold: word count",
                 [] {
                   Counts counts;
                   for (const std::string &word : data.words)
                     ++counts[word];
                   sink = static_cast<double>(counts.size());
                 },
                 [] {
                   sink = static_cast<double>(tactus::parallel_fold(
                                                  data.words, Counts(),
                                                  [](Counts &counts, const std::string &word) { ++counts[word]; },
                                                  [](Counts a, const Counts &b) {
                                                    for (auto &[word, count] : b)
                                                      a[word] += count;
                                                    return a;
                                                  })
                                                  .size());
                 },
                 nothing, nothing});
  return all;
}

} // namespace

int main(int argc, char **argv) {
#ifdef HAVE_PSTL
  tbb::global_control threads(tbb::global_control::max_allowed_parallelism, tactus_worker_count());
#endif
#ifdef HAVE_PARALLEL_MODE
  omp_set_num_threads(static_cast<int>(tactus_worker_count()));
#endif
  std::vector<Row> all = rows();
  std::vector<Row> natural = naturalRows();
  all.insert(all.end(), natural.begin(), natural.end());
  return runTable(all, argc, argv);
}
