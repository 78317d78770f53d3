//===- standard_execution_test.cpp - std::execution::par beside the same algorithms without -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All parallel algorithms that libstdc++ has, and those of libc++. Each case is written once, with a policy or with
// none in its place. Those for which PSTL makes objects in buffers are run with counted objects that have no default as
// well.
//
//===----------------------------------------------------------------------===//
#include <tactus/execution>

#if (defined(TACTUS_TEST_STANDARD_EXECUTION) || defined(_GLIBCXX_RELEASE)) && !defined(TACTUS_STANDARD_EXECUTION)
#error "this standard library's algorithms run on Tactus"
#endif
#if defined(TACTUS_STANDARD_EXECUTION)

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<int64_t> alive;

/// An object that has to be made, and destroyed once. Ordered by its key alone.
class Boxed {
  std::unique_ptr<int64_t> number;

public:
  Boxed(int64_t value) : number(std::make_unique<int64_t>(value)) { ++alive; }
  Boxed(const Boxed &other) : number(std::make_unique<int64_t>(*other.number)) { ++alive; }
  Boxed(Boxed &&other) noexcept : number(std::move(other.number)) { ++alive; }
  Boxed &operator=(const Boxed &other) {
    number = std::make_unique<int64_t>(*other.number);
    return *this;
  }
  Boxed &operator=(Boxed &&) noexcept = default;
  ~Boxed() { --alive; }
  int64_t value() const { return *number; }
};

int64_t valueOf(int64_t value) { return value; }
int64_t valueOf(const Boxed &boxed) { return boxed.value(); }
template <class T> int64_t keyOf(const T &value) { return valueOf(value) >> 20; }

constexpr auto byKey = [](const auto &a, const auto &b) { return keyOf(a) < keyOf(b); };
constexpr auto sameKey = [](const auto &a, const auto &b) { return keyOf(a) == keyOf(b); };
constexpr auto isLow = [](const auto &a) { return keyOf(a) % 3 == 0; };
constexpr auto never = [](const auto &) { return false; };

template <class T> using Items = std::vector<T>;
using Numbers = std::vector<int64_t>;

template <class T> Numbers numbers(const Items<T> &items) {
  Numbers result;
  for (const T &item : items)
    result.push_back(valueOf(item));
  return result;
}
/// Which are where is the algorithm's to say.
[[maybe_unused]] Numbers unordered(Numbers values) {
  std::sort(values.begin(), values.end());
  return values;
}
template <class T, class Iterator> Numbers place(Items<T> &items, Iterator found) { return {found - items.begin()}; }
template <class T, class Iterator> Numbers upTo(Items<T> &items, Iterator end) {
  return numbers(Items<T>(items.begin(), end));
}
template <class T> Items<T> sorted(Items<T> items) {
  std::stable_sort(items.begin(), items.end(), byKey);
  return items;
}
/// Every other element, in order.
template <class T> Items<T> half(const Items<T> &items) {
  Items<T> result;
  for (std::size_t i = 0; i < items.size(); i += 2)
    result.push_back(items[i]);
  return sorted(result);
}
template <class T> Items<T> rooms(std::size_t count) { return Items<T>(count, T(-1)); }

/// Cases for any elements. `policy` is one or nothing.
#define CASE(NAME, ...)                                                                                                \
  template <class T, class... Policy>                                                                                  \
  Numbers NAME([[maybe_unused]] Items<T> in, [[maybe_unused]] const Policy &...policy) {                               \
    auto begin = in.begin(), end = in.end();                                                                           \
    [[maybe_unused]] auto middle = begin + (end - begin) / 3;                                                          \
    __VA_ARGS__                                                                                                        \
  }

CASE(sort, std::sort(policy..., begin, end, [](auto &a, auto &b) { return valueOf(a) < valueOf(b); });
     return numbers(in);)
CASE(stableSort, std::stable_sort(policy..., begin, end, byKey); return numbers(in);)
CASE(partialSort,
     std::partial_sort(policy..., begin, middle, end, [](auto &a, auto &b) { return valueOf(a) < valueOf(b); });
     return upTo(in, middle);)
CASE(partialSortCopy, auto out = rooms<T>(in.size() / 2);
     auto last = std::partial_sort_copy(policy..., begin, end, out.begin(), out.end(),
                                        [](auto &a, auto &b) { return valueOf(a) < valueOf(b); });
     return upTo(out, last);)
CASE(partialSortCopyOfAll, auto out = rooms<T>(in.size() + 3);
     auto last = std::partial_sort_copy(policy..., begin, end, out.begin(), out.end(),
                                        [](auto &a, auto &b) { return valueOf(a) < valueOf(b); });
     return upTo(out, last);)
CASE(nthElement, if (middle != end) std::nth_element(policy..., begin, middle, end,
                                                     [](auto &a, auto &b) { return valueOf(a) < valueOf(b); });
     return middle == end ? Numbers() : Numbers{valueOf(*middle)};)
CASE(inplaceMerge, std::stable_sort(begin, middle, byKey); std::stable_sort(middle, end, byKey);
     std::inplace_merge(policy..., begin, middle, end, byKey); return numbers(in);)
CASE(merge, auto other = half(in); auto all = sorted(in); auto out = rooms<T>(in.size() + other.size());
     std::merge(policy..., all.begin(), all.end(), other.begin(), other.end(), out.begin(), byKey);
     return numbers(out);)
/// Of equal elements libstdc++'s std::set_intersection takes the second range's, with any back end.
#define SETS(NAME, CALL)                                                                                               \
  CASE(NAME, auto x = sorted(in); auto y = half(in); for (auto &each : y) each = T(valueOf(each) + (3 << 20));         \
       auto out = rooms<T>(x.size() + y.size());                                                                       \
       auto last = std::CALL(policy..., x.begin(), x.end(), y.begin(), y.end(), out.begin(), byKey); Numbers keys;     \
       for (auto place = out.begin(); place != last; ++place) keys.push_back(keyOf(*place)); return keys;)
SETS(setUnion, set_union)
SETS(setIntersection, set_intersection)
SETS(setDifference, set_difference)
SETS(setSymmetricDifference, set_symmetric_difference)
CASE(includes, auto x = sorted(in); auto y = half(in);
     return Numbers{std::includes(policy..., x.begin(), x.end(), y.begin(), y.end(), byKey)};)
CASE(partition, auto found = std::partition(policy..., begin, end, isLow); Numbers first = unordered(upTo(in, found));
     first.push_back(-1); for (auto place = found; place != end; ++place) first.push_back(isLow(*place)); return first;)
CASE(stablePartition, auto found = std::stable_partition(policy..., begin, end, isLow); Numbers all = numbers(in);
     all.push_back(found - begin); return all;)
CASE(isPartitioned, bool before = std::is_partitioned(policy..., begin, end, isLow);
     std::stable_partition(begin, end, isLow);
     return Numbers{before, std::is_partitioned(policy..., begin, end, isLow)};)
CASE(partitionCopy, auto yes = rooms<T>(in.size()); auto no = rooms<T>(in.size());
     auto [y, n] = std::partition_copy(policy..., begin, end, yes.begin(), no.begin(), isLow);
     Numbers all = upTo(yes, y); Numbers others = upTo(no, n); all.insert(all.end(), others.begin(), others.end());
     return all;)
CASE(removeIf, auto last = std::remove_if(policy..., begin, end, isLow); return upTo(in, last);)
CASE(removeNothing, auto last = std::remove_if(policy..., begin, end, never); return upTo(in, last);)
CASE(removeCopyIf, auto out = rooms<T>(in.size());
     auto last = std::remove_copy_if(policy..., begin, end, out.begin(), isLow); return upTo(out, last);)
CASE(unique, std::stable_sort(begin, end, byKey); auto last = std::unique(policy..., begin, end, sameKey);
     return upTo(in, last);)
CASE(uniqueCopy, auto all = sorted(in); auto out = rooms<T>(in.size());
     auto last = std::unique_copy(policy..., all.begin(), all.end(), out.begin(), sameKey); return upTo(out, last);)
CASE(copy, auto out = rooms<T>(in.size()); std::copy(policy..., begin, end, out.begin()); return numbers(out);)
CASE(copyN, auto out = rooms<T>(in.size()); std::copy_n(policy..., begin, in.size(), out.begin()); return numbers(out);)
CASE(copyIf, auto out = rooms<T>(in.size()); auto last = std::copy_if(policy..., begin, end, out.begin(), isLow);
     return upTo(out, last);)
CASE(move, auto out = rooms<T>(in.size()); std::move(policy..., begin, end, out.begin()); return numbers(out);)
CASE(swapRanges, auto out = rooms<T>(in.size()); std::swap_ranges(policy..., begin, end, out.begin());
     return numbers(out);)
CASE(reverse, std::reverse(policy..., begin, end); return numbers(in);)
CASE(reverseCopy, auto out = rooms<T>(in.size()); std::reverse_copy(policy..., begin, end, out.begin());
     return numbers(out);)
CASE(rotate, auto to = std::rotate(policy..., begin, middle, end); Numbers all = numbers(in); all.push_back(to - begin);
     return all;)
CASE(rotateFar, auto to = std::rotate(policy..., begin, end - (middle - begin), end); Numbers all = numbers(in);
     all.push_back(to - begin); return all;)
CASE(rotateCopy, auto out = rooms<T>(in.size()); std::rotate_copy(policy..., begin, middle, end, out.begin());
     return numbers(out);)
CASE(fill, std::fill(policy..., begin, end, T(7)); return numbers(in);)
CASE(fillN, std::fill_n(policy..., begin, in.size() / 2, T(7)); return numbers(in);)
CASE(generate, std::generate(policy..., begin, end, [] { return T(5); }); return numbers(in);)
CASE(generateN, std::generate_n(policy..., begin, in.size(), [] { return T(5); }); return numbers(in);)
CASE(replaceIf, std::replace_if(policy..., begin, end, isLow, T(9)); return numbers(in);)
CASE(replaceCopyIf, auto out = rooms<T>(in.size());
     std::replace_copy_if(policy..., begin, end, out.begin(), isLow, T(9)); return numbers(out);)
CASE(forEach, std::for_each(policy..., begin, end, [](T &x) { x = T(valueOf(x) + 1); }); return numbers(in);)
CASE(forEachN, std::for_each_n(policy..., begin, in.size(), [](T &x) { x = T(valueOf(x) + 1); }); return numbers(in);)
CASE(transform, auto out = rooms<T>(in.size());
     std::transform(policy..., begin, end, out.begin(), [](const T &x) { return T(valueOf(x) * 3); });
     return numbers(out);)
CASE(transformPairs, auto out = rooms<T>(in.size());
     std::transform(policy..., begin, end, begin, out.begin(),
                    [](const T &x, const T &y) { return T(valueOf(x) + valueOf(y)); });
     return numbers(out);)
CASE(find, return place(in, std::find_if(policy..., begin, end, [](const T &x) { return keyOf(x) % 101 == 77; }));)
CASE(findIfNot,
     return place(in, std::find_if_not(policy..., begin, end, [](const T &x) { return keyOf(x) % 11 != 3; }));)
CASE(findNothing, return place(in, std::find_if(policy..., begin, end, never));)
CASE(adjacentFind, return place(in, std::adjacent_find(policy..., begin, end, sameKey));)
CASE(findEnd, Items<T> what(begin, begin + std::min<std::ptrdiff_t>(2, end - begin));
     return place(in, std::find_end(policy..., begin, end, what.begin(), what.end(), sameKey));)
CASE(findFirstOf, Items<T> what(end - std::min<std::ptrdiff_t>(2, end - begin), end);
     return place(in, std::find_first_of(policy..., begin, end, what.begin(), what.end(), sameKey));)
CASE(search, Items<T> what(end - std::min<std::ptrdiff_t>(2, end - begin), end);
     return place(in, std::search(policy..., begin, end, what.begin(), what.end(), sameKey));)
CASE(searchN, return place(in, std::search_n(policy..., begin, end, 2, T(2 << 20), sameKey));)
CASE(anyAllNone, return Numbers({std::any_of(policy..., begin, end, isLow), std::all_of(policy..., begin, end, isLow),
                                 std::none_of(policy..., begin, end, never)});)
CASE(countIf, return Numbers{std::count_if(policy..., begin, end, isLow)};)
CASE(equal, auto other = in; bool all = std::equal(policy..., begin, end, other.begin(), sameKey);
     if (!other.empty()) other.back() = T(-5);
     return Numbers({all, std::equal(policy..., begin, end, other.begin(), sameKey)});)
CASE(mismatch, auto other = in; if (!other.empty()) other[other.size() / 2] = T(-5);
     return place(in, std::mismatch(policy..., begin, end, other.begin(), sameKey).first);)
CASE(lexicographical, auto other = in; if (!other.empty()) other.back() = T(int64_t{1} << 40);
     return Numbers({std::lexicographical_compare(policy..., begin, end, other.begin(), other.end(), byKey),
                     std::lexicographical_compare(policy..., other.begin(), other.end(), begin, end, byKey)});)
CASE(isSorted, auto all = sorted(in); return Numbers({std::is_sorted(policy..., begin, end, byKey),
                                                      std::is_sorted(policy..., all.begin(), all.end(), byKey),
                                                      std::is_sorted_until(policy..., begin, end, byKey) - begin});)
CASE(isHeap, auto heap = in; std::make_heap(heap.begin(), heap.end(), byKey);
     return Numbers({std::is_heap(policy..., begin, end, byKey),
                     std::is_heap(policy..., heap.begin(), heap.end(), byKey),
                     std::is_heap_until(policy..., begin, end, byKey) - begin});)
CASE(extremes, auto [least, greatest] = std::minmax_element(policy..., begin, end, byKey);
     return Numbers({std::min_element(policy..., begin, end, byKey) - begin,
                     std::max_element(policy..., begin, end, byKey) - begin, least - begin, greatest - begin});)

/// Of objects in memory that holds none yet.
#define MEMORY(NAME, MAKE)                                                                                             \
  CASE(NAME, std::allocator<T> allocator; T *memory = allocator.allocate(in.size()); T *last = memory + in.size();     \
       MAKE; Numbers all; for (T *each = memory; each != last; ++each) all.push_back(valueOf(*each));                  \
       std::destroy(policy..., memory, last); allocator.deallocate(memory, in.size()); return all;)
MEMORY(uninitializedCopy, std::uninitialized_copy(policy..., begin, end, memory))
MEMORY(uninitializedCopyN, std::uninitialized_copy_n(policy..., begin, in.size(), memory))
MEMORY(uninitializedMove, std::uninitialized_move(policy..., begin, end, memory))
MEMORY(uninitializedFill, std::uninitialized_fill(policy..., memory, last, T(3)))

/// Cases for numbers, and sums.
CASE(reduce, return Numbers{std::reduce(policy..., begin, end, T(5))};)
CASE(transformReduce,
     return Numbers({std::transform_reduce(policy..., begin, end, begin, T(5)),
                     std::transform_reduce(policy..., begin, end, T(5), std::plus<>(), [](T x) { return 2 * x; })});)
/// x -> a x + b, modulo 2^64: associative, and not commutative.
struct Affine {
  uint64_t a = 1, b = 0;
  [[maybe_unused]] friend Affine operator*(Affine x, Affine y) { return {x.a * y.a, x.b * y.a + y.b}; }
};
template <class T> std::vector<Affine> affine(const Items<T> &in) {
  std::vector<Affine> all;
  for (const T &x : in)
    all.push_back({static_cast<uint64_t>(valueOf(x)) * 2 + 3, static_cast<uint64_t>(valueOf(x)) * 7 + 1});
  return all;
}
[[maybe_unused]] Numbers written(const std::vector<Affine> &all) {
  Numbers values;
  for (Affine each : all) {
    values.push_back(static_cast<int64_t>(each.a));
    values.push_back(static_cast<int64_t>(each.b));
  }
  return values;
}
CASE(inclusiveScan, auto x = affine(in); auto out = x;
     std::inclusive_scan(policy..., x.begin(), x.end(), out.begin(), std::multiplies<>()); return written(out);)
CASE(inclusiveScanFrom, auto x = affine(in); auto out = x;
     std::inclusive_scan(policy..., x.begin(), x.end(), out.begin(), std::multiplies<>(), Affine{3, 4});
     return written(out);)
CASE(exclusiveScan, auto x = affine(in); auto out = x;
     std::exclusive_scan(policy..., x.begin(), x.end(), out.begin(), Affine{3, 4}, std::multiplies<>());
     return written(out);)
CASE(
    transformScans, auto x = affine(in); auto out = x; auto other = x;
    auto turn = [](Affine each) { return Affine{each.b, each.a}; };
    std::transform_inclusive_scan(policy..., x.begin(), x.end(), out.begin(), std::multiplies<>(), turn);
    std::transform_exclusive_scan(policy..., x.begin(), x.end(), other.begin(), Affine{3, 4}, std::multiplies<>(),
                                  turn);
    Numbers all = written(out); Numbers others = written(other); all.insert(all.end(), others.begin(), others.end());
    return all;)
/// Small whole numbers, whose sums are exact.
CASE(scanOfDoubles, std::vector<double> x; for (const T &each : in) x.push_back(static_cast<double>(keyOf(each) % 100));
     auto out = x; auto other = x; std::inclusive_scan(policy..., x.begin(), x.end(), out.begin());
     std::exclusive_scan(policy..., x.begin(), x.end(), other.begin(), 5.0); Numbers all(out.begin(), out.end());
     all.insert(all.end(), other.begin(), other.end()); return all;)
CASE(adjacentDifference, Numbers x = numbers(in); Numbers out(x.size());
     std::adjacent_difference(policy..., x.begin(), x.end(), out.begin()); return out;)

#undef CASE

template <class T> struct Twin {
  const char *name;
  std::function<Numbers(Items<T>)> serial, parallel;
};
#define TWIN(NAME)                                                                                                     \
  Twin<T> {                                                                                                            \
    #NAME, [](Items<T> in) { return NAME(std::move(in)); },                                                            \
        [](Items<T> in) { return NAME(std::move(in), std::execution::par); }                                           \
  }

/// What libc++ has as well.
std::vector<Twin<int64_t>> everywhere() {
  using T = int64_t;
  return {TWIN(stableSort), TWIN(merge),          TWIN(isPartitioned), TWIN(copy),      TWIN(copyN),
          TWIN(move),       TWIN(rotateCopy),     TWIN(fill),          TWIN(fillN),     TWIN(generate),
          TWIN(generateN),  TWIN(replaceIf),      TWIN(replaceCopyIf), TWIN(forEach),   TWIN(forEachN),
          TWIN(transform),  TWIN(transformPairs), TWIN(find),          TWIN(findIfNot), TWIN(findNothing),
          TWIN(anyAllNone), TWIN(countIf),        TWIN(equal),         TWIN(reduce),    TWIN(transformReduce)};
}

#if defined(_LIBCPP_VERSION)
template <class T> std::vector<Twin<T>> buffered() { return {TWIN(sort)}; }
std::vector<Twin<int64_t>> others() { return {}; }
#else
/// What PSTL makes objects for.
template <class T> std::vector<Twin<T>> buffered() {
  return {TWIN(sort),
          TWIN(partialSortCopy),
          TWIN(partialSortCopyOfAll),
          TWIN(inplaceMerge),
          TWIN(setUnion),
          TWIN(setDifference),
          TWIN(removeIf),
          TWIN(unique),
          TWIN(stablePartition),
          TWIN(rotate),
          TWIN(uninitializedCopy),
          TWIN(uninitializedMove),
          TWIN(uninitializedFill)};
}

/// What only libstdc++ has.
std::vector<Twin<int64_t>> others() {
  using T = int64_t;
  return {TWIN(partialSort),   TWIN(nthElement),         TWIN(setIntersection), TWIN(setSymmetricDifference),
          TWIN(includes),      TWIN(partition),          TWIN(partitionCopy),   TWIN(removeNothing),
          TWIN(removeCopyIf),  TWIN(uniqueCopy),         TWIN(copyIf),          TWIN(swapRanges),
          TWIN(reverse),       TWIN(reverseCopy),        TWIN(rotateFar),       TWIN(adjacentFind),
          TWIN(findEnd),       TWIN(findFirstOf),        TWIN(search),          TWIN(searchN),
          TWIN(mismatch),      TWIN(lexicographical),    TWIN(isSorted),        TWIN(isHeap),
          TWIN(extremes),      TWIN(uninitializedCopyN), TWIN(inclusiveScan),   TWIN(inclusiveScanFrom),
          TWIN(exclusiveScan), TWIN(transformScans),     TWIN(scanOfDoubles),   TWIN(adjacentDifference)};
}
#endif

template <class T> Items<T> randomItems(std::size_t size, unsigned seed, int64_t keys) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int64_t> key(0, keys - 1);
  Items<T> items;
  for (std::size_t id = 0; id < size; ++id)
    items.push_back(T(key(random) << 20 | static_cast<int64_t>(id)));
  return items;
}

template <class T> void compareAll(const std::vector<Twin<T>> &twins) {
  int64_t before = alive;
  for (const Twin<T> &twin : twins)
    for (std::size_t size : {0, 1, 2, 3, 17, 256, 1001, 5003})
      for (unsigned seed : {1, 2}) {
        Items<T> items = randomItems<T>(size, seed, seed == 1 ? 5 : 1 << 20);
        Numbers expected = twin.serial(items);
        EXPECT_EQ(twin.parallel(items), expected) << twin.name << ", size " << size << ", seed " << seed;
      }
  EXPECT_EQ(alive, before);
}

TEST(StandardExecution, Numbers) {
  compareAll(buffered<int64_t>());
  compareAll(everywhere());
  compareAll(others());
}
TEST(StandardExecution, Objects) { compareAll(buffered<Boxed>()); }

/// Each element takes longer than a beat, so another worker takes some of them. A back end that is serial has one
/// thread.
TEST(StandardExecution, RunsOnSeveralThreads) {
  const char *workers = std::getenv("TACTUS_WORKERS");
  if (!workers || std::atoi(workers) < 2)
    GTEST_SKIP() << "one worker";
  std::atomic<bool> isShared = false;
  std::thread::id caller = std::this_thread::get_id();
  Numbers items(20'000);
  std::for_each(std::execution::par, items.begin(), items.end(), [&](int64_t &) {
    if (std::this_thread::get_id() != caller)
      isShared = true;
    if (!isShared)
      std::this_thread::sleep_for(std::chrono::microseconds(200));
  });
  EXPECT_TRUE(isShared);
}

/// The other policy takes the same way.
TEST(StandardExecution, Unsequenced) {
  Numbers items = randomItems<int64_t>(5003, 3, 1 << 20);
  EXPECT_EQ(transform(items, std::execution::par_unseq), transform(items));
  EXPECT_EQ(reduce(items, std::execution::par_unseq), reduce(items));
}

#if !defined(_LIBCPP_VERSION)
/// Its reduction moves all that it joins: n log n only if it joins halves.
TEST(StandardExecution, LongStablePartition) {
  Numbers items = randomItems<int64_t>(200'000, 1, 1 << 20), expected = items;
  std::stable_partition(expected.begin(), expected.end(), isLow);
  std::stable_partition(std::execution::par, items.begin(), items.end(), isLow);
  EXPECT_EQ(items, expected);
}
#endif

} // namespace

#endif // TACTUS_STANDARD_EXECUTION
