//===- ParallelLoop.h - one OpenMP loop, as recognised ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What raising found out about one `parallel for` (or `for` alone in a `parallel`), and what lowering needs to know. It
// is read from the code by raise/openmp/Recognition.h and raise/header/HeaderLoops.h. Lowering changes nothing of it:
// what it adds to the body is noted in the slice. The names follow clang's output, which is always in this shape when
// the plugin sees it, before any other pass:
//
//   __kmpc_fork_call(@microtask, captures...)          Fork
//
//   microtask(gtid*, bound*, captures...):
//     prologue: private copies
//     lb = 0; ub = tripcount - 1
//     __kmpc_for_static_init(&last, &lb, &ub, ...)     Init   (or dispatch_init and dispatch_next: Init, Next)
//     iv = lb
//   header:                                            Header
//     if (iv <= ub) body else exit                     Condition
//   body: ... iv = iv + 1, back to header
//   exit: __kmpc_for_static_fini()
//     r = __kmpc_reduce(list, combiner)                Reduce
//     epilogue: combine, lastprivate, destructors
//
// The iteration space is always normalised: iv runs from 0 to the trip count in steps of one.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_PARALLELLOOP_H
#define TACTUS_COMPILER_MODEL_PARALLELLOOP_H

#include "model/BlockSet.h"
#include "model/Reasons.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueMap.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <optional>
#include <string>

namespace tactus {

/// Where the directive stands in the source. `line` is 0 if the program was compiled without locations.
struct SourceLocation {
  std::string file;
  std::string function;
  unsigned line = 0;
  unsigned column = 0;

  /// False where a place is not known.
  bool isSamePlace(const SourceLocation &other) const {
    return line != 0 && line == other.line && column == other.column && file == other.file;
  }
};

/// One reduction variable's entry in the list that the combiner takes.
struct ReductionItem {
  /// The private copy, or null where the entry is a number (the length of a preceding array) and not a variable.
  llvm::AllocaInst *privateCopy = nullptr;
  /// The entry's value where it is a number.
  llvm::Value *number = nullptr;
};

/// How a captured variable reaches a task.
enum class CaptureKind {
  /// As clang passes it: a value already, or a pointer to something that may be written or escapes.
  AsIs,
  /// The microtask takes a pointer, but only reads through it and nobody else can write: the value is passed.
  ByValue,
  /// The original of a reduction variable, used nowhere but where the result is combined: tasks do not need it.
  ReductionOriginal,
};

struct Capture {
  CaptureKind kind = CaptureKind::AsIs;
  /// For ByValue, the type that is read.
  llvm::Type *valueType = nullptr;
};

/// One of the program's loop variables, as clang computes it from the number of the iteration:
///
///   update: variable = start + index * step          (or `-`)
///
/// The index is the iteration's number, or what is left of it (in a collapsed nest) by the loops outside this one,
/// divided by `inside`, the number of iterations of all loops inside this one.
struct LoopCounter {
  llvm::StoreInst *update = nullptr;
  llvm::Value *start = nullptr;
  llvm::Value *index = nullptr;
  llvm::Value *step = nullptr;
  /// Null for the innermost loop.
  llvm::Value *inside = nullptr;
  bool isSubtracted = false;
  /// Adding the step to the variable's value in any iteration but the last is known not to overflow, in either sense.
  bool neverWrapsSigned = false;
  bool neverWrapsUnsigned = false;

  llvm::Type *type() const { return update->getValueOperand()->getType(); }
};

/// Of a function of the header that is the slice of a loop (raise/header/HeaderLoops.h).
inline constexpr const char *HeaderLoopAttribute = "tactus-header-loop";

struct ParallelLoop {
  SourceLocation location;
  /// Empty if the loop is to be converted; else the reasons why it is left to libomp, or, if it is Cilk's, serial. They
  /// stand at its fork.
  Reasons reasons;
  /// A cilk_for of a module without OpenMP.
  bool isCilk = false;

  llvm::CallInst *fork = nullptr;
  llvm::Function *microtask = nullptr;
  /// Direct calls of the microtask: what an `if` clause does when it is false.
  llvm::SmallVector<llvm::CallInst *, 1> serialCalls;
  /// `num_threads`, or null.
  llvm::CallInst *pushNumThreads = nullptr;

  llvm::CallInst *init = nullptr;
  llvm::CallInst *next = nullptr;
  llvm::CallInst *reduce = nullptr;
  llvm::Value *lowerBound = nullptr;
  llvm::Value *upperBound = nullptr;
  llvm::Value *isLast = nullptr;
  llvm::Value *iteration = nullptr;
  llvm::Type *iterationType = nullptr;
  llvm::BasicBlock *header = nullptr;
  /// The load of the upper bound that the loop's condition uses.
  llvm::LoadInst *boundLoad = nullptr;
  BlockSet body;
  /// In a loop that runs all that is left of a strip in one iteration, its load of the upper bound; else null.
  llvm::LoadInst *pieceEnd = nullptr;
  /// Blocks of the body that branch back to a surrounding dispatch loop, for chunked and dynamic schedules, with the
  /// block at which that loop ends.
  llvm::SmallVector<llvm::BasicBlock *, 1> dispatchLatches;
  llvm::BasicBlock *dispatchHeader = nullptr;
  llvm::BasicBlock *dispatchExit = nullptr;

  /// The program's loop variables, the outermost first; more than one for a collapsed nest. Empty if it is not
  /// understood how they are computed.
  llvm::SmallVector<LoopCounter, 2> counters;
  /// Calls of libomp's tasking in the body, if those were asked for.
  llvm::SmallVector<llvm::CallInst *, 2> taskCalls;

  llvm::SmallVector<ReductionItem, 4> reductions;
  /// Private copies are still used after the combination (destructors), so that their bytes may not be moved away.
  bool reductionNeedsLock = false;

  llvm::SmallVector<Capture, 8> captures;
  /// By capture, the type of its value at the loop's entry where the prologue needs that and the pointer may be written
  /// at the loop's end; and the prologue's loads of it. Empty if there is none.
  llvm::SmallVector<llvm::Type *, 8> snapshotTypes;
  llvm::SmallVector<std::pair<llvm::LoadInst *, unsigned>, 2> snapshotReads;
  /// The number of iterations where the source says it, else 0.
  uint64_t constantTripCount = 0;
  /// Clang has not asked whether there are iterations: the nest's inner bounds may depend on outer variables.
  bool mayBeEmpty = false;
  /// All iterations together are less work than a task: the loop is run serially, as part of what surrounds it, and is
  /// unrolled and vectorised like one without a pragma.
  bool isTooShort = false;
  /// The fork stands in another loop's microtask.
  bool isNested = false;
  /// No call in the body may reach a promotion point.
  bool isLeaf = false;
  /// Calls in the body that are reached in every iteration.
  llvm::SmallPtrSet<const llvm::CallBase *, 4> unconditionalCalls;
  /// Other calls that an iteration makes at most once, with all the branches by which it leaves them out.
  struct Skip {
    llvm::BasicBlock *from, *to;
  };
  llvm::SmallMapVector<const llvm::CallBase *, llvm::SmallVector<Skip, 2>, 2> guardedCalls;
  /// The body has loops of its own or calls other than nested regions, so that nothing is known of an iteration's
  /// price.
  bool hasUnboundedBody = false;
  /// Of an iteration, with the small functions that it calls.
  size_t bodyInstructions = 0;

  /// The loop is cut into blocks of 2^blockShift iterations, or of more (lower/loops/Blocks.h).
  std::optional<unsigned> blockShift;
  /// What the blocks give to the reductions is combined block by block.
  bool isReproducible = false;
  /// Its serial call is not put in line: tasks execute the very same code.
  bool hasOneVersion = false;

  /// A loop of the header: its function describes its slot, joins its tasks and cancels them
  /// (raise/header/HeaderLoops.h).
  bool describesItself = false;

  /// Somebody in the loop may ask OpenMP where it is: a record says so (ir/RegionRecords.h).
  bool hasRecord = false;

  /// The loop has been taken out of a region, which was converted because nothing speaks against this loop. To refuse
  /// it later would leave half a region.
  bool isLatent = false;
  /// The loop belongs to a region whose record counts it.
  bool isInsideRecord = false;

  bool isConverted() const { return reasons.empty(); }
  bool mayBeRefused() const { return isConverted() && !isLatent; }
  bool hasPromotionPoint() const { return isConverted() && !isTooShort; }
};

/// The loop as it is in a copy of its code.
ParallelLoop copiedLoop(const ParallelLoop &original, const llvm::ValueToValueMapTy &map);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_PARALLELLOOP_H
