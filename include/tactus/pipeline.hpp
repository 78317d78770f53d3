//===- pipeline.hpp - items that pass through stages -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::pipeline(64, read_line, parse, tactus::in_order(number), tactus::in_order(print));
//
// The source gives a std::optional; each stage gets what the one before has returned. A stage works on several items at
// the same time, unless it is in_order: then on one after the other, in the order of the source.
//
//     step 1   source: batch 1
//     step 2   source: batch 2   parse: batch 1
//     step 3   source: batch 3   parse: batch 2   number: batch 1        ◄── forks beside each other; a stage is a loop
//     ...
//
// No thread waits for an item, and on one worker it is the serial program, a batch at a time.
//
// Exceptions: that of the earliest item in flight arrives, when all stages that had been begun have ended.
// Threads: any thread may call it at any time. The source, and each stage that is `in_order`, is called by one thread
// at a time, other stages by several.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PIPELINE_HPP
#define TACTUS_PIPELINE_HPP

#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/algorithms.hpp"
#include "detail/par.hpp" // IWYU pragma: export
#include "detail/stop.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace tactus {

/// A stage that gets its items one after the other, in the order of the source.
template <class Function> struct in_order {
  Function function;
  explicit in_order(Function called) : function(std::move(called)) {}
};

namespace detail {

template <class Stage> struct StageOf {
  static constexpr bool isInOrder = false;
  using Function = Stage;
  static Function &function(Stage &stage) { return stage; }
};
template <class Called> struct StageOf<in_order<Called>> {
  static constexpr bool isInOrder = true;
  using Function = Called;
  static Function &function(in_order<Called> &stage) { return stage.function; }
};

/// The elements of a range, one at a call. The next one is computed when it is asked for.
template <class Range> class SourceOfRange {
  Range &range;
  std::optional<std::ranges::iterator_t<Range>> iterator;

public:
  explicit SourceOfRange(Range &elements) : range(elements) {}
  std::optional<std::ranges::range_value_t<Range>> operator()() {
    if (iterator)
      ++*iterator;
    else
      iterator.emplace(std::ranges::begin(range));
    if (*iterator == std::ranges::end(range))
      return std::nullopt;
    return std::optional<std::ranges::range_value_t<Range>>(std::in_place, **iterator);
  }
};

template <class Source> inline constexpr bool givesOptional = false;
template <class Source>
  requires requires(Source &source) {
    { *source() };
    { source().has_value() } -> std::convertible_to<bool>;
  }
inline constexpr bool givesOptional<Source> = true;

/// What gives the items of a source.
template <class Source> decltype(auto) readerOf(Source &source) {
  if constexpr (givesOptional<Source>)
    return (source);
  else
    return SourceOfRange<Source>(source);
}
template <class Source> using ItemOf = std::remove_cvref_t<decltype(*readerOf(std::declval<Source &>())())>;

template <class Stage> using StageFunction = typename StageOf<std::remove_cvref_t<Stage>>::Function;

/// Can the stages be called one with the result of the other, beginning with an Item?
template <class Item, class... Stages> struct Chain {
  static constexpr bool fits = true;
};
template <class Item, class First, class... Others>
  requires(!std::invocable<StageFunction<First> &, Item>)
struct Chain<Item, First, Others...> {
  static constexpr bool fits = false;
};
template <class Item, class First, class... Others>
  requires std::invocable<StageFunction<First> &, Item>
struct Chain<Item, First, Others...> {
  using Result = std::invoke_result_t<StageFunction<First> &, Item>;
  static constexpr bool fits = sizeof...(Others) == 0 || (!std::is_void_v<Result> && Chain<Result, Others...>::fits);
};

/// The items in front of each stage, by value.
template <class Done, class Item, class... Stages> struct Batches {
  using Type = Done;
};
template <class... Done, class Item, class First, class... Others>
struct Batches<std::tuple<Done...>, Item, First, Others...> {
  using Result = std::invoke_result_t<StageFunction<First> &, Item>;
  using Type = typename Batches<std::tuple<Done..., std::vector<std::optional<std::remove_cvref_t<Item>>>>, Result,
                                Others...>::Type;
};

template <class Source, class Stop, class... Stages> class Pipeline {
  using Item = std::remove_cvref_t<decltype(*std::declval<Source &>()())>;
  using AllBatches = typename Batches<std::tuple<>, Item, std::remove_cvref_t<Stages>...>::Type;
  static constexpr std::size_t count = sizeof...(Stages);

  Source &source;
  std::tuple<Stages &...> stages;
  const Stop &stop;
  std::source_location where;
  std::size_t length;
  bool isOpen = true;
  /// What this step reads, and what it writes: batches in front of each stage.
  AllBatches now, next;

public:
  Pipeline(std::size_t inFlight, Source &from, const Stop &request, std::source_location place, Stages &...all)
      : source(from), stages(all...), stop(request), where(place),
        length(std::max<std::size_t>(1, inFlight / (count + 1))) {}

  void run() {
    do {
      step<count>();
      std::swap(now, next);
    } while (isOpen || isAnyLeft(std::make_index_sequence<count>()));
  }

private:
  template <std::size_t... index> bool isAnyLeft(std::index_sequence<index...>) const {
    return (!std::get<index>(now).empty() || ...);
  }

  /// Stages [0, remaining) and the source. Later stages have earlier items: their exceptions come first.
  template <std::size_t remaining> void step() {
    if constexpr (remaining == 0) {
      read();
    } else {
      if (std::get<remaining - 1>(now).empty()) {
        clearResults<remaining - 1>();
        return step<remaining - 1>();
      }
      both(where, [this] { runStage<remaining - 1>(); }, [this] { step<remaining - 1>(); });
    }
  }

  void read() {
    auto &batch = std::get<0>(next);
    batch.clear();
    while (isOpen && batch.size() != length) {
      if (stop.stop_requested()) {
        isOpen = false;
        return;
      }
      auto item = source();
      if (item.has_value())
        batch.emplace_back(std::move(*item));
      else
        isOpen = false;
    }
  }

  template <std::size_t index> void clearResults() {
    if constexpr (index + 1 < count)
      std::get<index + 1>(next).clear();
  }

  template <std::size_t index> void runStage() {
    using Stage = StageOf<std::remove_cvref_t<std::tuple_element_t<index, std::tuple<Stages...>>>>;
    auto &items = std::get<index>(now);
    if constexpr (index + 1 < count) {
      clearResults<index>();
      std::get<index + 1>(next).resize(items.size());
    }
    auto work = [this, &items](std::size_t place) {
      auto &function = Stage::function(std::get<index>(stages));
      if constexpr (index + 1 < count)
        std::get<index + 1>(next)[place].emplace(std::invoke(function, std::move(*items[place])));
      else
        static_cast<void>(std::invoke(function, std::move(*items[place])));
    };
    if constexpr (Stage::isInOrder) {
      for (std::size_t place = 0; place < items.size(); ++place)
        work(place);
    } else {
      parallel_for(std::size_t{0}, items.size(), work, where);
    }
  }
};

} // namespace detail

/// source() gives a std::optional, or what looks like it; or its elements are the items, as those of a generator.
template <class Source>
concept pipeline_source = detail::givesOptional<Source> || std::ranges::input_range<Source>;

/// Each stage can be called with what the one before returns; the first with what the source gives.
template <class Source, class... Stages>
concept pipeline_stages =
    sizeof...(Stages) > 0 && detail::Chain<detail::ItemOf<Source>, std::remove_cvref_t<Stages>...>::fits;

/// Passes all items of the source through the stages. About `in_flight` items are between the source and the end of the
/// last stage at a time, which bounds memory. The exception of an earlier item comes before that of a later one that is
/// in flight, and later items may have passed some stages. The source is called in order, by one thread at a time.
/// The source may be a range as well, such as a generator: a coroutine goes on when the next item is asked for.
/// Complexity: each stage once for each item; room for `in_flight` items between two stages.
/// Example:
///     int next = 0, sum = 0;
///     tactus::pipeline(
///         16, [&] { return next < 5 ? std::optional<int>(next++) : std::nullopt; },
///         [](int value) { return value * value; }, tactus::in_order([&](int value) { sum = 10 * sum + value % 10; }));
///     std::cout << sum; // prints 1496
template <class Source, class... Stages>
  requires pipeline_source<std::remove_reference_t<Source>> &&
           pipeline_stages<std::remove_reference_t<Source>, Stages...>
void pipeline(std::size_t in_flight, Source &&source, Stages &&...stages) {
  pipeline(in_flight, never_stop(), source, stages...);
}

/// The same until a stop is requested: then no more items are read, and those that have been pass all stages.
/// Complexity: each stage once for each item that has been read.
/// Example:
///     std::stop_source source;
///     int next = 0, seen = 0;
///     tactus::pipeline(
///         4, source.get_token(), [&] { return std::optional<int>(next++); },
///         tactus::in_order([&](int value) { if (++seen; value == 10) source.request_stop(); }));
///     std::cout << (seen > 10); // prints 1
template <stop_request Stop, class Source, class... Stages>
  requires pipeline_source<std::remove_reference_t<Source>> &&
           pipeline_stages<std::remove_reference_t<Source>, Stages...>
void pipeline(std::size_t in_flight, Stop stop, Source &&source, Stages &&...stages) {
  auto &&reader = detail::readerOf(source);
  detail::Pipeline<std::remove_reference_t<decltype(reader)>, Stop, std::remove_reference_t<Stages>...>(
      in_flight, reader, stop, std::source_location::current(), stages...)
      .run();
}

} // namespace tactus

// Behind what it refuses.
#include "detail/refused/pipeline.hpp" // IWYU pragma: keep

#endif // TACTUS_PIPELINE_HPP
