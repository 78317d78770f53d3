//===- graphs.cpp - graphs and pipelines as they are written for oneTBB ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nothing here knows of Tactus. The same source is also built with oneTBB's own headers and library: what a program may
// rely on there, it may rely on here.
//
//===----------------------------------------------------------------------===//
#include <tbb/tbb.h>

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace {

//===----------------------------------------------------------------------===//
// Flow graphs
//===----------------------------------------------------------------------===//

/// Frames are decoded by an outside thread, joined with their titles, and at most three of them are in flight.
TEST(Ported, GraphOfAsyncJoinAndLimiter) {
  using Decoder = tbb::flow::async_node<int, int>;
  constexpr int Frames = 200;
  tbb::flow::graph graph;
  int next = 0;
  std::atomic<int> inFlight = 0, most = 0;
  tbb::concurrent_bounded_queue<std::pair<int, Decoder::gateway_type *>> requests;
  std::thread device([&] {
    std::pair<int, Decoder::gateway_type *> request;
    for (requests.pop(request); request.second; requests.pop(request)) {
      request.second->try_put(request.first * request.first);
      request.second->release_wait();
    }
  });
  tbb::flow::input_node<int> source(graph, [&](tbb::flow_control &control) {
    if (next == Frames)
      control.stop();
    return next++;
  });
  tbb::flow::limiter_node<int> limiter(graph, 3);
  tbb::flow::broadcast_node<int> both(graph);
  Decoder decoder(graph, tbb::flow::unlimited, [&](int frame, Decoder::gateway_type &gateway) {
    int now = ++inFlight;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);)
      ;
    gateway.reserve_wait();
    requests.push({frame, &gateway});
  });
  tbb::flow::function_node<int, std::string> title(graph, tbb::flow::unlimited,
                                                   [](int frame) { return std::to_string(frame); });
  tbb::flow::queue_node<int> decoded(graph);
  tbb::flow::queue_node<std::string> titles(graph);
  using Join = tbb::flow::join_node<std::tuple<int, std::string>, tbb::flow::queueing>;
  Join join(graph);
  long sum = 0, letters = 0;
  tbb::flow::function_node<std::tuple<int, std::string>, tbb::flow::continue_msg> show(
      graph, tbb::flow::serial, [&](const std::tuple<int, std::string> &frame) {
        sum += std::get<0>(frame);
        letters += static_cast<long>(std::get<1>(frame).size());
        --inFlight;
        return tbb::flow::continue_msg();
      });
  tbb::flow::make_edge(source, limiter);
  tbb::flow::make_edge(limiter, both);
  tbb::flow::make_edge(both, decoder);
  tbb::flow::make_edge(both, title);
  tbb::flow::make_edge(tbb::flow::output_port<0>(decoder), tbb::flow::input_port<0>(join));
  tbb::flow::make_edge(title, tbb::flow::input_port<1>(join));
  tbb::flow::make_edge(join, show);
  tbb::flow::make_edge(show, limiter.decrementer());
  source.activate();
  graph.wait_for_all();
  requests.push({0, nullptr});
  device.join();
  EXPECT_EQ(sum, (Frames - 1L) * Frames * (2 * Frames - 1) / 6);
  EXPECT_EQ(letters, 10 + 90 * 2 + 100 * 3);
  EXPECT_LE(most, 3);
}

/// Results that come in any order are put in order, and by key; a key joins what belongs together.
TEST(Ported, GraphOfSequencerAndKeys) {
  struct Item {
    size_t number;
    long value;
  };
  tbb::flow::graph graph;
  std::vector<size_t> order;
  std::map<size_t, long> joined;
  tbb::flow::broadcast_node<Item> start(graph);
  auto twice = [](const Item &item) { return Item{item.number, 2 * item.value}; };
  auto square = [](const Item &item) { return Item{item.number, item.value * item.value}; };
  tbb::flow::function_node<Item, Item> first(graph, tbb::flow::unlimited, twice), second(graph, 2, square);
  tbb::flow::sequencer_node<Item> sequencer(graph, [](const Item &item) { return item.number; });
  tbb::flow::function_node<Item> note(graph, tbb::flow::serial, [&](const Item &item) {
    order.push_back(item.number);
    return tbb::flow::continue_msg();
  });
  using Pair = std::tuple<Item, Item>;
  auto numberOf = [](const Item &item) { return item.number; };
  tbb::flow::join_node<Pair, tbb::flow::key_matching<size_t>> join(graph, numberOf, numberOf);
  tbb::flow::function_node<Pair> add(graph, tbb::flow::serial, [&](const Pair &pair) {
    EXPECT_EQ(std::get<0>(pair).number, std::get<1>(pair).number);
    joined[std::get<0>(pair).number] = std::get<0>(pair).value + std::get<1>(pair).value;
    return tbb::flow::continue_msg();
  });
  tbb::flow::make_edge(start, first);
  tbb::flow::make_edge(start, second);
  tbb::flow::make_edge(first, sequencer);
  tbb::flow::make_edge(sequencer, note);
  tbb::flow::make_edge(first, tbb::flow::input_port<0>(join));
  tbb::flow::make_edge(second, tbb::flow::input_port<1>(join));
  tbb::flow::make_edge(join, add);
  constexpr size_t Items = 300;
  for (size_t number = Items; number-- > 0;)
    start.try_put({number, static_cast<long>(number)});
  graph.wait_for_all();
  ASSERT_EQ(order.size(), Items);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  ASSERT_EQ(joined.size(), Items);
  for (auto [number, value] : joined)
    EXPECT_EQ(value, static_cast<long>(2 * number + number * number));
}

/// A cycle: numbers go round until they are 1. An indexer brings what comes from two sides to one node.
TEST(Ported, GraphWithACycle) {
  tbb::flow::graph graph;
  using Outputs = tbb::flow::multifunction_node<long, std::tuple<long, long>>;
  std::atomic<long> steps = 0, done = 0;
  Outputs collatz(graph, tbb::flow::unlimited, [&](long number, Outputs::output_ports_type &ports) {
    ++steps;
    if (number == 1)
      std::get<1>(ports).try_put(number);
    else
      std::get<0>(ports).try_put(number % 2 ? 3 * number + 1 : number / 2);
  });
  tbb::flow::buffer_node<long> again(graph);
  tbb::flow::indexer_node<long, long> indexer(graph);
  tbb::flow::function_node<tbb::flow::indexer_node<long, long>::output_type> count(
      graph, tbb::flow::unlimited, [&](const tbb::flow::indexer_node<long, long>::output_type &message) {
        done += message.is_a<long>();
        return tbb::flow::continue_msg();
      });
  tbb::flow::make_edge(tbb::flow::output_port<0>(collatz), again);
  tbb::flow::make_edge(again, collatz);
  tbb::flow::make_edge(tbb::flow::output_port<1>(collatz), tbb::flow::input_port<0>(indexer));
  tbb::flow::make_edge(indexer, count);
  long expected = 0;
  for (long start = 1; start <= 200; ++start) {
    collatz.try_put(start);
    for (long number = start; number != 1; number = number % 2 ? 3 * number + 1 : number / 2)
      ++expected;
    ++expected;
  }
  graph.wait_for_all();
  EXPECT_EQ(steps, expected);
  EXPECT_EQ(done, 200);
}

/// What a node throws arrives at wait_for_all(), and the graph can be used again.
TEST(Ported, GraphThatThrows) {
  tbb::flow::graph graph;
  std::atomic<int> calls = 0;
  tbb::flow::function_node<int, int> node(graph, tbb::flow::unlimited, [&](int value) {
    ++calls;
    if (value == 7)
      throw std::runtime_error("seven");
    return value;
  });
  for (int value = 0; value < 20; ++value)
    node.try_put(value);
  EXPECT_THROW(graph.wait_for_all(), std::runtime_error);
  EXPECT_TRUE(graph.exception_thrown());
  graph.reset();
  calls = 0;
  for (int value = 10; value < 20; ++value)
    node.try_put(value);
  graph.wait_for_all();
  EXPECT_EQ(calls, 10);
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

TEST(Ported, PipelineOfTokens) {
  std::string text;
  for (int word = 0; word < 3000; ++word)
    text += "word" + std::to_string(word) + (word % 7 ? " " : "\n");
  std::istringstream input(text);
  std::ostringstream output;
  std::atomic<int> tokens = 0, most = 0;
  constexpr size_t MostTokens = 5;
  tbb::parallel_pipeline(
      MostTokens,
      tbb::make_filter<void, std::string>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control &control) {
        std::string line;
        if (!std::getline(input, line)) {
          control.stop();
          return line;
        }
        int now = ++tokens;
        most = std::max<int>(most, now);
        return line;
      }) & tbb::make_filter<std::string, std::string>(tbb::filter_mode::parallel, [](std::string line) {
        for (char &letter : line)
          letter = static_cast<char>(std::toupper(letter));
        return line;
      }) & tbb::make_filter<std::string, void>(tbb::filter_mode::serial_in_order, [&](const std::string &line) {
        output << line << '\n';
        --tokens;
      }));
  for (char &letter : text)
    letter = static_cast<char>(std::toupper(letter));
  if (text.back() != '\n')
    text += '\n';
  EXPECT_EQ(output.str(), text);
  EXPECT_LE(most, static_cast<int>(MostTokens));
}

TEST(Ported, PipelineThatThrowsAndIsCancelled) {
  for (int bad : {0, 1, 50, 99}) {
    int next = 0;
    tbb::task_group_context context;
    auto run = [&](bool cancels) {
      next = 0;
      tbb::parallel_pipeline(4,
                             tbb::make_filter<void, int>(tbb::filter_mode::serial_in_order,
                                                         [&](tbb::flow_control &control) {
                                                           if (next == 100)
                                                             control.stop();
                                                           return next++;
                                                         }) &
                                 tbb::make_filter<int, void>(tbb::filter_mode::parallel,
                                                             [&](int number) {
                                                               if (number != bad)
                                                                 return;
                                                               if (!cancels)
                                                                 throw number;
                                                               context.cancel_group_execution();
                                                             }),
                             context);
    };
    try {
      run(/*cancels=*/false);
      FAIL() << "nothing has been thrown";
    } catch (int number) {
      EXPECT_EQ(number, bad);
    }
    context.reset();
    EXPECT_NO_THROW(run(/*cancels=*/true));
    EXPECT_TRUE(context.is_group_execution_cancelled());
  }
}

} // namespace
