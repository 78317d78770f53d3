//===- program.h - a program as its summaries tell of it -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     files ──inputs.cpp──► ELF files ──► Program: functions as written, functions as compiled, frames
//                                             │ link(): names become indices
//                                             ▼
//         structure.cpp (Insieme's algorithms 1 and 2)  effort.cpp (3)  stack.cpp (4)  parameters.cpp (§3.3)
//
// Symbols are looked up as a linker would do it: in the same object first where they are local, else in all of the
// program. Of several copies of an inline function the first counts.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_PROGRAM_H
#define TACTUS_ANALYZE_PROGRAM_H

#include "abi/summary.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tactus::analyze {

/// An indirect call that may mean more functions than this says nothing about the program's structure.
constexpr size_t MostMeanings = 8;

inline constexpr uint32_t None = UINT32_MAX;

/// A function as it was written. `targets` has for each node of it the functions that it may mean: one for a direct
/// call, all of the type for an indirect one, none where the program has no summary of it.
struct WrittenFunction {
  abi::StructureFunction summary;
  std::vector<std::vector<uint32_t>> targets;
  /// Functions that call each other in a circle have the same number.
  uint32_t group = None;
  /// It is called from itself, by whatever way.
  bool isRecursive = false;
};

/// A function that there is code of.
struct CompiledFunction {
  abi::CodeFunction summary;
  /// The largest frame of all functions that the symbol may mean; None if it is not known.
  uint64_t frame = None;
  /// What it calls, and the tasks that it may run while it waits for them.
  std::vector<uint32_t> targets, tasks;
  /// It calls something that is not in the program's summaries, or not known at all.
  bool callsUnknown = false;
};

class Program {
public:
  std::vector<WrittenFunction> written;
  std::vector<CompiledFunction> compiled;
  struct Task {
    uint32_t function;
    abi::CodeTask summary;
  };
  std::vector<Task> tasks;

  /// One line each: what could not be used, and what that means. What is absent on purpose, as in a stripped program,
  /// is no news at its link.
  std::vector<std::string> problems, absences;
  bool hasFrames = false;

  /// Adds the summaries of one section, chunk by chunk. `file` is for messages.
  void addSummaries(std::string_view bytes, const std::string &file);
  /// Notes the size of a frame.
  void addFrame(const std::string &symbol, uint64_t bytes);
  /// To be called once, when all is added.
  void link();

  [[nodiscard]] uint32_t findWritten(std::string_view symbol) const;
  [[nodiscard]] uint32_t findCompiled(std::string_view symbol) const;

private:
  struct UnitRange {
    uint32_t begin, end;
  };
  std::vector<UnitRange> writtenUnits, compiledUnits;
  std::unordered_map<std::string, uint32_t> writtenSymbols, compiledSymbols;
  std::unordered_map<std::string, uint64_t> frames;
  std::vector<abi::CodeTask> codeTasks;
  std::vector<size_t> codeTaskUnits;

  void linkWritten();
  void linkCompiled();
  [[nodiscard]] uint64_t frameOf(const std::string &symbol) const;
};

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_PROGRAM_H
