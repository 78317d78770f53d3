//===- compiled.h - loops as compiled code would run them ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The hand-written functions of compiled.S, and loops on top of them that a test can check: each counts how often every
// iteration was executed, or collects the order in which a reduction combines them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_RUNTIME_COMPILED_H
#define TACTUS_TEST_RUNTIME_COMPILED_H

#include "abi/loops.h"
#include "abi/modules.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using Body = void (*)(uint64_t iteration, void *context);

extern "C" {
void compiledLoop(tactus::abi::LoopSlot *slot, uint64_t begin, Body body, void *context);
void compiledNest(tactus::abi::LoopSlot *outer, uint64_t begin, tactus::abi::LoopSlot *inner, uint64_t innerEnd,
                  Body body, void *context);
void compiledDynamicLoop(tactus::abi::LoopSlot *slot, uint64_t begin, Body body, void *context, uint64_t stackBytes);
bool pollPreservesRegisters();
extern const char __start_tactus_maps[], __stop_tactus_maps[];
}

namespace tactus::test {

/// A LoopSlot with room for three words of environment.
struct Slot {
  abi::LoopSlot slot{};
  uint64_t moreEnvironment[2]{};

  Slot(const abi::LoopDescriptor &descriptor, uint64_t end, uint64_t resultBytes = 0, uint64_t strandLimit = 0) {
    slot.descriptor = &descriptor;
    slot.end = end;
    slot.resultBytes = resultBytes;
    slot.strandLimit = strandLimit;
  }
  uint64_t &environment(unsigned index) { return index ? moreEnvironment[index - 1] : slot.environment[0]; }
};
static_assert(sizeof(Slot) == 64);

/// Counts executions of every iteration of a loop, or of a nest of loops, and the strands that run at a time.
struct Recorder {
  explicit Recorder(uint64_t iterations) : count(iterations), executed(new std::atomic<uint8_t>[iterations]()) {}
  uint64_t count;
  std::unique_ptr<std::atomic<uint8_t>[]> executed;
  /// Busy work in each iteration.
  unsigned spin = 0;
  uint64_t innerCount = 0;
  uint64_t strandLimit = 0;
  std::atomic<int> running{0}, mostRunning{0};

  void execute(uint64_t index);
  /// How many iterations were not executed exactly once.
  uint64_t wrong() const;
};

/// Executes [0, recorder.count), in frames of fixed size, in dynamic frames, or as a nest.
void runFlat(Recorder &recorder);
void runDynamic(Recorder &recorder);
void runNest(Recorder &recorder);
/// A nest of three loops whose bodies are ordinary C++ functions: frames without maps lie between those with maps.
void runForeignNest(Recorder &recorder);

/// Executes [0, iterations) as a reduction whose operator is concatenation: not commutative, so the result is
/// 0, 1, 2, … if and only if everything was combined in order.
std::vector<uint64_t> runConcatenation(uint64_t iterations, unsigned spin);

/// Registers the module of this executable; the loops above belong to it.
void registerLoops();
const abi::Module &testModule();
extern abi::LoopDescriptor flatLoop, dynamicLoop, outerLoop, innerLoop, foreignLoops[3], concatenationLoop;

/// Starts the child of a death test or a fork: runs `action` in a new process and returns its exit status, with what it
/// wrote on stderr.
int inChild(void (*action)(), std::string &standardError);

} // namespace tactus::test

#endif // TACTUS_TEST_RUNTIME_COMPILED_H
