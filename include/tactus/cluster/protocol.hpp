//===- protocol.hpp - who works, who asks, and who gives, between ranks -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What a rank knows of the others, and what it decides, without threads and without MPI: test/cluster runs this very
// class through all orders of messages. docs/decisions/0199-a-beat-between-ranks.md has the protocol as prose.
//
// Each rank has one *ask*, which is its number. An idle rank's ask is out: it is parked at a rank that works, or on its
// way there. So nobody polls. Asks move with work:
//
//     Piece   to the rank whose ask is parked here, with half of the other asks that are parked here; or, without any
//             asks, to the rank that has the data
//     Result  back to the giver, with all asks, and with the rank's own, if it has nothing left to do
//     Asks    from a rank that has nothing to give, to one that holds a piece of its, or has given it one
//     Back    a piece that has not begun goes back to its giver
//     Cancel  nobody wants the rest of the piece's loop any more
//     End     the job is done
//     Quit    the program has ended, although others still run pieces of it: the sender sends nothing more
//
// A rank that gave a piece waits for it, or works. So an idle rank that gets asks sends them *up*, to the one to which
// it gave its last result, and they arrive at a rank that is not idle: at rank 0 at last. When the whole job is done
// all asks are at rank 0, and it knows that no message is under way.
//
// Ranks may die, all but rank 0. Each message says which ones its sender knows of, so whoever reads it knows of them,
// too. An ask counts only among ranks that know of the same deaths: who learns of one forgets all asks, and an idle
// rank sends its own one to rank 0 anew. A piece whose giver has died is an *orphan*: nobody waits for it, and as long
// as it runs its rank does not ask. So when all asks are at rank 0, no orphan is left.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_PROTOCOL_HPP
#define TACTUS_CLUSTER_PROTOCOL_HPP

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace tactus::cluster::detail {

using Rank = int32_t;
using Ranks = std::vector<Rank>;

/// What a message says (above).
enum class Kind : uint8_t { Piece, Result, Back, Asks, Cancel, End, Quit };

/// Why a piece comes to a rank: it has asked for one; it has what the piece needs, which no ask has to do with; or it
/// has what the piece looks at in no time, so that its progress thread runs it on the spot.
enum class Way : uint8_t { Asked, Placed, Served };

class Protocol {
  Rank rank;
  Rank ranks;
  /// Pieces that are here and not done: running, waiting or not begun. The program itself is one of rank 0.
  uint32_t working;
  /// Whether this rank's own ask is out.
  bool hasAsked;
  /// The rank that got the last result.
  Rank up = 0;
  Ranks parked;
  /// The ranks that have died, in order; and the pieces here that one of them has given.
  Ranks dead;
  uint32_t orphans = 0;
  /// Whether this rank has quit; and those from which nothing more comes, in order.
  bool isQuitting = false;
  Ranks silent;

  void park(const Ranks &asks) {
    for (Rank one : asks) {
      if (one == rank)
        hasAsked = false; // has come home, and is not needed
      else
        parked.push_back(one);
    }
  }

public:
  /// At the beginning all others are idle, and their asks are at rank 0.
  Protocol(Rank self, Rank count) : rank(self), ranks(count), working(self == 0), hasAsked(self != 0) {
    for (Rank other = 1; self == 0 && other < count; ++other)
      parked.push_back(other);
  }

  bool isIdle() const { return working == 0; }
  bool mayGive() const { return !parked.empty(); }
  bool isAsking() const { return hasAsked; }
  bool mayAsk() const { return !hasAsked && orphans == 0; }
  const Ranks &asksHere() const { return parked; }
  const Ranks &deaths() const { return dead; }
  bool isDead(Rank other) const { return std::binary_search(dead.begin(), dead.end(), other); }
  /// Of rank 0, which has done its part: no message is under way.
  bool isComplete() const { return !hasAsked && parked.size() + dead.size() + 1 == static_cast<size_t>(ranks); }

  /// Chooses who gets a piece, and which asks go along. `isNear(a, b)`: the two are on one node. mayGive().
  template <class IsNear> std::pair<Rank, Ranks> give(IsNear isNear) {
    auto chosen = std::find_if(parked.begin(), parked.end(), [&](Rank one) { return isNear(rank, one); });
    if (chosen == parked.end())
      chosen = parked.begin();
    Rank receiver = *chosen;
    parked.erase(chosen);
    // Those that are near the receiver go with it, those that are near this rank stay.
    std::partition(parked.begin(), parked.end(), [&](Rank one) { return isNear(rank, one) || !isNear(receiver, one); });
    auto half = parked.end() - static_cast<ptrdiff_t>((parked.size() + 1) / 2);
    Ranks along(half, parked.end());
    parked.erase(half, parked.end());
    return {receiver, along};
  }

  /// A piece has come, and will run here.
  void accept(const Ranks &asks) {
    hasAsked = false;
    park(asks);
    ++working;
  }

  /// A piece has come that was placed here, or for an ask that counts no more: this rank's ask stays where it is.
  void place() { ++working; }

  /// A piece has come after its ask was no longer meant. It goes back, its asks stay. Not of an idle rank.
  void refuse(const Ranks &asks) {
    hasAsked = false;
    park(asks);
  }

  /// A piece that was accepted and has not begun goes back. Not the last one.
  void returned() { --working; }

  /// A piece is done: the asks that go to its giver with the result, or to rank 0 if the giver has died.
  Ranks finish(Rank giver) {
    orphans -= isDead(giver);
    if (--working != 0)
      return {};
    up = heir(giver);
    return takeAsks(true);
  }

  /// Who gets what another rank would get.
  Rank heir(Rank other) const { return isDead(other) ? 0 : other; }

  /// Of ranks that have died, these were not known.
  Ranks newDeaths(const Ranks &others) const {
    Ranks unknown;
    std::set_difference(others.begin(), others.end(), dead.begin(), dead.end(), std::back_inserter(unknown));
    return unknown;
  }

  /// Takes note of new deaths. Of the pieces that these gave so many will not begin here, and so many have begun. The
  /// asks that are returned go to rank 0.
  Ranks bury(const Ranks &unknown, uint32_t dropped, uint32_t begun) {
    dead.insert(dead.end(), unknown.begin(), unknown.end());
    std::sort(dead.begin(), dead.end());
    working -= dropped;
    orphans += begun;
    parked.clear();
    hasAsked = false;
    up = heir(up);
    return isIdle() ? takeAsks(true) : Ranks();
  }

  /// All asks that are here, and the own one on demand, to be sent to a rank that holds a piece.
  Ranks takeAsks(bool asksItself) {
    Ranks asks = std::exchange(parked, {});
    if (asksItself && mayAsk()) {
      hasAsked = true;
      asks.push_back(rank);
    }
    return asks;
  }

  /// Asks have come. If nobody works here they go on to the rank that is returned.
  std::optional<Rank> arrive(const Ranks &asks) {
    if (isIdle())
      return up;
    park(asks);
    return std::nullopt;
  }

  /// The program has ended in the midst. The ranks that are to be told; none if this rank knew.
  Ranks quit() {
    Ranks others;
    for (Rank other = 0; !isQuitting && other < ranks; ++other)
      if (other != rank && !isDead(other))
        others.push_back(other);
    isQuitting = true;
    return others;
  }
  bool hasQuit() const { return isQuitting; }
  /// Nothing more comes from that rank: it has quit, or died.
  void silence(Rank other) {
    auto place = std::lower_bound(silent.begin(), silent.end(), other);
    if (place == silent.end() || *place != other)
      silent.insert(place, other);
  }
  /// Whether this rank has quit, and no message to it is under way.
  bool isAlone() const {
    Ranks gone;
    std::set_union(silent.begin(), silent.end(), dead.begin(), dead.end(), std::back_inserter(gone));
    return isQuitting && gone.size() + 1 == static_cast<size_t>(ranks);
  }

  auto operator<=>(const Protocol &) const = default;
};

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_PROTOCOL_HPP
