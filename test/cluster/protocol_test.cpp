//===- protocol_test.cpp - the beat between ranks in every order of messages -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Ranks run a small job, a binary tree of forks, by the product's own Protocol. Everything that time decides is a
// choice: which rank takes a step, whether a beat is due, which message arrives next (those of one sender to one
// receiver in order, as in MPI), whether a rank that waits asks, which rank dies, when each of the others is told, and
// when the program ends in the midst. All choices are followed, and of each state that is reached the test demands:
//
//     - no idle rank has lost its ask, and no ask is there twice; of those that count among ranks that know of the same
//       deaths
//     - a state without a next one is the end: the right result, in order, and no message under way; or the program has
//       ended in the midst, and whoever left did so when no message to it was under way
//     - the end can be reached from everywhere: nothing goes round in circles for ever
//
//===----------------------------------------------------------------------===//
#include "tactus/cluster/protocol.hpp"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

using namespace tactus::cluster::detail;

namespace {

/// Nodes 2n and 2n + 1 below node n; leaves from `leaves` on. Node 1 is the program.
using Node = int;

enum class Place : uint8_t { Here, Away, Done, Failed };

/// A fork whose first branch runs or has run. `result` is that of the second branch, if another rank computed it.
struct Fork {
  Node node;
  Place second = Place::Here;
  Rank holder = -1;
  /// Of the piece that `holder` has. A piece and what runs in its place after a death may give the same node.
  int number = 0;
  std::string first{}, result{};
  bool inSecond = false;
  auto operator<=>(const Fork &) const = default;
};

/// A piece on a rank's stack: the program, or one that was given by another rank and runs on top of what waits.
struct Piece {
  Node node;
  Rank giver;
  int number = 0;
  std::vector<Fork> forks{};
  /// What goes up to the youngest fork, once it is there.
  std::optional<std::string> value{};
  /// The node to run next, 0 for none.
  Node next = 0;
  bool isPlaced = false;
  auto operator<=>(const Piece &) const = default;
};

struct Message {
  Kind kind;
  Node node = 0;
  int number = 0;
  Ranks asks{};
  std::string result{};
  bool failed = false;
  bool isPlaced = false;
  Ranks deaths{};
  auto operator<=>(const Message &) const = default;
};

struct Member {
  Protocol protocol;
  std::vector<Piece> stack{};
  std::vector<Piece> queue{};
  std::optional<std::string> output{};
  bool ended = false;
  bool isDead = false;
  auto operator<=>(const Member &) const = default;
};

struct Job {
  Rank ranks;
  Node leaves;
  /// A node whose piece fails in other ranks, so that its giver runs it again.
  Node failing = 0;
  /// Two ranks a node of the cluster, instead of one.
  bool hasNodes = false;
  /// A node that runs in a certain rank, because its data are there.
  Node placed = 0;
  Rank place = 0;
  /// So many ranks may die.
  Rank deaths = 0;
  /// Only second branches fork again. So a piece that was given gives one, and that one the next.
  bool isChain = false;
  /// The program may end in the midst.
  bool exits = false;
  bool isLeaf(Node node) const { return node >= leaves || (isChain && node % 2 == 0); }
  bool isNear(Rank a, Rank b) const { return hasNodes && a / 2 == b / 2; }
};

struct State {
  std::vector<Member> members;
  std::map<std::pair<Rank, Rank>, std::vector<Message>> channels{};
  auto operator<=>(const State &) const = default;
};

class Explorer {
  const Job job;
  std::map<State, size_t> numbers;
  std::vector<const State *> states;
  std::vector<std::vector<size_t>> before;
  std::vector<size_t> ends;
  /// Of follow(): how many steps there are.
  size_t known = 0;

  void add(size_t from, State state) {
    auto [entry, isNew] = numbers.try_emplace(std::move(state), states.size());
    if (isNew) {
      states.push_back(&entry->first);
      before.emplace_back();
    }
    before[entry->second].push_back(from);
  }

  static void send(State &state, Rank from, Rank to, Message message) {
    message.deaths = state.members[from].protocol.deaths();
    if (state.members[from].protocol.hasQuit() && message.kind != Kind::Quit)
      return;
    if (!state.members[from].protocol.isDead(to) && !state.members[to].isDead)
      state.channels[{from, to}].push_back(std::move(message));
  }
  static void sendAsks(State &state, Rank from, Rank to, const Ranks &asks) {
    if (!asks.empty())
      send(state, from, to, {Kind::Asks, 0, 0, asks});
  }

  static bool waits(const Member &member) {
    if (member.stack.empty())
      return false;
    const Piece &top = member.stack.back();
    return top.value && !top.forks.empty() && !top.forks.back().inSecond && top.forks.back().second == Place::Away;
  }

  static Fork *outermost(Member &member) {
    for (Piece &piece : member.stack)
      for (Fork &fork : piece.forks)
        if (!fork.inSecond && fork.second == Place::Here)
          return &fork;
    return nullptr;
  }

  /// To whom asks may go on.
  static std::set<Rank> neighbours(const Member &member) {
    std::set<Rank> ranks;
    for (const Piece &piece : member.stack) {
      if (piece.giver >= 0)
        ranks.insert(member.protocol.heir(piece.giver));
      for (const Fork &fork : piece.forks)
        if (!fork.inSecond && fork.second == Place::Away)
          ranks.insert(fork.holder);
    }
    return ranks;
  }

  std::string leaf(Node node) const { return "(" + std::to_string(node) + ")"; }

  /// One step of the piece on top; it does not wait.
  void step(State &state, Rank rank) const {
    Member &member = state.members[rank];
    if (member.stack.empty()) {
      member.stack.push_back(member.queue.front());
      member.queue.erase(member.queue.begin());
      return;
    }
    Piece &top = member.stack.back();
    if (!top.value) {
      Node node = std::exchange(top.next, 0);
      if (job.isLeaf(node))
        top.value = leaf(node);
      else {
        top.forks.push_back({node});
        top.next = 2 * node;
        Node second = 2 * node + 1;
        if (second == job.placed && rank != job.place) {
          int piece = give(member, top.forks.back(), job.place);
          send(state, rank, job.place, {.kind = Kind::Piece, .node = second, .number = piece, .isPlaced = true});
        }
      }
      return;
    }
    if (top.forks.empty()) {
      endPiece(state, rank);
      return;
    }
    Fork &fork = top.forks.back();
    if (fork.inSecond) {
      top.value = fork.first + *top.value;
      top.forks.pop_back();
    } else if (fork.second == Place::Done) {
      top.value = *top.value + fork.result;
      top.forks.pop_back();
    } else {
      fork.inSecond = true;
      fork.first = *std::exchange(top.value, std::nullopt);
      top.next = 2 * fork.node + 1;
    }
  }

  void endPiece(State &state, Rank rank) const {
    Member &member = state.members[rank];
    Piece piece = member.stack.back();
    member.stack.pop_back();
    if (piece.giver < 0) {
      member.output = piece.value;
      return;
    }
    bool fails = piece.node == job.failing;
    Ranks asks = member.protocol.finish(piece.giver);
    if (member.protocol.isDead(piece.giver))
      sendAsks(state, rank, 0, asks);
    else
      send(state, rank, piece.giver, {Kind::Result, piece.node, piece.number, asks, fails ? "" : *piece.value, fails});
  }

  static Fork *forkOf(Member &member, int number) {
    for (Piece &piece : member.stack)
      for (Fork &fork : piece.forks)
        if (fork.second == Place::Away && fork.number == number)
          return &fork;
    return nullptr;
  }

  /// The fork's second branch goes to another rank, with the least number that is free.
  static int give(Member &member, Fork &fork, Rank holder) {
    int number = 0;
    while (forkOf(member, number))
      ++number;
    fork.second = Place::Away;
    fork.holder = holder;
    fork.number = number;
    return number;
  }

  /// A rank is told of deaths, as Member::learn().
  static void learn(State &state, Rank rank, const Ranks &deaths) {
    Member &member = state.members[rank];
    if (member.protocol.hasQuit()) {
      for (Rank one : deaths)
        member.protocol.silence(one);
      return;
    }
    Ranks died = member.protocol.newDeaths(deaths);
    auto isTheirs = [&](const Piece &piece) { return std::ranges::binary_search(died, piece.giver); };
    if (died.empty())
      return;
    for (Piece &piece : member.stack)
      for (Fork &fork : piece.forks)
        if (fork.second == Place::Away && std::ranges::binary_search(died, fork.holder))
          fork.second = Place::Here;
    auto dropped = std::erase_if(member.queue, isTheirs);
    auto begun = std::ranges::count_if(member.stack, isTheirs);
    Ranks asks = member.protocol.bury(died, static_cast<uint32_t>(dropped), static_cast<uint32_t>(begun));
    sendAsks(state, rank, 0, asks);
  }

  /// Nothing more is sent to it. What it has sent may still arrive, as long as the receiver does not know.
  static void die(State &state, Rank rank) {
    state.members[rank].isDead = true;
    state.members[rank].stack.clear();
    state.members[rank].queue.clear();
    std::erase_if(state.channels, [&](const auto &channel) { return channel.first.second == rank; });
  }

  /// As Member::quit().
  static void quit(State &state, Rank rank) {
    for (Rank other : state.members[rank].protocol.quit())
      send(state, rank, other, {Kind::Quit});
  }

  void receive(State &state, Rank from, Rank rank, Message message) const {
    Member &member = state.members[rank];
    if (member.protocol.isDead(from))
      return;
    if (message.kind == Kind::Quit) {
      quit(state, rank);
      member.protocol.silence(from);
    }
    if (member.protocol.hasQuit())
      return;
    learn(state, rank, message.deaths);
    bool counts = message.deaths == member.protocol.deaths();
    if (!counts)
      message.asks.clear();
    switch (message.kind) {
    case Kind::Piece:
      if (message.isPlaced) {
        member.protocol.place();
        member.queue.insert(member.queue.begin(),
                            {message.node, from, message.number, {}, std::nullopt, message.node, true});
        return;
      }
      // A rank that has something to do, and does not wait, wants no piece.
      if (member.protocol.isIdle() || (waits(member) && member.queue.empty())) {
        counts ? member.protocol.accept(message.asks) : member.protocol.place();
        member.queue.push_back({message.node, from, message.number, {}, std::nullopt, message.node});
      } else {
        if (counts)
          member.protocol.refuse(message.asks);
        send(state, rank, from, {Kind::Back, message.node, message.number});
      }
      return;
    case Kind::Result: {
      Fork *fork = forkOf(member, message.number);
      ASSERT_TRUE(fork);
      fork->second = message.failed ? Place::Failed : Place::Done;
      fork->result = message.result;
      arrive(state, rank, message.asks);
      return;
    }
    case Kind::Back: {
      Fork *fork = forkOf(member, message.number);
      ASSERT_TRUE(fork);
      fork->second = Place::Here;
      return;
    }
    case Kind::Asks:
      arrive(state, rank, message.asks);
      return;
    case Kind::Cancel:
      return;
    case Kind::End:
      member.ended = true;
      ASSERT_TRUE(member.protocol.isIdle());
      return;
    case Kind::Quit:
      return;
    }
  }

  void arrive(State &state, Rank rank, const Ranks &asks) const {
    if (std::optional<Rank> up = state.members[rank].protocol.arrive(asks))
      sendAsks(state, rank, *up, asks);
  }

  /// The states behind a death, and behind a rank's being told of one.
  void followDeaths(size_t number) {
    const State &state = *states[number];
    auto died = std::ranges::count_if(state.members, &Member::isDead);
    for (Rank rank = 0; rank < job.ranks; ++rank) {
      const Member &member = state.members[rank];
      if (member.isDead || member.ended)
        continue;
      if (rank != 0 && died < job.deaths) {
        State next = state;
        die(next, rank);
        add(number, std::move(next));
      }
      for (Rank other = 1; other < job.ranks; ++other)
        if (state.members[other].isDead && !member.protocol.isDead(other)) {
          State next = state;
          learn(next, rank, {other});
          if (next != state)
            add(number, std::move(next)), ++known;
        }
    }
  }

  /// What may still be under way when the job ends: asks that count no more, and what nobody reads.
  void checkNothingIsUnderWay(const State &state) const {
    for (auto &[route, messages] : state.channels)
      for (const Message &message : messages)
        ASSERT_TRUE(state.members[route.second].protocol.isDead(route.first) ||
                    (message.kind == Kind::Asks && message.deaths != state.members[0].protocol.deaths()))
            << "the job ends while a message is under way";
  }

  /// The states behind the program's end in the midst, and behind a rank's leaving after it.
  void followExits(size_t number) {
    const State &state = *states[number];
    const Member &first = state.members[0];
    if (job.exits && !first.output && !first.protocol.hasQuit() && !neighbours(first).empty()) {
      State next = state;
      quit(next, 0);
      add(number, std::move(next)), ++known;
    }
    for (Rank rank = 0; rank < job.ranks; ++rank) {
      const Member &member = state.members[rank];
      if (member.ended || member.isDead || !member.protocol.isAlone())
        continue;
      for (auto &[route, messages] : state.channels)
        ASSERT_TRUE(route.second != rank || state.members[route.first].isDead) << "a message comes too late";
      State next = state;
      next.members[rank].ended = true;
      add(number, std::move(next)), ++known;
    }
  }

  /// All states that may come next.
  void follow(size_t number) {
    const State &state = *states[number];
    known = 0;
    followDeaths(number);
    followExits(number);
    for (Rank rank = 0; rank < job.ranks; ++rank) {
      const Member &member = state.members[rank];
      if (member.isDead || (member.ended && member.protocol.hasQuit()))
        continue;
      bool waiting = waits(member);
      if (!member.stack.empty() ? !waiting : !member.queue.empty()) {
        State next = state;
        step(next, rank);
        add(number, std::move(next)), ++known;
      }
      if (waiting && !member.queue.empty()) { // runs it on top
        State next = state;
        Member &other = next.members[rank];
        other.stack.push_back(other.queue.front());
        other.queue.erase(other.queue.begin());
        add(number, std::move(next)), ++known;
      }
      if (!waiting && !member.stack.empty() && !member.queue.empty() &&
          !member.queue.back().isPlaced) { // came too late
        State next = state;
        Member &other = next.members[rank];
        Piece piece = other.queue.back();
        other.queue.pop_back();
        other.protocol.returned();
        send(next, rank, piece.giver, {Kind::Back, piece.node, piece.number});
        add(number, std::move(next)), ++known;
      }
      if (member.protocol.hasQuit())
        continue;
      State next = state;
      if (Fork *fork = outermost(next.members[rank])) {
        if (member.protocol.mayGive()) { // a beat
          auto [receiver, along] =
              next.members[rank].protocol.give([this](Rank a, Rank b) { return job.isNear(a, b); });
          int piece = give(next.members[rank], *fork, receiver);
          send(next, rank, receiver, {Kind::Piece, 2 * fork->node + 1, piece, along});
          add(number, std::move(next)), ++known;
        }
      } else if (member.queue.empty() && (member.protocol.mayGive() || (waiting && member.protocol.mayAsk()))) {
        for (Rank neighbour : neighbours(member)) {
          State forwarded = state;
          Ranks asks = forwarded.members[rank].protocol.takeAsks(waiting);
          send(forwarded, rank, neighbour, {Kind::Asks, 0, 0, asks});
          add(number, std::move(forwarded)), ++known;
        }
      }
    }
    for (auto &[route, messages] : state.channels) {
      State next = state;
      auto channel = next.channels.find(route);
      Message message = channel->second.front();
      channel->second.erase(channel->second.begin());
      if (channel->second.empty())
        next.channels.erase(channel);
      receive(next, route.first, route.second, message);
      add(number, std::move(next)), ++known;
    }
    const Member &first = state.members[0];
    if (first.output && first.protocol.isComplete() && !first.ended && !first.protocol.hasQuit()) {
      checkNothingIsUnderWay(state);
      State next = state;
      next.members[0].ended = true;
      for (Rank rank = 1; rank < job.ranks; ++rank)
        send(next, 0, rank, {Kind::End});
      add(number, std::move(next)), ++known;
    }
    if (!known)
      ends.push_back(number);
  }

  std::string expected(Node node) const {
    return job.isLeaf(node) ? leaf(node) : expected(2 * node) + expected(2 * node + 1);
  }

  void checkAsks(const State &state) const {
    if (state.members[0].protocol.hasQuit())
      return;
    std::vector<int> seen(job.ranks);
    // An ask counts among ranks that know of the same deaths.
    auto see = [&](Rank one, const Ranks &deaths) { seen[one] += state.members[one].protocol.deaths() == deaths; };
    for (const Member &member : state.members)
      for (Rank one : member.protocol.asksHere())
        see(one, member.protocol.deaths());
    for (auto &[route, messages] : state.channels)
      for (const Message &message : messages) {
        for (Rank one : message.asks)
          see(one, message.deaths);
        // The ask is used up only where the piece arrives.
        if (message.kind == Kind::Piece && !message.isPlaced)
          see(route.second, message.deaths);
      }
    for (Rank rank = 0; rank < job.ranks; ++rank) {
      const Member &member = state.members[rank];
      if (member.isDead)
        continue;
      ASSERT_LE(seen[rank], member.protocol.isAsking()) << "rank " << rank;
      // What a rank that died had goes, and is missed until its death is known.
      bool knowsAll = std::ranges::count_if(state.members, &Member::isDead) == std::ssize(member.protocol.deaths());
      ASSERT_TRUE(seen[rank] == member.protocol.isAsking() || !knowsAll) << "rank " << rank;
      ASSERT_TRUE(!member.protocol.isIdle() || member.protocol.isAsking()) << "rank " << rank;
    }
  }

  void checkEnds() const {
    ASSERT_FALSE(ends.empty());
    std::vector<bool> reaches(states.size());
    std::vector<size_t> open = ends;
    for (size_t end : ends) {
      const State &state = *states[end];
      reaches[end] = true;
      if (!state.members[0].protocol.hasQuit())
        ASSERT_EQ(state.members[0].output, expected(1)) << "nothing goes on";
      for (const Member &member : state.members)
        ASSERT_TRUE(member.ended || member.isDead);
    }
    while (!open.empty()) {
      size_t number = open.back();
      open.pop_back();
      for (size_t from : before[number])
        if (!reaches[from]) {
          reaches[from] = true;
          open.push_back(from);
        }
    }
    for (size_t number = 0; number < states.size(); ++number)
      ASSERT_TRUE(reaches[number]) << "the end is out of reach";
  }

public:
  explicit Explorer(Job what) : job(what) {}

  size_t run() {
    State begin;
    for (Rank rank = 0; rank < job.ranks; ++rank)
      begin.members.push_back({Protocol(rank, job.ranks)});
    begin.members[0].stack.push_back({1, -1, 0, {}, std::nullopt, 1});
    add(0, begin);
    for (size_t number = 0; number < states.size() && !testing::Test::HasFatalFailure(); ++number) {
      checkAsks(*states[number]);
      follow(number);
    }
    if (!testing::Test::HasFatalFailure())
      checkEnds();
    return states.size();
  }
};

TEST(ClusterProtocol, TwoRanks) {
  EXPECT_GT((Explorer({2, 4}).run()), 100u);
  EXPECT_GT((Explorer({2, 8}).run()), 1000u);
}

TEST(ClusterProtocol, ThreeRanks) { EXPECT_GT((Explorer({3, 4}).run()), 500u); }

TEST(ClusterProtocol, FourRanksOnTwoNodes) { EXPECT_GT((Explorer({4, 3, 0, true}).run()), 500u); }

TEST(ClusterProtocol, APieceThatFailsRunsAgainAtHome) {
  EXPECT_GT((Explorer({2, 4, 3}).run()), 100u);
  EXPECT_GT((Explorer({3, 3, 3}).run()), 100u);
}

TEST(ClusterProtocol, APieceThatIsPlacedRunsWhereItsDataAre) {
  EXPECT_GT((Explorer({.ranks = 2, .leaves = 4, .placed = 3, .place = 1}).run()), 100u);
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 4, .placed = 5, .place = 2}).run()), 500u);
  // The program's own rank has the data of a branch that may run elsewhere.
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 4, .placed = 7, .place = 0}).run()), 500u);
}

TEST(ClusterProtocol, WhatARankHeldRunsAgain) {
  EXPECT_GT((Explorer({.ranks = 2, .leaves = 8, .deaths = 1}).run()), 1000u);
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 3, .deaths = 1}).run()), 1000u);
  // A piece that fails elsewhere.
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 3, .failing = 3, .deaths = 1}).run()), 1000u);
}

TEST(ClusterProtocol, NobodyWaitsForWhatADeadRankGave) {
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 4, .deaths = 1, .isChain = true}).run()), 1000u);
}

TEST(ClusterProtocol, OneRankAfterTheOtherDies) {
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 2, .deaths = 2}).run()), 100u);
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 3, .deaths = 2}).run()), 1000u);
}

TEST(ClusterProtocol, AProgramEndsInTheMidst) {
  EXPECT_GT((Explorer({.ranks = 2, .leaves = 8, .exits = true}).run()), 1000u);
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 3, .exits = true}).run()), 1000u);
  EXPECT_GT((Explorer({.ranks = 3, .leaves = 2, .deaths = 1, .exits = true}).run()), 1000u);
}

TEST(ClusterProtocol, PiecesStayOnTheNode) {
  Protocol first(0, 8);
  auto isNear = [](Rank a, Rank b) { return a / 4 == b / 4; };
  auto [receiver, along] = first.give(isNear);
  EXPECT_EQ(receiver, 1);
  // Half of the asks go along.
  EXPECT_EQ(along.size(), 3u);
  EXPECT_EQ(first.asksHere().size(), 3u);
}

} // namespace
