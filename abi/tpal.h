//===- tpal.h - the contract between compiled TPAL and libtactus ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What tpal/native emits and runtime/tpal implements. A TPAL task is one tactus fork; its body is one compiled
// function.
//
//     fork jr, l    tactus_tpal_child()   a Task with room for registers; compiled code copies the live ones
//                   tactus_tpal_fork()    a libtactus task runs it, or the join does
//     join jr       tactus_tpal_join()    meets the newest open child on jr: waits for it as any tactus join does
//                                         none: the caller has arrived (its body returns), or is the root
//
// Values are two words. The meta word has the sort in its top byte, and says of which thing:
//
//     sort             bits                       meta below the sort
//     Integer, Float   the number                 0
//     Label            index of the block         0
//     Record           serial number of its task  continuation << 32 | count
//     StackPointer     height                     address of the Stack
//     HeapPointer      offset in cells            address of the Allocation
//     ForeignStack     height                     address of a Stack of another task: never followed
//
// A register without a value has sort Undefined, which is 0.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_TPAL_H
#define TACTUS_ABI_TPAL_H

#include "abi/fields.h"
#include "tactus/latent.h"
#include "tactus/tpal.h"

#include <cstddef>
#include <cstdint>

#define TACTUS_TPAL_VALUE_FIELDS(FIELD) FIELD(bits, bits) FIELD(meta, meta)
#define TACTUS_TPAL_INPUT_FIELDS(FIELD)                                                                                \
  FIELD(name, name) FIELD(reg, reg) FIELD(bits, bits) FIELD(meta, meta) FIELD(hasDefault, hasDefault)
#define TACTUS_TPAL_DATA_FIELDS(FIELD)                                                                                 \
  FIELD(name, name)                                                                                                    \
  FIELD(reg, reg)                                                                                                      \
  FIELD(cells, cells)                                                                                                  \
  FIELD(metas, metas)                                                                                                  \
  FIELD(uniformMeta, uniformMeta)                                                                                      \
  FIELD(length, length)                                                                                                \
  FIELD(hasRange, hasRange)
#define TACTUS_TPAL_OUTPUT_FIELDS(FIELD) FIELD(name, name) FIELD(isArray, isArray) FIELD(length, length)
#define TACTUS_TPAL_EXPECTATION_FIELDS(FIELD)                                                                          \
  FIELD(output, output) FIELD(length, length) FIELD(isArray, isArray) FIELD(values, values)
#define TACTUS_TPAL_PROGRAM_FIELDS(FIELD)                                                                              \
  FIELD(file, file)                                                                                                    \
  FIELD(body, body)                                                                                                    \
  FIELD(labels, labels)                                                                                                \
  FIELD(bodies, bodies)                                                                                                \
  FIELD(isJoinTarget, isJoinTarget)                                                                                    \
  FIELD(registerCount, registerCount)                                                                                  \
  FIELD(inputCount, inputCount)                                                                                        \
  FIELD(dataCount, dataCount)                                                                                          \
  FIELD(outputCount, outputCount)                                                                                      \
  FIELD(expectationCount, expectationCount)                                                                            \
  FIELD(inputs, inputs)                                                                                                \
  FIELD(data, data)                                                                                                    \
  FIELD(outputs, outputs)                                                                                              \
  FIELD(expectations, expectations)                                                                                    \
  FIELD(stacksAreShared, stacksAreShared)
#define TACTUS_TPAL_DIRECT_STATE_FIELDS(FIELD) FIELD(task, task) FIELD(stackLimit, stackLimit)

namespace tactus::abi::tpal {

enum class Sort : uint8_t { Undefined, Integer, Float, Label, Record, StackPointer, HeapPointer, Mark, ForeignStack };

inline constexpr unsigned SortShift = 56, ContinuationShift = 32;
inline constexpr uint64_t AddressMask = (uint64_t{1} << SortShift) - 1;
inline constexpr uint64_t ContinuationMask = (uint64_t{1} << (SortShift - ContinuationShift)) - 1;

constexpr uint64_t metaOf(Sort sort) { return static_cast<uint64_t>(sort) << SortShift; }
constexpr Sort sortOf(uint64_t meta) { return static_cast<Sort>(meta >> SortShift); }

struct Value {
  uint64_t bits;
  uint64_t meta;
};

struct Task;

/// Compiled code accesses the first four fields.
///
///     marks   taken, -1 | oldest ... newest |            indices of cells, growing
///                       ^ markHead   ^ markTop
///
/// The entry before the oldest is -1, so that *markTop is the newest mark, or -1 without any. Marks are only pushed
/// above the newest, so their indices grow along the array, and there are no more of them than cells.
struct Stack {
  Value *cells;
  uint64_t height;
  uint64_t capacity;
  int64_t *markTop;
  int64_t *marks;
  uint64_t markHead;
  Task *owner;
  Stack *next;
};

/// The cells follow. Compiled code reads the fields, which never change.
struct Allocation {
  uint64_t length;
  /// The meta word of each cell, or null if all are `uniformMeta`.
  uint64_t *metas;
  uint64_t uniformMeta;
  Allocation *next;
  /// Of an array of integers that nobody stores into, if `hasRange` asks for it: the least and the greatest.
  int64_t least, greatest;

  uint64_t *cells() { return reinterpret_cast<uint64_t *>(this + 1); }
};

struct InputDescriptor {
  const char *name;
  uint64_t reg;
  uint64_t bits;
  /// Says which sort the value must have.
  uint64_t meta;
  uint64_t hasDefault;
};

struct DataDescriptor {
  const char *name;
  uint64_t reg;
  const uint64_t *cells;
  /// Null if all cells have the sort `uniformMeta`.
  const uint64_t *metas;
  uint64_t uniformMeta;
  uint64_t length;
  uint64_t hasRange;
};

struct OutputDescriptor {
  const char *name;
  uint64_t isArray;
  uint64_t length;
};

struct ExpectationDescriptor {
  uint64_t output;
  uint64_t length;
  uint64_t isArray;
  const Value *values;
};

/// A compiled program: static data of its object file.
struct Program {
  const char *file;
  void (*body)(Task *);
  /// Of each block: its label, what runs it as a task or null, whether it is a join target.
  const char *const *labels;
  void (*const *bodies)(Task *);
  const uint8_t *isJoinTarget;
  uint64_t registerCount;
  uint64_t inputCount, dataCount, outputCount, expectationCount;
  const InputDescriptor *inputs;
  const DataDescriptor *data;
  const OutputDescriptor *outputs;
  const ExpectationDescriptor *expectations;
  /// Stack pointers may be read by other tasks, to be compared: stacks live as long as the run.
  uint64_t stacksAreShared;
};

struct Run;

struct Task {
  const Program *program;
  /// Points to a word that is not 0 once some task has halted.
  const uint64_t *halted;
  uint64_t serial;
  /// The record it was forked on; meta 0 for the first task.
  Value parentRecord;
  uint64_t recordCount;
  void (*body)(Task *);
  Run *run;
  Task *newestChild;
  Task *olderSibling;
  /// Null if the join is to run the body.
  tactus_fork_record *promoted;
  Stack *stacks;
  /// Where general code takes over from machine functions, as the function that left them says.
  uint64_t resumption;
  /// The cells of their frames, the newest first.
  Value *spilled;
  uint64_t spilledCount;
  uint64_t spilledCapacity;

  /// One for each register of the program; only those that are live at the fork, or mapped at the join, are written.
  Value *registers() { return reinterpret_cast<Value *>(this + 1); }
};

/// What machine functions on this thread need when they leave. Written by the general code that calls them.
struct DirectState {
  Task *task;
  /// They leave if the stack pointer is below this.
  uint64_t stackLimit;
};

/// What tactus_tpal_join() says besides the child to meet.
inline constexpr uintptr_t Arrived = 1, Root = 2, Abandoned = 3;

/// What tactus_tpal_operation() is asked for.
enum Operation : uint64_t { Add, Subtract, Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };

static_assert(TACTUS_TPAL_INTEGER == static_cast<int>(Sort::Integer) &&
              TACTUS_TPAL_FLOAT == static_cast<int>(Sort::Float) && TACTUS_TPAL_LABEL == static_cast<int>(Sort::Label));

TACTUS_FIELDS(ValueFields, Value, TACTUS_TPAL_VALUE_FIELDS, Name);
TACTUS_FIELDS(InputFields, InputDescriptor, TACTUS_TPAL_INPUT_FIELDS, Name);
TACTUS_FIELDS(DataFields, DataDescriptor, TACTUS_TPAL_DATA_FIELDS, Name);
TACTUS_FIELDS(OutputFields, OutputDescriptor, TACTUS_TPAL_OUTPUT_FIELDS, Name);
TACTUS_FIELDS(ExpectationFields, ExpectationDescriptor, TACTUS_TPAL_EXPECTATION_FIELDS, Name);
TACTUS_FIELDS(ProgramFields, Program, TACTUS_TPAL_PROGRAM_FIELDS, Name);
TACTUS_FIELDS(DirectStateFields, DirectState, TACTUS_TPAL_DIRECT_STATE_FIELDS, Name);

} // namespace tactus::abi::tpal

extern "C" {
using TpalTask = tactus::abi::tpal::Task;

/// A child on a record, as yet without registers. `place` names the instruction in messages.
TpalTask *tactus_tpal_child(TpalTask *task, uint64_t recordBits, uint64_t recordMeta, uint64_t labelBits,
                            uint64_t labelMeta, const char *place);
/// What the descriptor of a fork runs; the environment is the child's address.
void tactus_tpal_run(const uint64_t *environment, void *result);
/// Publishes the child.
void tactus_tpal_fork(TpalTask *child, tactus_fork_descriptor *descriptor);
/// The newest open child on the record, which has arrived; or Arrived, Root, Abandoned.
TpalTask *tactus_tpal_join(TpalTask *task, uint64_t recordBits, uint64_t recordMeta, const char *place);
/// Frees a child that has been met.
void tactus_tpal_met(TpalTask *child);
/// A task that will never join again: joins what it has forked, frees its stacks.
void tactus_tpal_leave(TpalTask *task);
/// The first task to halt decides the outputs; `values` are the output registers.
void tactus_tpal_halt(TpalTask *task, const tactus::abi::tpal::Value *values, const char *place);

/// Machine functions of procedures leave their frames (tpal/native/direct.cpp). A frame's cells, the last one first;
/// then those of its caller.
void tactus_tpal_spill(TpalTask *task, uint64_t bits, uint64_t meta);
/// Pushes all cells that have been spilled, and their marks, onto the stack. Returns the task's `resumption`.
uint64_t tactus_tpal_resume(TpalTask *task, uint64_t stackMeta);

/// Programs that wait for interrupts (abi/points.h).
/// tactus_handler_poll() at a point of general code that a beat has brought it to: 1 if the caller is to run its
/// handler, else 0. Sets tactus_credit itself. `strip` is how many iterations a loop in chunks runs between two points,
/// learned here; null for any other block. Convention preserve_most.
int64_t tactus_handler_beat(int64_t *strip);
/// At the beginning of a task: asks for its first beat. If one is due, the caller goes on in its destination version.
void tactus_tpal_begin();
/// Behind a point: in testing modes, which want as many promotions as can be, the caller goes on to the next one.
void tactus_tpal_onward();
/// At a point of a machine function: whether it is to leave its frames, so that general code takes the beat.
uint64_t tactus_tpal_peek();
/// Where a machine function returns before it has come to another point: so will its caller, in its own destination
/// version. `returnAddress` is in the frame that is left.
void tactus_tpal_pass_beat(uintptr_t *returnAddress);

extern __thread tactus::abi::tpal::DirectState tactus_tpal_direct __attribute__((tls_model("initial-exec")));

/// Returns the meta word of a new record.
uint64_t tactus_tpal_jralloc(TpalTask *task, uint64_t labelBits, uint64_t labelMeta, const char *place);
uint64_t tactus_tpal_snew(TpalTask *task, const char *place);
/// Makes room for `cells` more cells.
void tactus_tpal_grow(uint64_t stackMeta, uint64_t cells, const char *place);
/// Allocates cells, any number of them.
void tactus_tpal_salloc(uint64_t stackMeta, uint64_t cells, const char *place);
/// Takes the oldest mark; returns its distance from `height`.
uint64_t tactus_tpal_split(uint64_t stackMeta, uint64_t height, const char *place);
/// Returns the meta word; `uniformMeta` 0 for an allocation of mixed contents.
uint64_t tactus_tpal_halloc(TpalTask *task, uint64_t cells, uint64_t uniformMeta, const char *place);
/// Meta word of a value that may come from another task: whose stack is it?
uint64_t tactus_tpal_localise(TpalTask *task, uint64_t meta);

/// Loads, stores and operations whose operands' sorts are not known when compiling.
void tactus_tpal_load(TpalTask *task, uint64_t baseBits, uint64_t baseMeta, uint64_t offset, const char *place,
                      tactus::abi::tpal::Value *result);
void tactus_tpal_store(TpalTask *task, uint64_t baseBits, uint64_t baseMeta, uint64_t offset, const char *place,
                       const tactus::abi::tpal::Value *value);
void tactus_tpal_operation(uint64_t operation, const tactus::abi::tpal::Value *left,
                           const tactus::abi::tpal::Value *right, tactus::abi::tpal::Value *result, const char *place);
/// Prints one line and ends the process with status 1.
[[noreturn]] void tactus_tpal_trap(const char *place, const char *reason);

/// Runs a program for a C caller. `inputs` as the generated header declares it: a word for each `.input`, then a
/// tactus_tpal_array for each `.data`; null for the defaults.
void tactus_tpal_call(const tactus::abi::tpal::Program *program, const void *inputs, tactus_tpal_value *outputs);
/// The main function of an executable; arguments are `name=value`.
int tactus_tpal_main(const tactus::abi::tpal::Program *program, int argc, char **argv);
}

#endif // TACTUS_ABI_TPAL_H
