//===- settings.h - the environment variables ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One table, in settings.cpp, holds every variable that libtactus reads, with what it allows. A wrong value costs one
// line on stderr, and the default is used.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_SETTINGS_H
#define TACTUS_RUNTIME_OS_SETTINGS_H

#include "abi/policy.h"
#include "abi/task_parameters.h"

#include <cstdint>

namespace tactus {

/// What tells a thread that its beat is due (threads/beat_source.h).
enum class BeatSource : uint8_t { Poll, Ping, Timer, Perf, Kernel };
/// As TACTUS_BEAT has them.
extern const char *const beatSourceNames[5];

struct Settings {
  /// TACTUS_WORKERS, 0 if not given.
  uint64_t workers = 0;
  /// TACTUS_HEARTBEAT_US; 0: never promote.
  uint64_t heartbeatMicroseconds = abi::DefaultHeartbeatMicroseconds;
  /// TACTUS_BEAT.
  BeatSource beat = BeatSource::Poll;
  /// TACTUS_SIGNAL: the signal that brings beats. SIGURG: ignored where nobody handles it, and passed by debuggers.
  uint64_t beatSignal = 23;
  /// TACTUS_TOKENS: promotions that each beat grants.
  uint64_t tokensPerBeat = abi::DefaultTokens;
  /// TACTUS_TOKENS=classic: tokens that a beat does not use are not kept.
  bool classicTokens = false;
  /// TACTUS_POLLS: polls that a beat should see; one whose price is known sees half as many.
  uint64_t pollsPerBeat = abi::PollsPerBeat;
  /// TACTUS_CHUNK: iterations and forks between two polls, 0 if prices are learned.
  uint64_t chunk = 0;
  /// TACTUS_STACK_MB: stack of each worker thread, 0 for that of the main thread.
  uint64_t stackMegabytes = 0;
  /// TACTUS_TASKS=eager: forks become tasks where they are created, as long as fewer than `queueSize` wait.
  bool eager = false;
  /// TACTUS_QUEUE_POLICY: new tasks go to the front of the worker's queue; thieves take from there.
  bool pushesFront = false, stealsFront = false;
  /// TACTUS_QUEUE_SIZE, TACTUS_EVENT_BUCKETS.
  uint64_t queueSize = 16, eventBuckets = 97;
  /// TACTUS_TASK_STACK_KB: what an eager task has before it when it begins, 0 for what all worker threads have.
  uint64_t taskStackKilobytes = 0;
  /// What the analysis says that tasks may need on a worker's stack, 0 for nothing.
  uint64_t stackNeedKilobytes = 0;
  /// TACTUS_REGIONS=strands: regions whose threads matter run on our own; TACTUS_REGIONS=libomp: on libomp's.
  bool strands = true;
  /// TACTUS_WATCH: whoever enters no task for a while has its siblings begun (threads/watch.h).
  bool watches = true;
  /// TACTUS_REPRODUCIBLE: loops compiled with -ftactus-reproducible keep the parts of their blocks.
  bool reproducible = true;
  /// TACTUS_STATS: null for none, "1" for a table on stderr, else a file name.
  const char *statistics = nullptr;
  /// TACTUS_TRACE: file name of the time line, null for none.
  const char *trace = nullptr;
  /// TACTUS_TRACE_MB: how large that file may become.
  uint64_t traceMegabytes = 64;
  /// TACTUS_EVENTS: file name of the log of promoted work, null for none.
  const char *events = nullptr;
  /// TACTUS_CHAOS: promote at random points.
  bool chaos = false;
  uint64_t chaosSeed = 0;
  /// TACTUS_PROMOTE=all: promote at every poll, poll at every iteration, as far as sampling (sampling.h) does not leave
  /// it out.
  bool promoteAll = false;
  /// TACTUS_PROMOTE=every: nothing is left out, in chaos mode either.
  bool promoteEvery = false;

  /// TACTUS_PROMOTE=tokens: a token is spent as soon as something is latent (MPL §4), whether or not a worker is idle.
  bool spendsTokens = false;

  /// TACTUS_RETURNS=keep: return addresses stay as they are, as on a machine that compares them.
  bool keepsReturns = false;

  /// Valgrind looks at what is read: a stack may be looked at only as far as it is known to be written.
  bool isUnderValgrind = false;

  /// How many tasks other processes want at once, without a beat; null if none ever does. Read relaxed.
  const int32_t *wantedElsewhere = nullptr;

  /// Testing modes promote whether or not anybody could run the tasks.
  bool promotesAlways() const { return chaos || promoteAll; }
  /// Whether promotions wait for a worker that has nothing to do.
  bool awaitsIdleWorker() const { return !promotesAlways() && !spendsTokens; }
};

/// Read from the environment before there are threads of ours. Later only reports are switched off: a trace that cannot
/// be written, and in a forked child those that are the parent's.
extern Settings settings;

using abi::MaximalHeartbeatMicroseconds, abi::MaximalWorkers;

/// The largest TACTUS_QUEUE_SIZE.
inline constexpr uint64_t MostQueued = 128;
/// The largest TACTUS_POLLS.
inline constexpr uint64_t MostPollsPerBeat = 1000;
/// Of TACTUS_EVENT_BUCKETS and TACTUS_TASK_STACK_KB.
inline constexpr uint64_t MostBuckets = 1 << 24, LeastTaskStack = 16, LargestTaskStack = 1 << 20;

/// Reads what the program says of its tasks, and the environment, into `settings`.
void readSettings();

/// What the analysis has chosen, if the record is valid.
void adoptTaskParameters(const abi::TaskParameters &chosen);

/// The number of workers: TACTUS_WORKERS, else the first number of OMP_NUM_THREADS, else what the affinity mask and
/// the control group's processor quota allow, divided by the ranks that share them (processors.h); not more than the
/// share below.
unsigned chooseWorkerCount();

/// Of the threads that KMP_DEVICE_THREAD_LIMIT (or KMP_ALL_THREADS, its old name) allows, what any of three may have:
/// our workers, members of teams of strands, and teams of libomp's. Libomp counts every thread that calls it, and stops
/// at an assertion when one too many does.
uint64_t shareOfLibompThreads();

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_SETTINGS_H
