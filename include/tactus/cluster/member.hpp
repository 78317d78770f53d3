//===- member.hpp - one rank of a job ------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A rank has the threads of its program and one more, the progress thread, which alone calls MPI:
//
//     strands    put frames on the shelf, take them off, and wait for those that were given away. A strand that waits
//                lends its place to other strands of its rank, and runs a piece of another rank if one comes
//     server     in all ranks but 0, the main thread: runs pieces until the job ends
//     progress   receives, gives on a beat, sends. It sleeps between two looks at the messages, longer and longer, and
//                altogether while none can come
//
// A strand may run any piece on top of what waits, without a deadlock: a piece begins after the frame on top of which
// it runs, and after the one whose branch it is. If strands waited for each other in a circle, the one that began last
// would wait for one that began later. What that costs is a result that is noticed late, so few pieces are stacked.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_MEMBER_HPP
#define TACTUS_CLUSTER_MEMBER_HPP

#include "frame.hpp"
#include "settings.hpp"
#include "transport.hpp"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <thread>

// Of libtactus: a thread that waits gives its slot away, and goes on (docs/mpi.md).
extern "C" int tactus_wait_lend(void);
extern "C" void tactus_wait_end(void);

namespace tactus::cluster::detail {

class Member {
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;

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

  static constexpr uint32_t MostPieces = 8;
  static constexpr auto ShortestPause = std::chrono::microseconds(20), LongestPause = std::chrono::microseconds(1000);
  /// Behind a loop over arrays comes the next one, as a rule: for so long the progress thread looks more often.
  static constexpr auto PlacedPause = std::chrono::microseconds(50), PlacedTime = std::chrono::microseconds(10000);

  Transport &transport;
  Settings settings;
  std::mutex mutex;
  /// For strands, and for the progress thread.
  std::condition_variable changed, wake;
  // All under the lock:
  Protocol protocol;
  std::map<uint64_t, Given> given;
  uint64_t nextNumber = 0;
  /// Those that have not begun, by the way on which they came; and all that this rank holds.
  std::deque<std::shared_ptr<Piece>> queue, placed;
  std::vector<std::shared_ptr<Piece>> pieces;
  std::deque<std::pair<Rank, Message>> outgoing;
  /// Strands that wait for a frame; and threads that would run a piece: some of these, and the server.
  uint32_t waiting = 0, seekers;
  bool programIsDone = false, jobIsDone = false;
  Clock::time_point nextGive, nextForward, placedUntil;
  /// Of forward().
  std::vector<Rank> neighbours;
  std::size_t turn = 0;
  std::thread progress;

  void post(Rank to, Message message) { outgoing.emplace_back(to, std::move(message)); }

  //===--------------------------------------------------------------------===//
  // Strands
  //===--------------------------------------------------------------------===//

  static Message resultOf(const Piece &piece) {
    Message result{.kind = Kind::Result, .piece = piece.number};
    try {
      Reader captures(piece.captures);
      Writer writer;
      piece.run(captures, writer, piece.stop);
      result.body = writer.take();
    } catch (...) {
      result.failed = true;
    }
    return result;
  }

  /// Runs the first piece that waits. The thread is no seeker meanwhile, if it is one.
  void runNext(Lock &lock, bool seeks) {
    auto &source = placed.empty() ? queue : placed;
    std::shared_ptr<Piece> piece = source.front();
    source.pop_front();
    seekers -= seeks;
    lock.unlock();
    Message result;
    {
      Changed nested(stackedPieces, stackedPieces + 1);
      result = resultOf(*piece);
    }
    lock.lock();
    seekers += seeks;
    std::erase(pieces, piece);
    result.asks = protocol.finish(piece->giver);
    post(piece->giver, std::move(result));
    wake.notify_one();
  }

  /// Sleeps until `isOver()`, with the thread's place lent to others of the rank.
  template <class Condition> void sleepUntil(Lock &lock, Condition isOver) {
    lock.unlock();
    tactus_wait_lend();
    lock.lock();
    changed.wait(lock, isOver);
    lock.unlock();
    tactus_wait_end();
    lock.lock();
  }

  /// Waits for a frame that was given away. What was placed here can run nowhere else, so nothing keeps a strand from
  /// running it, but that what it waits for comes at once.
  void await(Lock &lock, const Frame &frame) {
    bool isServed = frame.way == Way::Served;
    bool seeks = !frame.isAbandoned && !isServed && stackedPieces < MostPieces;
    auto isBack = [&] { return frame.place != Place::Away; };
    auto hasWork = [&] { return !isServed && (!placed.empty() || (seeks && !queue.empty())); };
    while (!isBack()) {
      ++waiting;
      seekers += seeks;
      wake.notify_one();
      sleepUntil(lock, [&] { return isBack() || hasWork(); });
      --waiting;
      if (!isBack() && hasWork())
        runNext(lock, seeks);
      seekers -= seeks;
    }
    if (!queue.empty())
      wake.notify_one(); // for whom it came may be this strand
  }

  //===--------------------------------------------------------------------===//
  // Messages
  //===--------------------------------------------------------------------===//

  void arrive(Ranks asks) {
    if (std::optional<Rank> up = protocol.arrive(asks))
      post(*up, {.kind = Kind::Asks, .asks = std::move(asks)});
  }

  bool wantsPiece() { return protocol.isIdle() || (seekers > queue.size() + placed.size() && !settings.chance()); }

  void receivePiece(Rank from, Message &message) {
    bool isAsked = message.way == Way::Asked;
    if (isAsked && !wantsPiece()) {
      protocol.refuse(message.asks);
      post(from, {.kind = Kind::Back, .piece = message.piece});
      return;
    }
    uint64_t address = addressOf({message.image, message.offset});
    if (!address)
      endJob(transport.rank(),
             "a piece names a function that is not loaded here; load the same libraries in all ranks");
    auto piece = std::make_shared<Piece>(from, message.piece, reinterpret_cast<Run>(address), // NOLINT
                                         std::move(message.body));
    if (!isAsked)
      placedUntil = Clock::now() + PlacedTime;
    if (message.way == Way::Served)
      return post(from, resultOf(*piece));
    pieces.push_back(piece);
    (isAsked ? queue : placed).push_back(piece);
    isAsked ? protocol.accept(message.asks) : protocol.place();
  }

  Frame &forget(uint64_t number) {
    auto entry = given.find(number);
    if (entry == given.end())
      endJob(transport.rank(), "a piece comes back that was not given; report this as a fault of Tactus");
    Frame &frame = *entry->second.frame;
    given.erase(entry);
    return frame;
  }

  void receiveResult(Message &message) {
    Frame &frame = forget(message.piece);
    if (!message.failed && !frame.isAbandoned) {
      Reader reader(message.body);
      frame.accept(reader);
    }
    frame.place = message.failed ? Place::Failed : Place::Done;
    arrive(std::move(message.asks));
  }

  void receiveBack(const Message &message) {
    Frame &frame = forget(message.piece);
    frame.place = Place::Home;
    shelf.addFirst(frame);
  }

  void handle(Rank from, Message &message) {
    switch (message.kind) {
    case Kind::Piece:
      return receivePiece(from, message);
    case Kind::Result:
      return receiveResult(message);
    case Kind::Back:
      return receiveBack(message);
    case Kind::Asks:
      return arrive(std::move(message.asks));
    case Kind::Cancel:
      for (auto &piece : pieces)
        if (piece->giver == from && piece->number == message.piece)
          piece->stop.store(true, std::memory_order_relaxed);
      return;
    case Kind::End:
      jobIsDone = true;
      return;
    }
    endJob(transport.rank(), "a message of an unknown kind; compile the whole program with one version of Tactus");
  }

  //===--------------------------------------------------------------------===//
  // The beat
  //===--------------------------------------------------------------------===//

  bool give() {
    Frame *frame = shelf.takeFirst();
    while (frame && !frame->prepare())
      frame = shelf.takeFirst();
    if (!frame)
      return false;
    auto [receiver, along] = protocol.give([this](Rank a, Rank b) { return transport.isNear(a, b); });
    depart(*frame, receiver, Way::Asked, std::move(along));
    return true;
  }

  void depart(Frame &frame, Rank receiver, Way way, Ranks along) {
    Writer captures;
    frame.pack(captures);
    FunctionName name = frame.function();
    frame.place = Place::Away;
    frame.way = way;
    given[nextNumber] = {&frame, receiver};
    post(receiver, {.kind = Kind::Piece,
                    .way = way,
                    .piece = nextNumber++,
                    .image = name.image,
                    .offset = name.offset,
                    .asks = std::move(along),
                    .body = captures.take()});
  }

  /// The next of those that hold a piece of this rank's, or have given it one: one of them may have something to give.
  /// Null if there is none.
  const Rank *neighbour() {
    neighbours.clear();
    for (auto &[number, one] : given)
      if (one.frame->way != Way::Served)
        neighbours.push_back(one.holder);
    for (auto &piece : pieces)
      neighbours.push_back(piece->giver);
    return neighbours.empty() ? nullptr : &neighbours[turn++ % neighbours.size()];
  }

  /// Nothing is left to give here: asks go on. So does this rank's own, if a strand waits.
  void forward() {
    bool seeks = waiting != 0 && seekers != 0 && !protocol.isAsking();
    if (!queue.empty() || !placed.empty() || !(protocol.mayGive() || seeks) || !shelf.isEmpty())
      return;
    if (const Rank *next = neighbour())
      post(*next, {.kind = Kind::Asks, .asks = protocol.takeAsks(seeks)});
  }

  void beat() {
    Clock::time_point now = Clock::now();
    if (settings.gives && !programIsDone && protocol.mayGive() && now >= nextGive && give())
      nextGive = now + settings.nextBeat();
    if (now >= nextForward) {
      forward();
      nextForward = now + (waiting ? settings.beat / 10 : std::max(settings.beat, LongestPause));
    }
  }

  /// Pieces for which nobody waits any more go back before they begin.
  void giveBack() {
    while (!queue.empty() && queue.size() + placed.size() > seekers) {
      std::shared_ptr<Piece> piece = queue.back();
      queue.pop_back();
      std::erase(pieces, piece);
      protocol.returned();
      post(piece->giver, {.kind = Kind::Back, .piece = piece->number});
    }
  }

  void cancel() {
    for (auto &[number, one] : given)
      if (!one.isCancelled && (one.frame->isAbandoned || one.frame->isStopped())) {
        one.isCancelled = true;
        post(one.holder, {.kind = Kind::Cancel, .piece = number});
      }
  }

  /// Whether anything has happened.
  bool step() {
    bool moves = false;
    while (auto arrived = transport.receive()) {
      handle(arrived->first, arrived->second);
      moves = true;
    }
    giveBack();
    beat();
    cancel();
    if (programIsDone && protocol.isComplete() && !jobIsDone) {
      jobIsDone = true;
      for (Rank other = 1; other < transport.size(); ++other)
        post(other, {.kind = Kind::End});
    }
    for (; !outgoing.empty(); outgoing.pop_front(), moves = true)
      transport.send(outgoing.front().first, outgoing.front().second);
    return moves;
  }

  /// Whether a message may come. Nobody writes to rank 0 before it has given a piece.
  bool expects() const { return transport.rank() != 0 || !given.empty() || protocol.isAsking() || programIsDone; }

  void pauseFor(Lock &lock, std::chrono::microseconds pause) {
    if (transport.isSending() || expects())
      wake.wait_for(lock, pause);
    else if (settings.gives && protocol.mayGive())
      wake.wait_for(lock, std::max(settings.nextBeat(), ShortestPause));
    else
      wake.wait(lock);
  }

  void makeProgress() {
    try {
      Lock lock(mutex);
      auto pause = ShortestPause;
      while (!jobIsDone || transport.isSending()) {
        if (step()) {
          changed.notify_all();
          pause = ShortestPause;
        } else {
          pause = std::min(pause * 2, Clock::now() < placedUntil ? PlacedPause : LongestPause);
        }
        if (!jobIsDone || transport.isSending())
          pauseFor(lock, pause);
      }
    } catch (const std::exception &problem) {
      endJob(transport.rank(), problem.what());
    }
  }

  /// No signal of the program's or of libtactus' is for this thread.
  void startProgress() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    progress = std::thread([this] { makeProgress(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  static inline Member *instance = nullptr;

public:
  /// That of this process, null if it is alone.
  static Member *current() { return instance; }
  [[nodiscard]] Rank rank() const { return transport.rank(); }
  [[nodiscard]] Rank size() const { return transport.size(); }

  explicit Member(Transport &messages)
      : transport(messages), settings(messages.rank()), protocol(messages.rank(), messages.size()),
        seekers(messages.rank() != 0), nextGive(Clock::now() + settings.nextBeat()), nextForward(Clock::now()) {
    instance = this;
    startProgress();
  }
  Member(const Member &) = delete;
  Member &operator=(const Member &) = delete;
  ~Member() {
    join();
    instance = nullptr;
  }
  /// Waits for the end of the job, after serve() or finish().
  void join() {
    if (progress.joinable())
      progress.join();
  }

  /// Ranks other than 0: runs pieces until the job ends.
  void serve() {
    Lock lock(mutex);
    while (!jobIsDone) {
      auto hasWork = [this] { return !placed.empty() || !queue.empty(); };
      changed.wait(lock, [&] { return jobIsDone || hasWork(); });
      if (hasWork())
        runNext(lock, /*seeks=*/true);
    }
  }

  /// Rank 0: the program is done. join() waits for the end of the job.
  void finish() {
    std::scoped_lock guard(mutex);
    programIsDone = true;
    wake.notify_one();
  }

  /// Has another rank run a frame that is on no shelf. settle() waits for it.
  void place(Frame &frame, Rank holder, Way way) {
    std::scoped_lock guard(mutex);
    depart(frame, holder, way, {});
    placedUntil = Clock::now() + PlacedTime;
    wake.notify_one();
  }

  void settle(const Frame &frame) {
    Lock lock(mutex);
    while (frame.place == Place::Away)
      await(lock, frame);
  }

  /// Whether the branch is to run here; else its result is there.
  bool take(Frame &frame) {
    if (shelf.remove(frame))
      return true;
    Lock lock(mutex);
    while (frame.place == Place::Away)
      await(lock, frame);
    if (frame.place == Place::Home)
      shelf.remove(frame);
    return frame.place != Place::Done;
  }

  /// The first branch has thrown: nobody wants the second one. Returns when nobody runs it.
  void abandon(Frame &frame) {
    if (shelf.remove(frame))
      return;
    Lock lock(mutex);
    frame.isAbandoned = true;
    while (frame.place == Place::Away)
      await(lock, frame);
    shelf.remove(frame);
  }
};

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_MEMBER_HPP
