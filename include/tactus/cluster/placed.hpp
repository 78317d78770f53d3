//===- placed.hpp - calls that run where their data are --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What is placed in a rank waits there until a strand has nothing else to do, which may be one that waits. What is
// served is run at once by the progress thread: it looks something up.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_PLACED_HPP
#define TACTUS_CLUSTER_PLACED_HPP

#include "branch.hpp"

#include <deque>

namespace tactus::cluster::detail {

/// A call that runs in another rank, from here to the end of the scope at most.
template <class Function> class PlacedCall final : public Frame {
  Member &member;
  const Function call;
  // Written by the progress thread, before the frame is settled.
  std::optional<Stored<Function>> result;

public:
  PlacedCall(Member &rank, Rank where, Way why, Function what) : member(rank), call(std::move(what)) {
    member.place(*this, where, why);
  }
  PlacedCall(const PlacedCall &) = delete;
  PlacedCall &operator=(const PlacedCall &) = delete;
  ~PlacedCall() { member.settle(*this); }

  /// Waits for the result. Null if the call has thrown.
  Stored<Function> *get() {
    member.settle(*this);
    return result ? &*result : nullptr;
  }

  [[nodiscard]] FunctionName function() const override {
    static const FunctionName name = nameOfFunction(&runBranch<Function>);
    return name;
  }
  void pack(Writer &captures) const override { captures(call); }
  void accept(Reader &written) override { result = readValue<Stored<Function>>(written); }
};

/// The rank of the caller.
inline Rank rankHere() {
  Member *member = Member::current();
  return member ? member->rank() : 0;
}

/// What a call has returned in each rank, in order; nothing where it has thrown.
template <class Call> using FromRanks = std::vector<std::optional<std::invoke_result_t<const Call &, Rank>>>;

template <class Call> FromRanks<Call> callInRanks(const Call &call, Rank first, Rank last);

/// A part of the tree in which a call goes out.
template <class Call> struct CallInRanks {
  Call call{};
  Rank first = 0, last = 0;
  FromRanks<Call> operator()() const { return callInRanks(call, first, last); }
  template <class Archive> void serialise(Archive &archive) { archive(call, first, last); }
};

/// Calls call(rank) in the ranks [first, last), of which `first` is this one.
template <class Call> FromRanks<Call> callInRanks(const Call &call, Rank first, Rank last) {
  std::deque<PlacedCall<CallInRanks<Call>>> others;
  std::vector<Rank> ends;
  while (last - first > 1) {
    Rank middle = first + (last - first) / 2;
    others.emplace_back(*Member::current(), middle, Way::Placed, CallInRanks<Call>{call, middle, last});
    ends.push_back(std::exchange(last, middle));
  }
  FromRanks<Call> results(1);
  try {
    results.front() = call(first);
  } catch (...) { // the caller calls it again where its exception is wanted
  }
  for (; !others.empty(); others.pop_back(), ends.pop_back()) {
    if (FromRanks<Call> *theirs = others.back().get())
      std::move(theirs->begin(), theirs->end(), std::back_inserter(results));
    results.resize(static_cast<std::size_t>(ends.back() - first));
  }
  return results;
}

/// Calls call(rank) in the ranks [0, ranks), at the same time.
template <class Call> FromRanks<Call> callInAll(const Call &call, Rank ranks) {
  if (ranks > 1 && !Member::current())
    throw std::logic_error("tactus: cluster: an array of several ranks is used outside of cluster::run");
  if (rankHere() == 0)
    return callInRanks(call, 0, ranks);
  PlacedCall<CallInRanks<Call>> first(*Member::current(), 0, Way::Placed, CallInRanks<Call>{call, 0, ranks});
  FromRanks<Call> *results = first.get();
  return results ? std::move(*results) : FromRanks<Call>(static_cast<std::size_t>(ranks));
}

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_PLACED_HPP
