//===- ledger.hpp - what a rank has given away, and what it holds of others ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All of it is under the member's lock.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_LEDGER_HPP
#define TACTUS_CLUSTER_LEDGER_HPP

#include "frame.hpp"

#include <deque>
#include <map>
#include <memory>

namespace tactus::cluster::detail {

/// A piece of another rank.
struct Piece {
  Rank giver;
  uint64_t number;
  Run run;
  Bytes captures;
  // Written by the progress thread, read by whoever runs it; says nothing of other memory.
  std::atomic<bool> stop{false};
  Piece(Rank from, uint64_t which, Run function, Bytes bytes)
      : giver(from), number(which), run(function), captures(std::move(bytes)) {}
};

struct Given {
  Frame *frame;
  Rank holder;
  bool isCancelled = false;
};

inline bool isAmong(const Ranks &sorted, Rank one) { return std::ranges::binary_search(sorted, one); }

class Ledger {
  using Pieces = std::deque<std::shared_ptr<Piece>>;
  std::map<uint64_t, Given> given;
  uint64_t nextNumber = 0;
  /// Those that have not begun, by the way on which they came; and all that this rank holds.
  Pieces asked, placed;
  std::vector<std::shared_ptr<Piece>> pieces;
  /// Of neighbour().
  std::vector<Rank> neighbours;
  std::size_t turn = 0;

public:
  //===--------------------------------------------------------------------===//
  // Pieces of other ranks
  //===--------------------------------------------------------------------===//

  [[nodiscard]] bool hasAsked() const { return !asked.empty(); }
  [[nodiscard]] bool hasPlaced() const { return !placed.empty(); }
  [[nodiscard]] bool hasUnbegun() const { return hasAsked() || hasPlaced(); }
  [[nodiscard]] std::size_t unbegun() const { return asked.size() + placed.size(); }

  void add(const std::shared_ptr<Piece> &piece, bool wasPlaced) {
    pieces.push_back(piece);
    (wasPlaced ? placed : asked).push_back(piece);
  }
  /// The first piece begins. hasUnbegun().
  std::shared_ptr<Piece> begin() {
    Pieces &source = placed.empty() ? asked : placed;
    std::shared_ptr<Piece> piece = source.front();
    source.pop_front();
    return piece;
  }
  void end(const std::shared_ptr<Piece> &piece) { std::erase(pieces, piece); }
  /// The last one that was asked for is not to begin here. hasAsked().
  std::shared_ptr<Piece> takeLast() {
    std::shared_ptr<Piece> piece = asked.back();
    asked.pop_back();
    end(piece);
    return piece;
  }
  void stop(Rank giver, uint64_t number) {
    for (auto &piece : pieces)
      if (piece->giver == giver && piece->number == number)
        piece->stop.store(true, std::memory_order_relaxed);
  }
  /// Nobody waits any more for what these ranks gave: it does not begin, or stops. Returns how many pieces do not
  /// begin, and how many have begun.
  std::pair<uint32_t, uint32_t> abandonPiecesOf(const Ranks &givers) {
    auto isTheirs = [&](const std::shared_ptr<Piece> &piece) { return isAmong(givers, piece->giver); };
    uint32_t dropped = 0, begun = 0;
    for (auto &piece : std::exchange(asked, {})) {
      if (!isTheirs(piece)) {
        asked.push_back(piece);
        continue;
      }
      end(piece);
      ++dropped;
    }
    for (auto &piece : pieces)
      if (isTheirs(piece)) {
        piece->stop.store(true, std::memory_order_relaxed);
        ++begun;
      }
    return {dropped, begun};
  }

  //===--------------------------------------------------------------------===//
  // What other ranks hold
  //===--------------------------------------------------------------------===//

  [[nodiscard]] bool hasGiven() const { return !given.empty(); }
  uint64_t give(Frame &frame, Rank holder) {
    given[nextNumber] = {&frame, holder};
    return nextNumber++;
  }
  /// Null if it has not been given.
  Frame *forget(uint64_t number) {
    auto entry = given.find(number);
    if (entry == given.end())
      return nullptr;
    Frame *frame = entry->second.frame;
    given.erase(entry);
    return frame;
  }
  /// What these ranks held, the innermost first.
  std::vector<Frame *> recallFrom(const Ranks &holders) {
    std::vector<Frame *> frames;
    for (auto entry = given.end(); entry != given.begin();)
      if (--entry; isAmong(holders, entry->second.holder)) {
        frames.push_back(entry->second.frame);
        entry = given.erase(entry);
      }
    return frames;
  }
  /// Calls tell(holder, number) once for each frame that is not wanted any more.
  template <class IsUnwanted, class Tell> void cancel(IsUnwanted isUnwanted, Tell tell) {
    for (auto &[number, one] : given)
      if (!one.isCancelled && isUnwanted(*one.frame)) {
        one.isCancelled = true;
        tell(one.holder, number);
      }
  }

  /// The next of those that hold a piece of this rank's, or have given it one: one of them may have something to give.
  /// Null if there is none.
  template <class IsNeighbour, class HeirOf> const Rank *neighbour(IsNeighbour isNeighbour, HeirOf heirOf) {
    neighbours.clear();
    for (auto &[number, one] : given)
      if (isNeighbour(*one.frame))
        neighbours.push_back(one.holder);
    for (auto &piece : pieces)
      if (const std::optional<Rank> heir = heirOf(piece->giver))
        neighbours.push_back(*heir);
    return neighbours.empty() ? nullptr : &neighbours[turn++ % neighbours.size()];
  }
};

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_LEDGER_HPP
