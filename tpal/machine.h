//===- machine.h - the abstract machine -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The state of TPAL section 2 and the steps of one task. Which task runs next is not
// decided here: see schedule.h and exhaustive.h. docs/tpal.md states the rules; the step
// functions carry their names.
//
// Fork tree and joins. Every fork adds an edge from the parent to the child, labelled with
// its join record. A task that joins resolves its newest open edge of that record, first
// those to its children, then the one to its parent, and with none left it is the root and
// goes on at the record's continuation block:
//
//        p ──jr── a          join jr in p: meets b first (newest edge), then a, then p is
//          ──jr── b          the root. With assoc-comm, p meets whichever child is there.
//
// Of the two tasks that meet, the first to arrive stops and the second goes on, as the
// parent, with the parent's registers extended by ΔR, in the combining block. Because the
// child holds the later part of the work, combining the newest edge first keeps the
// sequential order, which is all that `assoc` allows.
//
// Invariants:
//   * A stack is accessed by the task that made it and by no other.
//   * A task is Waiting or Arrived exactly while the task it meets has not joined.
//   * A machine is a plain value: copying it copies the whole state.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_MACHINE_H
#define TACTUS_TPAL_MACHINE_H

#include "code.h"

#include <map>
#include <optional>

namespace tactus::tpal {

/// What a program computed: the values of its outputs at the halt, by name.
struct ResultValue {
  bool isArray = false;
  std::vector<Value> values;
  bool operator==(const ResultValue &) const = default;
};
using Result = std::map<std::string, ResultValue>;

struct MachineOptions {
  /// The threshold of instructions that a task's counter must exceed before it is promoted; 0 never promotes.
  uint64_t heartbeat = 1000;
  /// Cells of heap and stacks together, and tasks: a program that wants more is stuck.
  uint64_t memoryLimit = uint64_t{1} << 24;
  uint64_t taskLimit = uint64_t{1} << 20;
  /// nextAccess reports all joins, also those whose order changes nothing: for searches without reduction.
  bool everyJoinIsVisible = false;
};

struct OpenChild {
  uint32_t record;
  uint32_t child;
};

struct Task {
  enum class Status : uint8_t {
    Ready,
    Waiting, // joined as a parent; its partner has not
    Arrived, // joined as a child; its parent has not
    Finished,
  };
  static constexpr uint32_t None = UINT32_MAX;

  Status status = Status::Ready;
  uint32_t programCounter = 0;
  /// Instructions issued since the last heartbeat that was served.
  uint64_t counter = 0;
  /// Length of the longest chain of instructions that led here.
  uint64_t span = 0;
  std::vector<Value> registers;
  /// Stacks it made, which are released with it.
  std::vector<uint32_t> stacks;
  /// Edges to children that have not been joined, oldest first.
  std::vector<OpenChild> children;
  uint32_t parent = None;
  uint32_t parentRecord = None;
  /// For Waiting and Arrived, the record joined on.
  uint32_t joiningRecord = None;
  /// For the graph: span at birth and at the last join or halt, and the block that forked it.
  uint64_t birth = 0;
  uint64_t death = 0;
  uint32_t forkedAt = None;
};

struct JoinRecord {
  uint32_t continuation;
  /// The task that allocated it, the root of its tree.
  uint32_t owner;
};

struct Stack {
  uint32_t owner;
  std::vector<Value> cells;
  /// Positions of the promotion-ready marks, oldest first; indices from the bottom.
  std::vector<uint32_t> marks;
};

struct MachineCounts {
  uint64_t work = 0;
  uint64_t tasks = 1;
  uint64_t promotions = 0;
  uint64_t joins = 0;
};

/// Why a task stopped running.
enum class Stop : uint8_t {
  Budget,  // it ran as long as it was allowed to
  Visible, // its next instruction is one that other tasks can see
  Forked,  // Machine::lastTask is its new child
  Joined,  // it stopped at a join; Machine::lastTask is the task that goes on, or None
  Halted,  // the whole machine is done
  Stuck,   // Machine::stuckReason says why
};

/// What the next instruction of a task does to state it shares with other tasks.
struct SharedAccess {
  enum class Kind : uint8_t { None, Read, Write, Meet, Halt };
  Kind kind = Kind::None;
  /// Identifies the heap cell, or the parent and record that meet.
  uint64_t object = 0;
};

class Machine {
public:
  /// One task at the first block, with the inputs and data of the program in its registers. All inputs need a value.
  Machine(const Code &decoded, const MachineOptions &limits, const std::map<std::string, Literal> &inputs);

  /// Runs a ready task for at most `budget` instructions, at least one.
  Stop run(uint32_t task, uint64_t budget);
  /// Runs a ready task up to its next visible instruction, without executing that.
  Stop runToVisible(uint32_t task, uint64_t budget);

  [[nodiscard]] SharedAccess nextAccess(uint32_t task) const;
  /// The outputs, once halted. An output that has no value, or an array that is not there, makes the machine stuck.
  [[nodiscard]] const Result &result() const { return finalResult; }
  [[nodiscard]] std::string formatValue(const Value &value) const;
  [[nodiscard]] std::string formatResult(const ResultValue &value) const;
  /// `task 3 at loop:2 (r := r + b): reason`, for a stuck machine.
  [[nodiscard]] std::string describeStuck() const;
  /// One line for each task that waits: what is left when no task is ready and none has halted.
  [[nodiscard]] std::string describeDeadlock() const;
  /// The block that a heartbeat at the task's last step went to instead of its target, for the trace.
  [[nodiscard]] uint32_t lastPromotedBlock() const { return promotedBlock; }

  const Code *code;
  MachineOptions options;
  MachineCounts counts;
  std::vector<Task> tasks;
  uint32_t lastTask = Task::None;
  /// After Stop::Joined, the child whose registers went into those of `lastTask`, or None.
  uint32_t lastMerged = Task::None;
  uint64_t span = 0;
  uint32_t stuckTask = Task::None;
  std::string stuckReason;

private:
  std::vector<JoinRecord> records;
  std::vector<Stack> stacks;
  std::vector<std::vector<Value>> heap;
  uint64_t memoryUsed = 0;
  uint32_t promotedBlock = Task::None;
  Result finalResult;

  template <bool StopAtVisible> Stop interpret(uint32_t taskIndex, uint64_t budget);

  bool compareOrOffset(Opcode opcode, const Value &left, const Value &right, Value &result);
  bool arithmetic(const DecodedInstruction &instruction, Value *cells);
  bool resizeStack(Stack &stack, bool grows, const Value &count);
  bool changeMark(Stack &stack, bool isNew, Value &cell);
  bool stackOperation(const DecodedInstruction &instruction, uint32_t taskIndex, Value *cells);
  bool forkTask(uint32_t taskIndex, const Value &record, const Value &label);
  Value *cellAt(uint32_t taskIndex, const Value &base, const Value &offset);
  Stack *stackOf(uint32_t taskIndex, const Value &pointer, bool mustBeTop);
  bool fail(std::string reason);
  /// It names the registers that do not hold a value of the sort that fits.
  std::string operandProblem(const DecodedInstruction &instruction, const Value *cells, std::string_view needed,
                             Sort fitting = Sort::Undefined) const;

  [[nodiscard]] const Annotation &annotationOf(uint32_t block) const { return code->program.blocks[block].annotation; }
  /// [jump], [promote]: control goes to a block, or to its handler if a heartbeat is due.
  uint32_t enter(uint32_t block, uint64_t &counter);
  bool reserve(uint64_t cells);
  bool collectResult(const Task &task);
  [[nodiscard]] const OpenChild *childToMeet(const Task &task, uint32_t record) const;
  [[nodiscard]] static size_t countOpen(const Task &task, uint32_t record);
  Stop join(uint32_t taskIndex, uint32_t record);
  Stop merge(uint32_t parentIndex, uint32_t childIndex, uint32_t record);
  void finish(uint32_t taskIndex);
};

inline uint32_t Machine::enter(uint32_t block, uint64_t &counter) {
  const DecodedBlock &target = code->blocks[block];
  bool due = counter > options.heartbeat && options.heartbeat != 0;
  if (target.handler != DecodedBlock::NoHandler && due) [[unlikely]] {
    counter = 0;
    ++counts.promotions;
    promotedBlock = block;
    return code->blocks[target.handler].start;
  }
  return target.start;
}

/// The values that inputs without a default still need.
[[nodiscard]] std::vector<std::string> missingInputs(const Program &program,
                                                     const std::map<std::string, Literal> &inputs);

/// Compares a result with the `.expect` directives; returns one line for each difference.
[[nodiscard]] std::vector<std::string> unmetExpectations(const Machine &machine);

} // namespace tactus::tpal

#endif
