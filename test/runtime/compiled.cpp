//===- compiled.cpp - loops as compiled code would run them ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"

#include <sys/wait.h>
#include <unistd.h>

namespace tactus::test {

using namespace abi;

static void work(unsigned amount) {
  for (volatile unsigned round = 0; round < amount;)
    round = round + 1;
}

void Recorder::execute(uint64_t index) {
  int now = running.fetch_add(1, std::memory_order_relaxed) + 1;
  for (int most = mostRunning.load(); now > most && !mostRunning.compare_exchange_weak(most, now);)
    ;
  work(spin);
  executed[index].fetch_add(1, std::memory_order_relaxed);
  running.fetch_sub(1, std::memory_order_relaxed);
}

uint64_t Recorder::wrong() const {
  uint64_t sum = 0;
  for (uint64_t index = 0; index < count; ++index)
    sum += executed[index].load(std::memory_order_relaxed) != 1;
  return sum;
}

static Recorder &recorderOf(uint64_t word) { return *reinterpret_cast<Recorder *>(word); }
static uint64_t wordOf(void *pointer) { return reinterpret_cast<uint64_t>(pointer); }

static void recordBody(uint64_t iteration, void *context) { static_cast<Recorder *>(context)->execute(iteration); }

static void flatSlice(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
  Recorder &recorder = recorderOf(environment[0]);
  Slot slot(flatLoop, end, 0, recorder.strandLimit);
  slot.environment(0) = environment[0];
  compiledLoop(&slot.slot, begin, recordBody, &recorder);
}

static void dynamicSlice(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
  Slot slot(dynamicLoop, end);
  slot.environment(0) = environment[0];
  compiledDynamicLoop(&slot.slot, begin, recordBody, &recorderOf(environment[0]), 160 + begin % 7 * 16);
}

// Inner iterations know their row from the inner slot, whose third word compiledNest writes.
static void innerBody(uint64_t iteration, void *context) {
  auto &slot = *static_cast<Slot *>(context);
  Recorder &recorder = recorderOf(slot.environment(0));
  recorder.execute(slot.environment(2) * recorder.innerCount + iteration);
}

static void innerSlice(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
  Slot slot(innerLoop, end);
  for (unsigned index = 0; index < 3; ++index)
    slot.environment(index) = environment[index];
  compiledLoop(&slot.slot, begin, innerBody, &slot);
}

static void outerSlice(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
  Slot outer(outerLoop, end), inner(innerLoop, 0);
  outer.environment(0) = inner.environment(0) = environment[0];
  compiledNest(&outer.slot, begin, &inner.slot, recorderOf(environment[0]).innerCount, innerBody, &inner);
}

namespace {
/// What a level of the foreign nest hands to the next.
struct ForeignLevel {
  Recorder *recorder;
  uint64_t level, prefix;
};
} // namespace

// Environment: recorder, level, index of the first innermost iteration in this execution of the level's body.
static void foreignSlice(uint64_t begin, uint64_t end, const uint64_t *environment, void *);

static uint64_t foreignSize(const Recorder &recorder, uint64_t level) {
  return level == 0 ? recorder.count / (recorder.innerCount * recorder.innerCount) : recorder.innerCount;
}

static __attribute__((noinline)) void foreignBody(uint64_t iteration, void *context) {
  auto &level = *static_cast<ForeignLevel *>(context);
  uint64_t index = level.prefix * foreignSize(*level.recorder, level.level) + iteration;
  if (level.level == 2) {
    level.recorder->execute(index);
    return;
  }
  uint64_t environment[3] = {wordOf(level.recorder), level.level + 1, index};
  foreignSlice(0, foreignSize(*level.recorder, level.level + 1), environment, nullptr);
  // Not a tail call, so that this frame exists.
  asm volatile("" ::: "memory");
}

static __attribute__((noinline)) void foreignSlice(uint64_t begin, uint64_t end, const uint64_t *environment, void *) {
  Slot slot(foreignLoops[environment[1]], end);
  for (unsigned index = 0; index < 3; ++index)
    slot.environment(index) = environment[index];
  ForeignLevel level{&recorderOf(environment[0]), environment[1], environment[2]};
  // Different kinds of frames at different levels.
  if (level.level == 1)
    compiledDynamicLoop(&slot.slot, begin, foreignBody, &level, 64);
  else
    compiledLoop(&slot.slot, begin, foreignBody, &level);
}

namespace {
struct Concatenation {
  std::vector<uint64_t> numbers;
  unsigned spin;
};
struct ConcatenationResult {
  Concatenation *part;
  uint64_t padding;
};
} // namespace

static void appendBody(uint64_t iteration, void *context) {
  auto &part = *static_cast<Concatenation *>(context);
  work(part.spin);
  part.numbers.push_back(iteration);
}

static void appendResult(void *list, void *taskResult) {
  auto &whole = static_cast<Concatenation *>(list)->numbers;
  Concatenation *part = static_cast<ConcatenationResult *>(taskResult)->part;
  whole.insert(whole.end(), part->numbers.begin(), part->numbers.end());
  delete part;
}

static void concatenationSlice(uint64_t begin, uint64_t end, const uint64_t *environment, void *result) {
  auto *part = new Concatenation{{}, static_cast<unsigned>(environment[0])};
  Slot slot(concatenationLoop, end, sizeof(ConcatenationResult));
  slot.environment(0) = environment[0];
  compiledLoop(&slot.slot, begin, appendBody, part);
  tactus_combine(&slot.slot, part, appendResult);
  static_cast<ConcatenationResult *>(result)->part = part;
}

LoopDescriptor flatLoop{flatSlice, "flat.c", "flat", 10, 3, 1, 0, UnknownWeight, 0, 0};
LoopDescriptor dynamicLoop{dynamicSlice, "dynamic.c", "dynamic", 20, 3, 1, 0, UnknownWeight, 0, 0};
LoopDescriptor outerLoop{outerSlice, "nest.c", "nest", 30, 3, 1, 0, UnknownWeight, 0, 0};
LoopDescriptor innerLoop{innerSlice, "nest.c", "nest", 31, 5, 3, LeafLoop, UnknownWeight, 0, 0};
LoopDescriptor foreignLoops[3] = {
    {foreignSlice, "foreign.c", "foreign", 50, 3, 3, 0, UnknownWeight, 0, 0},
    {foreignSlice, "foreign.c", "foreign", 51, 5, 3, 0, UnknownWeight, 0, 0},
    {foreignSlice, "foreign.c", "foreign", 52, 7, 3, LeafLoop, UnknownWeight, 0, 0},
};
LoopDescriptor concatenationLoop{concatenationSlice, "\"quoted\".c", "append", 40, 3, 1,
                                 HasReduction,       UnknownWeight,  0,        0};

static LoopDescriptor *const loops[] = {&flatLoop,        &dynamicLoop,     &outerLoop,       &innerLoop,
                                        &foreignLoops[0], &foreignLoops[1], &foreignLoops[2], &concatenationLoop};

const Module &testModule() {
  static const Module module{
      Version, 0, __start_tactus_maps, __stop_tactus_maps, loops, std::end(loops), nullptr, nullptr, nullptr, nullptr};
  return module;
}

void registerLoops() { tactus_register_module(&testModule()); }

void runFlat(Recorder &recorder) {
  uint64_t environment[1] = {wordOf(&recorder)};
  flatSlice(0, recorder.count, environment, nullptr);
}

void runDynamic(Recorder &recorder) {
  uint64_t environment[1] = {wordOf(&recorder)};
  dynamicSlice(0, recorder.count, environment, nullptr);
}

void runNest(Recorder &recorder) {
  uint64_t environment[1] = {wordOf(&recorder)};
  outerSlice(0, recorder.count / recorder.innerCount, environment, nullptr);
}

void runForeignNest(Recorder &recorder) {
  uint64_t environment[3] = {wordOf(&recorder), 0, 0};
  foreignSlice(0, foreignSize(recorder, 0), environment, nullptr);
}

std::vector<uint64_t> runConcatenation(uint64_t iterations, unsigned spin) {
  uint64_t environment[1] = {spin};
  ConcatenationResult result{};
  concatenationSlice(0, iterations, environment, &result);
  std::vector<uint64_t> numbers = std::move(result.part->numbers);
  delete result.part;
  return numbers;
}

int inChild(void (*action)(), std::string &standardError) {
  int pipeEnds[2];
  if (pipe(pipeEnds) != 0)
    return -1;
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    dup2(pipeEnds[1], 2);
    close(pipeEnds[0]);
    close(pipeEnds[1]);
    action();
    _exit(0);
  }
  close(pipeEnds[1]);
  char buffer[4096];
  for (ssize_t length; (length = read(pipeEnds[0], buffer, sizeof buffer)) > 0;)
    standardError.append(buffer, static_cast<size_t>(length));
  close(pipeEnds[0]);
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

} // namespace tactus::test
