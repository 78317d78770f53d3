//===- pieces.cpp - tasks that go to other ranks ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A piece is a task's environment with what it reaches, and the globals that it may read. These are set once, by the
// program's text in rank 0: a rank keeps the first value that it is sent.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/pieces.h"
#include "pml/ranks/ranks.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/tasks.h"
#include "pml/runtime/travel.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace tactus::pml {

namespace {

/// Of all objects of a piece: about what is packed, sent and unpacked in a beat between ranks.
constexpr uint64_t MostBytes = 4 << 20;
/// What a byte costs on its way, in nanoseconds: a piece that runs for less does not pay for its journey.
constexpr uint64_t NanosecondsPerByte = 4;

/// How many ranks there are, whether more than one, and whether they are to get whatever can travel, for tests. Written
/// before there are threads.
constinit int64_t rankCount = 1;
constinit bool hasRanks = false, givesAll = false;

/// Tasks of one fork of the program's text that were not worth giving away, one after the other: each time, twice as
/// many of their kind stay.
struct Reluctance {
  static constexpr uint32_t Most = 255;
  // Several threads may learn at the same time: whose value stays does not matter. Relaxed.
  uint32_t step, left;

  bool stays() {
    uint32_t now = __atomic_load_n(&left, __ATOMIC_RELAXED);
    if (now > 0)
      __atomic_store_n(&left, now - 1, __ATOMIC_RELAXED);
    return now > 0;
  }
  void learn(bool isWorthwhile) {
    uint32_t next = isWorthwhile || givesAll ? 0 : std::min(2 * __atomic_load_n(&step, __ATOMIC_RELAXED) + 1, Most);
    __atomic_store_n(&step, next, __ATOMIC_RELAXED);
    __atomic_store_n(&left, next, __ATOMIC_RELAXED);
  }
};

/// The program's forks in the order of their descriptors, and what is known of each.
constinit const TravellingFork **forks = nullptr;
constinit Reluctance *reluctances = nullptr;

/// Of this rank's tasks. Counted relaxed.
constinit uint64_t piecesDone = 0, piecesRefused = 0;

void sortForks() {
  uint64_t count = pml_program.travellingForkCount;
  forks = static_cast<const TravellingFork **>(calloc(count + 1, sizeof(const TravellingFork *)));
  reluctances = static_cast<Reluctance *>(calloc(count + 1, sizeof(Reluctance)));
  if (!forks || !reluctances)
    endWithoutMemory(count * sizeof(const TravellingFork *));
  for (uint64_t i = 0; i < count; ++i)
    forks[i] = &pml_program.travellingForks[i];
  std::sort(forks, forks + count, [](auto *a, auto *b) { return a->descriptor < b->descriptor; });
}

/// Its position among the program's; their number if it stays here.
uint64_t positionOf(const tactus_fork_descriptor *descriptor) {
  const TravellingFork **end = forks + pml_program.travellingForkCount;
  const TravellingFork **found =
      std::lower_bound(forks, end, descriptor, [](auto *fork, auto *wanted) { return fork->descriptor < wanted; });
  return static_cast<uint64_t>((found != end && (*found)->descriptor == descriptor ? found : end) - forks);
}

uint64_t nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

uint64_t capturedPointers(const tactus_fork_descriptor &descriptor) {
  return descriptor.flags >> EnvironmentPointersShift & 0xffff;
}

void packGlobals(Packer &packer, const TravellingFork &fork) {
  for (uint64_t i = 0; i < fork.globalCount; ++i) {
    const TravellingGlobal &global = fork.globals[i];
    if (global.numberBytes == 0) {
      packer.addWord(__atomic_load_n(static_cast<uint64_t *>(global.address), __ATOMIC_ACQUIRE));
      continue;
    }
    uint64_t number = 0;
    memcpy(&number, global.address, global.numberBytes);
    packer.addNumber(number);
  }
}

/// Behind the objects. Tasks of this rank may be reading: only what is not set is written.
void setGlobals(const Unpacker &unpacker, const TravellingFork &fork, const uint64_t *packed) {
  for (uint64_t i = 0; i < fork.globalCount; ++i) {
    const TravellingGlobal &global = fork.globals[i];
    if (global.numberBytes) {
      uint64_t old = 0;
      if (packed[i] && memcmp(global.address, &old, global.numberBytes) == 0)
        memcpy(global.address, &packed[i], global.numberBytes);
      continue;
    }
    auto *word = static_cast<uint64_t *>(global.address);
    if (__atomic_load_n(word, __ATOMIC_ACQUIRE))
      continue;
    uint64_t value = unpacker.decode(packed[i]);
    share(pml_thread, nullptr, value);
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
  }
}

/// What a task has returned: the exception and other objects, where that was raised, and numbers.
struct Results {
  uint64_t *words;
  uint64_t objects, count;

  Results(const tactus_fork_descriptor &descriptor, void *area)
      : words(static_cast<uint64_t *>(area) + ResultExceptionOffset / 8),
        objects(1 + (descriptor.flags >> ResultPointersShift)),
        count((descriptor.result_bytes - ResultExceptionOffset) / 8) {}
};

/// Words on the C++ side that a collection may change, with their memory, aligned as a result area.
class HeldWords {
public:
  HeldWords(uint64_t count, uint64_t firstRoot, uint64_t roots) {
    size_t bytes =
        (count * sizeof(uint64_t) + TACTUS_RESULT_ALIGNMENT) / TACTUS_RESULT_ALIGNMENT * TACTUS_RESULT_ALIGNMENT;
    words = static_cast<uint64_t *>(aligned_alloc(TACTUS_RESULT_ALIGNMENT, bytes));
    if (!words)
      endWithoutMemory(bytes);
    memset(words, 0, bytes);
    scope = {pml_thread.rootWords, words + firstRoot, roots};
    pml_thread.rootWords = &scope;
  }
  ~HeldWords() {
    pml_thread.rootWords = scope.older;
    free(words);
  }
  HeldWords(const HeldWords &) = delete;
  HeldWords &operator=(const HeldWords &) = delete;

  uint64_t *words;

private:
  RootWords scope{};
};

void unpackEnvironment(const void *bytes, size_t size, const TravellingFork &fork, uint64_t *environment) {
  const tactus_fork_descriptor &descriptor = *fork.descriptor;
  Unpacker unpacker(bytes, size);
  unpacker.next(); // which fork it is
  HeldWords packed(descriptor.environment_words + fork.globalCount, 0, 0);
  for (uint64_t i = 0; i < descriptor.environment_words + fork.globalCount; ++i)
    packed.words[i] = unpacker.next();
  unpacker.makeObjects();
  for (uint64_t i = 0; i < descriptor.environment_words; ++i)
    environment[i] = i < capturedPointers(descriptor) ? unpacker.decode(packed.words[i]) : packed.words[i];
  setGlobals(unpacker, fork, packed.words + descriptor.environment_words);
}

/// Inside a task of its own, whose heap has all that is unpacked.
bool runPiece(const void *bytes, size_t size, Put put, void *context) {
  uint64_t position = Unpacker(bytes, size).next();
  if (position >= pml_program.travellingForkCount)
    return false;
  const TravellingFork &fork = *forks[position];
  const tactus_fork_descriptor &descriptor = *fork.descriptor;
  HeldWords environment(descriptor.environment_words, 0, capturedPointers(descriptor));
  unpackEnvironment(bytes, size, fork, environment.words);
  HeldWords area(descriptor.result_bytes / 8, ResultExceptionOffset / 8, 1 + (descriptor.flags >> ResultPointersShift));
  uint64_t began = nanoseconds();
  {
    Outside outside;
    descriptor.run(environment.words, area.words);
  }
  uint64_t took = nanoseconds() - began;
  absorbTask(pml_thread, area.words);
  Results results(descriptor, area.words);
  Packer packer(Identity::Travels, UINT64_MAX);
  packer.addNumber(position);
  packer.addNumber(took);
  packer.addNumber(size);
  for (uint64_t i = 0; i < results.objects; ++i)
    packer.addWord(results.words[i]);
  packer.addStatic(reinterpret_cast<const void *>(results.words[results.objects]));
  for (uint64_t i = results.objects + 1; i < results.count; ++i)
    packer.addNumber(results.words[i]);
  if (!packer.addObjects())
    return false;
  put(context, packer.data(), packer.size());
  return true;
}

/// Where a task's results are to go.
struct Entered {
  Segment *segment;
  void *area;
};

/// The task begins, and finds its results.
void takeResults(void *context, const void *bytes, size_t size) {
  auto &entered = *static_cast<Entered *>(context);
  beginTask(*entered.segment, entered.area);
  Unpacker unpacker(bytes, size);
  uint64_t position = unpacker.next(), took = unpacker.next(), sent = unpacker.next();
  Results results(*forks[position]->descriptor, entered.area);
  __atomic_fetch_add(&piecesDone, 1, __ATOMIC_RELAXED);
  reluctances[position].learn(took / NanosecondsPerByte >= sent + size);
  HeldWords packed(results.count, 0, 0);
  for (uint64_t i = 0; i < results.count; ++i)
    packed.words[i] = unpacker.next();
  unpacker.makeObjects();
  for (uint64_t i = 0; i < results.count; ++i)
    results.words[i] = i <= results.objects ? unpacker.decode(packed.words[i]) : packed.words[i];
}

/// In a result area: what is offered, up to the moment when the task begins.
void *&offeredIn(void *area) { return *reinterpret_cast<void **>(static_cast<char *>(area) + ResultHeapOffset); }

} // namespace

bool joinJob(int &argc, char **&argv) {
  if (!pml_ranks_begin)
    return true;
  pml_job job = pml_ranks_begin(&argc, &argv);
  rankCount = job.ranks;
  hasRanks = rankCount > 1;
  if (hasRanks) {
    sortForks();
    const char *promotes = getenv("TACTUS_PROMOTE");
    givesAll = getenv("TACTUS_CHAOS") || (promotes && !strcmp(promotes, "all"));
    tactus_promote_for_others(nullptr);
  }
  return job.rank == 0;
}

void servePieces() {
  pml_ranks_serve();
  exit(0);
}

void leaveJob() {
  if (hasRanks)
    pml_ranks_end();
}

void showPieces() {
  if (hasRanks)
    fprintf(stderr, "tactus: ranks: %llu tasks ran in other ranks, %llu could not\n",
            static_cast<unsigned long long>(__atomic_load_n(&piecesDone, __ATOMIC_RELAXED)),
            static_cast<unsigned long long>(__atomic_load_n(&piecesRefused, __ATOMIC_RELAXED)));
}

void offerTask(tactus_fork_record *record) {
  if (!hasRanks)
    return;
  const tactus_fork_descriptor *descriptor;
  tactus_fork_environment(record, &descriptor);
  if (positionOf(descriptor) < pml_program.travellingForkCount)
    offeredIn(record->result) = pml_ranks_offer(record);
}

void dropTask(const tactus_fork_record *record) {
  if (!hasRanks)
    return;
  if (void *offered = offeredIn(record->result))
    pml_ranks_drop(offered);
  offeredIn(record->result) = nullptr;
}

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" {

int64_t pml_rank_count() { return rankCount; }

/// Both of arrays: other tasks may pin them at the same time. One that is static has no elements.
void pml_array_send_empty(Object *array) {
  if (!(__atomic_load_n(&array->header, __ATOMIC_RELAXED) & StaticBit))
    __atomic_fetch_or(&array->header, SentEmptyBit, __ATOMIC_RELAXED);
}
void pml_array_send_whole(Object *array) {
  if (!(__atomic_load_n(&array->header, __ATOMIC_RELAXED) & StaticBit))
    __atomic_fetch_and(&array->header, ~(SentEmptyBit | IdentityBit), __ATOMIC_RELAXED);
}

uint8_t pml_piece_enter(Segment *segment, void *result) {
  void *offered = offeredIn(result);
  offeredIn(result) = nullptr;
  Entered entered{segment, result};
  if (offered && !pml_ranks_take(offered, takeResults, &entered))
    return 1;
  beginTask(*segment, result);
  return 0;
}

int pml_travel_pack(tactus_fork_record *record, Put put, void *context) {
  const tactus_fork_descriptor *descriptor;
  const uint64_t *environment = tactus_fork_environment(record, &descriptor);
  uint64_t position = positionOf(descriptor);
  if (reluctances[position].stays())
    return 0;
  goInside();
  Packer packer(Identity::Stays, MostBytes);
  packer.addNumber(position);
  for (uint64_t i = 0; i < descriptor->environment_words; ++i)
    i < capturedPointers(*descriptor) ? packer.addWord(environment[i]) : packer.addNumber(environment[i]);
  packGlobals(packer, *forks[position]);
  bool travels = packer.addObjects();
  goOutside();
  if (travels)
    put(context, packer.data(), packer.size());
  else
    reluctances[position].learn(false);
  __atomic_fetch_add(&piecesRefused, !travels, __ATOMIC_RELAXED);
  return travels;
}

int pml_travel_run(const void *bytes, size_t size, Put put, void *context) {
  Segment segment;
  uint64_t area[ResultHeadBytes / 8] = {};
  beginTask(segment, area);
  bool travels = runPiece(bytes, size, put, context);
  endTask(segment, area);
  retireHeap(area);
  return travels;
}

} // extern "C"
