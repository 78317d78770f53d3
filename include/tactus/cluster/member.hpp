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

#include "ledger.hpp"
#include "settings.hpp"
#include "transport.hpp"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <thread>

// Of libtactus: a thread that waits gives its slot away, and goes on (docs/mpi.md).
extern "C" int tactus_wait_lend(void);
extern "C" void tactus_wait_end(void);

namespace tactus::cluster::detail {

class Member {
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;

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
  Ledger ledger;
  std::deque<std::pair<Rank, Message>> outgoing;
  /// Strands that wait for a frame; and threads that would run a piece: some of these, and the server.
  uint32_t waiting = 0, seekers;
  bool programIsDone = false, jobIsDone = false;
  /// Whether a rank has data of others' (placed.hpp): a block of an array, as far as this rank knows.
  bool hasData = false;
  Clock::time_point nextGive, lastForward, placedUntil;
  std::thread progress;
  void (*endProcess)();

  void post(Rank to, Message message) {
    if (protocol.hasQuit() && message.kind != Kind::Quit)
      return;
    message.deaths = protocol.deaths();
    outgoing.emplace_back(to, std::move(message));
  }
  void postAsks(Rank to, Ranks asks) {
    if (!asks.empty())
      post(to, {.kind = Kind::Asks, .asks = std::move(asks)});
  }

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
    std::shared_ptr<Piece> piece = ledger.begin();
    seekers -= seeks;
    lock.unlock();
    Message result;
    {
      Changed nested(stackedPieces, stackedPieces + 1);
      result = resultOf(*piece);
    }
    lock.lock();
    seekers += seeks;
    ledger.end(piece);
    result.asks = protocol.finish(piece->giver);
    if (protocol.isDead(piece->giver))
      postAsks(protocol.heir(piece->giver), std::move(result.asks));
    else
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
    auto hasWork = [&] { return !isServed && (ledger.hasPlaced() || (seeks && ledger.hasAsked())); };
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
    if (ledger.hasAsked())
      wake.notify_one(); // for whom it came may be this strand
  }

  //===--------------------------------------------------------------------===//
  // Messages
  //===--------------------------------------------------------------------===//

  void arrive(Ranks asks) {
    if (std::optional<Rank> up = protocol.arrive(asks))
      postAsks(*up, std::move(asks));
  }

  bool wantsPiece() { return protocol.isIdle() || (seekers > ledger.unbegun() && !settings.chance()); }

  void receivePiece(Rank from, Message &message) {
    bool isAsked = message.way == Way::Asked, counts = isAsked && message.deaths == protocol.deaths();
    if (isAsked && !wantsPiece()) {
      if (counts)
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
      expectPlaced();
    if (message.way == Way::Served)
      return post(from, resultOf(*piece));
    ledger.add(piece, !isAsked);
    counts ? protocol.accept(message.asks) : protocol.place();
  }

  void expectPlaced() {
    hasData = true;
    placedUntil = Clock::now() + PlacedTime;
  }

  Frame &forget(uint64_t number) {
    Frame *frame = ledger.forget(number);
    if (!frame)
      endJob(transport.rank(), "a piece comes back that was not given; report this as a fault of Tactus");
    return *frame;
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

  /// A piece that was given is to run here, unless it is given again.
  static void comeHome(Frame &frame) {
    frame.place = Place::Home;
    shelf.addFirst(frame);
  }

  void receiveBack(const Message &message) { comeHome(forget(message.piece)); }

  //===--------------------------------------------------------------------===//
  // Deaths
  //===--------------------------------------------------------------------===//

  /// One of the ranks that live says so; the others leave it the time.
  [[noreturn]] void endWithoutDead(const Ranks &died, const char *what) {
    Rank first = 0;
    while (protocol.isDead(first) || isAmong(died, first))
      ++first;
    if (transport.rank() != first)
      std::this_thread::sleep_for(std::chrono::seconds(2));
    endJob(transport.rank(), what);
  }

  void learn(const Ranks &deaths) {
    if (protocol.hasQuit()) {
      for (Rank one : deaths)
        protocol.silence(one);
      return;
    }
    Ranks died = protocol.newDeaths(deaths);
    if (died.empty())
      return;
    if (died.front() == 0)
      endWithoutDead(died, "rank 0 has died, which ran the program");
    if (hasData)
      endWithoutDead(died, "a rank has died that had a block of an array");
    for (Frame *frame : ledger.recallFrom(died))
      comeHome(*frame);
    auto [dropped, begun] = ledger.abandonPiecesOf(died);
    postAsks(0, protocol.bury(died, dropped, begun));
    changed.notify_all();
  }

  /// The program has ended in the midst: what has not been sent is not sent any more.
  void quit() {
    if (!protocol.hasQuit())
      outgoing.clear();
    for (Rank other : protocol.quit())
      post(other, {.kind = Kind::Quit});
  }

  void handle(Rank from, Message &message) {
    if (protocol.isDead(from))
      return; // what it held has begun here again
    if (message.kind == Kind::Quit) {
      quit();
      protocol.silence(from);
    }
    if (protocol.hasQuit())
      return;
    learn(message.deaths);
    if (message.deaths != protocol.deaths())
      message.asks.clear(); // they have been sent anew
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
      return ledger.stop(from, message.piece);
    case Kind::End:
      jobIsDone = true;
      return;
    case Kind::Quit:
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
    post(receiver, {.kind = Kind::Piece,
                    .way = way,
                    .piece = ledger.give(frame, receiver),
                    .image = name.image,
                    .offset = name.offset,
                    .asks = std::move(along),
                    .body = captures.take()});
  }

  const Rank *neighbour() {
    auto mayGive = [](const Frame &frame) { return frame.way != Way::Served; };
    auto heirOf = [this](Rank giver) {
      Rank heir = protocol.heir(giver);
      return heir == transport.rank() ? std::nullopt : std::optional(heir);
    };
    return ledger.neighbour(mayGive, heirOf);
  }

  /// Nothing is left to give here: asks go on. So does this rank's own, if a strand waits.
  void forward() {
    bool seeks = waiting != 0 && seekers != 0 && protocol.mayAsk();
    if (ledger.hasUnbegun() || !(protocol.mayGive() || seeks) || !shelf.isEmpty())
      return;
    if (const Rank *next = neighbour())
      post(*next, {.kind = Kind::Asks, .asks = protocol.takeAsks(seeks)});
  }

  void beat() {
    Clock::time_point now = Clock::now();
    if (settings.gives && !programIsDone && protocol.mayGive() && now >= nextGive && give())
      nextGive = now + settings.nextBeat();
    // Since the last time, and not until the next one: it may be that nobody waited then.
    if (now - lastForward >= (waiting ? settings.beat / 10 : std::max(settings.beat, LongestPause))) {
      forward();
      lastForward = now;
    }
  }

  /// Pieces for which nobody waits any more go back before they begin.
  void giveBack() {
    while (ledger.hasAsked() && ledger.unbegun() > seekers) {
      std::shared_ptr<Piece> piece = ledger.takeLast();
      protocol.returned();
      post(piece->giver, {.kind = Kind::Back, .piece = piece->number});
    }
  }

  void cancel() {
    ledger.cancel([](const Frame &frame) { return frame.isAbandoned || frame.isStopped(); },
                  [this](Rank holder, uint64_t number) { post(holder, {.kind = Kind::Cancel, .piece = number}); });
  }

  void act() {
    giveBack();
    beat();
    cancel();
    if (programIsDone && protocol.isComplete() && !jobIsDone) {
      jobIsDone = true;
      for (Rank other = 1; other < transport.size(); ++other)
        post(other, {.kind = Kind::End});
    }
  }

  /// Whether anything has happened.
  bool step() {
    bool moves = false;
    learn(transport.deaths());
    while (auto arrived = transport.receive()) {
      handle(arrived->first, arrived->second);
      moves = true;
    }
    if (!protocol.hasQuit())
      act();
    for (; !outgoing.empty(); outgoing.pop_front(), moves = true)
      if (!protocol.isDead(outgoing.front().first))
        transport.send(outgoing.front().first, outgoing.front().second);
    return moves;
  }

  /// Whether a message may come. Nobody writes to rank 0 before it has given a piece.
  bool expects() const { return transport.rank() != 0 || ledger.hasGiven() || protocol.isAsking() || programIsDone; }

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
      auto goesOn = [this] { return !(jobIsDone || protocol.isAlone()) || transport.isSending(); };
      while (goesOn()) {
        if (step()) {
          changed.notify_all();
          pause = ShortestPause;
        } else {
          pause = std::min(pause * 2, Clock::now() < placedUntil ? PlacedPause : LongestPause);
        }
        if (goesOn())
          pauseFor(lock, pause);
      }
      lock.unlock();
      if (protocol.hasQuit() && transport.rank() != 0)
        endProcess();
    } catch (...) {
      endJobByException(transport.rank());
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

  /// Where a program may end in the midst of its forks, end() ends the process of a rank other than 0, whose threads
  /// may be in pieces that never end. It is called by the progress thread.
  explicit Member(Transport &messages, void (*end)() = nullptr)
      : transport(messages), settings(messages.rank()), protocol(messages.rank(), messages.size()),
        seekers(messages.rank() != 0), nextGive(Clock::now() + settings.nextBeat()), endProcess(end) {
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
      changed.wait(lock, [this] { return jobIsDone || ledger.hasUnbegun(); });
      if (ledger.hasUnbegun())
        runNext(lock, /*seeks=*/true);
    }
  }

  /// Rank 0: the program is done, or ends in the midst. join() waits for the end of the job.
  void finish() {
    std::scoped_lock guard(mutex);
    programIsDone = true;
    if (endProcess && ledger.hasGiven())
      quit();
    wake.notify_one();
  }

  /// Has another rank run a frame that is on no shelf. settle() waits for it.
  void place(Frame &frame, Rank holder, Way way) {
    std::scoped_lock guard(mutex);
    if (protocol.isDead(holder))
      endWithoutDead({}, "a rank has died that is to have a block of an array");
    depart(frame, holder, way, {});
    expectPlaced();
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
