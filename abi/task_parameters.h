//===- task_parameters.h - how a program's eager tasks are run by default ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the analysis of the whole program has chosen (analyze/parameters.h), for the runtime. The plugin puts an unset
// record into the unit that has main; the driver fills it in when the program has been linked; the runtime reads it at
// the start, before the environment, which overrides it. A record that is unset, damaged or of another version is as
// good as none.
//
// An estimate may only make a stack larger than it would be without it. So the record has no size of a task's own
// stack, which the analysis prints (docs/decisions/0244-estimates-make-no-stack-smaller.md).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_TASK_PARAMETERS_H
#define TACTUS_ABI_TASK_PARAMETERS_H

#include <cstddef>
#include <cstdint>

namespace tactus::abi {

inline constexpr uint32_t TaskParametersMagic = 0x52505354; // "TSPR"
inline constexpr uint32_t TaskParametersVersion = 3;
inline constexpr const char *TaskParametersSection = "tactus_parameters";
inline constexpr const char *TaskParametersSymbol = "tactus_task_parameters";

/// Worker threads get as much stack as tasks may need; more than this is not set aside for an estimate.
inline constexpr uint64_t LargestStackByNeed = uint64_t{256} << 20;

/// What TACTUS_QUEUE_POLICY calls default, push-front, steal-front and both.
enum QueuePolicyBits : uint32_t { PushesFront = 1, StealsFront = 2 };

struct TaskParameters {
  uint32_t magic = TaskParametersMagic;
  uint32_t version = TaskParametersVersion;
  uint32_t isSet = 0;
  uint32_t queuePolicy = 0;
  uint32_t queueSize = 0;
  uint32_t eventBuckets = 0;
  /// What tasks may need on a worker's stack, 0 if nothing is known.
  uint32_t workerStackKilobytes = 0;
  uint32_t checksum = 0;

  uint32_t computeChecksum() const {
    uint32_t sum = 0x811c9dc5;
    const uint32_t words[] = {magic, version, isSet, queuePolicy, queueSize, eventBuckets, workerStackKilobytes};
    for (uint32_t word : words)
      sum = (sum ^ word) * 0x01000193;
    return sum;
  }
  /// Whether it says anything that can be relied on.
  bool isValid() const {
    return magic == TaskParametersMagic && version == TaskParametersVersion && isSet == 1 &&
           checksum == computeChecksum();
  }
};
inline constexpr size_t TaskParameterWords = sizeof(TaskParameters) / sizeof(uint32_t);

} // namespace tactus::abi

#endif // TACTUS_ABI_TASK_PARAMETERS_H
