//===- parallel_for_each.h - oneTBB's parallel_for_each, with feeders -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tbb::parallel_for_each(list, [](Item &item, tbb::feeder<Item> &feeder) { feeder.add(item.child()); });
//
// Elements of random access are a latent loop. Other ranges are walked first: a loop over their iterators follows, or
// over elements that were read, some at a time, where the iterators allow one pass only. What a call adds to its
// feeder is run behind it by the strand that called it, as another latent loop. A single added item is run in place, so
// that a chain of them needs no stack; and below so many loops inside of each other, what is added waits until all of
// them are through, so that a deep tree needs little.
//
//===----------------------------------------------------------------------===//
#ifndef __TBB_parallel_for_each_H
#define __TBB_parallel_for_each_H // oneTBB's own: its other headers find that parallel_for_each is there

#include "parallel_for.h"

#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

namespace tactus::tbb_interface {
template <class Item, class Body, class Stop> class ForEach;
}

namespace tbb::detail::d1 {

/// What a body adds further items to.
template <class Item> class feeder {
  std::mutex mutex;
  /// One by one on the heap, so that none is copied when their number grows.
  std::vector<std::unique_ptr<Item>> items;
  template <class, class, class> friend class tactus::tbb_interface::ForEach;
  feeder() = default;

  void keep(std::unique_ptr<Item> item) {
    std::lock_guard lock(mutex);
    if (items.capacity() == 0)
      items.reserve(8); // few calls add more, and growing from one to eight would allocate four times
    items.push_back(std::move(item));
  }

public:
  feeder(const feeder &) = delete;
  feeder &operator=(const feeder &) = delete;
  /// Thread-safe.
  void add(const Item &item) { keep(std::make_unique<Item>(item)); }
  void add(Item &&item) { keep(std::make_unique<Item>(std::move(item))); }
};

} // namespace tbb::detail::d1

namespace tactus::tbb_interface {

template <class Item, class Body, class Stop> class ForEach {
  using Feeder = ::tbb::detail::d1::feeder<Item>;
  /// Elements of one-pass iterators that are read before a loop over them begins. It bounds memory.
  static constexpr std::size_t Batch = 1024;
  /// Loops inside of each other. They bound the stack.
  static constexpr unsigned MostNested = 32;
  const Body &body;
  const Stop &stop;
  std::source_location where;

public:
  ForEach(const Body &called, const Stop &request, std::source_location place)
      : body(called), stop(request), where(place) {}

  template <class Iterator> void run(Iterator first, Iterator last) const {
    Feeder later;
    runElements(first, last, later);
    while (!later.items.empty() && !stop.stop_requested())
      runItems(std::exchange(later.items, {}), 0, later);
  }

private:
  template <class Iterator> void runElements(Iterator first, Iterator last, Feeder &later) const {
    using Category = typename std::iterator_traits<Iterator>::iterator_category;
    if constexpr (std::derived_from<Category, std::random_access_iterator_tag>) {
      using Difference = typename std::iterator_traits<Iterator>::difference_type;
      loop(static_cast<uint64_t>(last - first),
           [&](uint64_t index) { call(first[static_cast<Difference>(index)], 0, later); });
    } else if constexpr (std::derived_from<Category, std::forward_iterator_tag>) {
      std::vector<Iterator> places;
      for (; first != last; ++first)
        places.push_back(first);
      loop(places.size(), [&](uint64_t index) { call(*places[index], 0, later); });
    } else {
      while (first != last && !stop.stop_requested()) {
        std::vector<std::unique_ptr<Item>> items;
        for (; first != last && items.size() != Batch; ++first)
          items.push_back(std::make_unique<Item>(*first));
        runItems(std::move(items), 0, later);
      }
    }
  }

  template <class Step> void loop(uint64_t count, const Step &step) const {
    ::tactus::parallel_for(
        uint64_t{0}, count,
        [&](uint64_t index) {
          [[maybe_unused]] auto entered = inside(stop);
          step(index);
        },
        stop, where);
  }

  void runItems(std::vector<std::unique_ptr<Item>> items, unsigned depth, Feeder &later) const {
    loop(items.size(), [&](uint64_t index) { call(std::move(*items[index]), depth, later); });
  }

  /// What is ours is moved into the body, if it takes that, and else lent to it.
  template <class Element>
  void call(Element &&element, [[maybe_unused]] unsigned depth, [[maybe_unused]] Feeder &later) const {
    if constexpr (std::invocable<const Body &, Element>) {
      body(std::forward<Element>(element));
    } else if constexpr (std::invocable<const Body &, Element &>) {
      body(element);
    } else {
      Feeder feeder;
      feed(std::forward<Element>(element), feeder);
      runAdded(feeder, depth, later);
    }
  }

  template <class Element> void feed(Element &&element, Feeder &feeder) const {
    if constexpr (std::invocable<const Body &, Element, Feeder &>)
      body(std::forward<Element>(element), feeder);
    else
      body(element, feeder);
  }

  void runAdded(Feeder &feeder, unsigned depth, Feeder &later) const {
    while (!feeder.items.empty() && !stop.stop_requested()) {
      std::vector<std::unique_ptr<Item>> items = std::exchange(feeder.items, {});
      if (items.size() == 1)
        feed(std::move(*items.front()), feeder);
      else if (depth < MostNested)
        runItems(std::move(items), depth + 1, later);
      else
        for (std::unique_ptr<Item> &item : items)
          later.keep(std::move(item));
    }
  }
};

/// The type of what a body adds to its feeder: its own, where it takes one of one type, else that of the elements.
template <class Body, class Element, class Item>
Item itemOfCall(void (Body::*)(Element, ::tbb::detail::d1::feeder<Item> &) const);
template <class Body, class> auto itemOf(int) -> decltype(itemOfCall(&Body::operator()));
template <class, class Element> Element itemOf(...);

template <class Iterator, class Body, class Stop>
void forEach(Iterator first, Iterator last, const Body &body, const Stop &stop, std::source_location where) {
  using Element = std::remove_cv_t<typename std::iterator_traits<Iterator>::value_type>;
  using Item = decltype(itemOf<Body, Element>(0));
  ForEach<Item, Body, Stop>(body, stop, where).run(first, last);
}

} // namespace tactus::tbb_interface

namespace tbb::detail::d1 {

template <class Iterator, class Body>
  requires std::input_or_output_iterator<Iterator>
void parallel_for_each(Iterator first, Iterator last, const Body &body,
                       std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent(
      [&](auto stop) { tactus::tbb_interface::forEach(first, last, body, stop, where); });
}

template <class Iterator, class Body>
  requires std::input_or_output_iterator<Iterator>
void parallel_for_each(Iterator first, Iterator last, const Body &body, task_group_context &context,
                       std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::under(context,
                               [&](auto stop) { tactus::tbb_interface::forEach(first, last, body, stop, where); });
}

template <class Range, class Body>
  requires requires(Range &range) { std::begin(range); }
void parallel_for_each(Range &&range, const Body &body, std::source_location where = std::source_location::current()) {
  parallel_for_each(std::begin(range), std::end(range), body, where);
}

template <class Range, class Body>
  requires requires(Range &range) { std::begin(range); }
void parallel_for_each(Range &&range, const Body &body, task_group_context &context,
                       std::source_location where = std::source_location::current()) {
  parallel_for_each(std::begin(range), std::end(range), body, context, where);
}

} // namespace tbb::detail::d1

/// Argument-dependent look-up finds the functions beside the ranges, as it does in oneTBB.
namespace tbb {
inline namespace v1 {
using detail::d1::feeder;
using detail::d1::parallel_for_each;
} // namespace v1
} // namespace tbb

#endif // __TBB_parallel_for_each_H
