//===- running_process.h - a process that writes a trace, as the system shows it -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_RUNNING_PROCESS_H
#define TACTUS_TRACE_RUNNING_PROCESS_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tactus::trace {

/// False for a zombie, which has ended, and has no program any more.
[[nodiscard]] bool isRunning(unsigned process);

class RunningProcess {
  unsigned process;
  std::filesystem::path file;
  std::optional<uint64_t> rankNumber;

public:
  /// What its environment says. Nothing of a process that may not be looked at.
  explicit RunningProcess(unsigned number);

  [[nodiscard]] unsigned number() const { return process; }
  /// Where it writes its trace; empty if it writes none.
  [[nodiscard]] const std::filesystem::path &trace() const { return file; }
  /// Whether a launcher of MPI has started it as a rank; and which, 0 for other processes.
  [[nodiscard]] bool isRank() const { return rankNumber.has_value(); }
  [[nodiscard]] uint64_t rank() const { return rankNumber.value_or(0); }
};

/// The ranks with traces among the descendants of a process, in their order.
[[nodiscard]] std::vector<RunningProcess> ranksBelow(unsigned process);

} // namespace tactus::trace

#endif // TACTUS_TRACE_RUNNING_PROCESS_H
