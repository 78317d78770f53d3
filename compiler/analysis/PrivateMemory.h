//===- PrivateMemory.h - what iterations leave for each other in memory --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Of one object that a thread has for itself and that stays in memory in an IterationCopy: does an iteration read what
// an earlier one may have written? A read is harmless where the same iteration has surely written those bytes before:
//
//   * by a store, memset or memcpy of known place and size on every path (a data flow over the object's bytes);
//   * by a loop that steps through them, has one exit and is on every path: `for (j = 0; j < n; j++) buffer[j] = ...`.
//     Its bytes are known, or they are compared as expressions with those of the loop that reads.
//
// Bytes that no iteration writes are harmless, too. A function that is given the object's address and whose code is not
// here may do anything to it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_PRIVATEMEMORY_H
#define TACTUS_COMPILER_ANALYSIS_PRIVATEMEMORY_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace tactus {

/// Is this a function of the C++ library after which nothing can be seen of what its object was: an assignment,
/// clear()?
bool replacesContent(const llvm::CallBase &call);

class PrivateMemory {
public:
  PrivateMemory(llvm::Loop &loop, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators,
                llvm::ScalarEvolution &evolution)
      : loop(loop), loops(loops), dominators(dominators), evolution(evolution) {}

  /// `objects` are addresses of one object, or of several that are looked at together. `size` is 0 where it is unknown.
  bool isCarried(llvm::ArrayRef<llvm::Value *> objects, uint64_t size);
  /// Is the object's content, or that of anything its members point at, given to code outside the loop to fill in?
  bool isInitialisedByCall(const llvm::Value &object) const;
  /// The addresses that are read from the objects, and from what they point at: not those that the same iteration has
  /// written before, which are looked for in what isCarried() was asked about last.
  llvm::SmallVector<llvm::Value *, 8> addressesBehind(llvm::ArrayRef<llvm::Value *> objects);

private:
  struct Access {
    llvm::Instruction *at = nullptr;
    /// Where the access is one at an address, the address, and how many bytes there.
    llvm::Value *address = nullptr;
    uint64_t bytes = 0;
    /// From the object's beginning, where it is known.
    std::optional<int64_t> offset;
    bool reads = false;
    bool writes = false;
    /// Writes all bytes whenever it is executed.
    bool isSure = false;
    bool isWhole = false;
  };
  /// What a loop inside the worksharing loop writes from its beginning to its end.
  struct Fill {
    const llvm::Loop *loop = nullptr;
    const llvm::SCEV *start = nullptr;
    const llvm::SCEV *bytes = nullptr;
  };

  class SureBytes;

  llvm::Loop &loop;
  const llvm::LoopInfo &loops;
  const llvm::DominatorTree &dominators;
  llvm::ScalarEvolution &evolution;

  llvm::SmallVector<Access, 16> accesses;
  llvm::SmallVector<Fill, 8> fills;
  /// Reads of nothing but what the same iteration has written.
  llvm::SmallPtrSet<const llvm::Instruction *, 16> rewritten;
  uint64_t size = 0;
  /// So many bytes share a bit.
  uint64_t granule = 1;
  const llvm::SCEV *base = nullptr;
  /// Of an array of variable length, its bytes, in two forms.
  const llvm::SCEV *extent = nullptr;
  const llvm::SCEV *evenIfNegative = nullptr;

  void collect(llvm::Value *object);
  void collectCall(llvm::CallBase &call, const llvm::Use &use, std::optional<int64_t> offset);
  void add(Access access);
  void findFills();
  void findExtent(const llvm::Value *object);
  const llvm::SCEV *executions(const llvm::Loop &inner, const llvm::BasicBlock &block) const;
  bool step(const llvm::Loop &around, const llvm::BasicBlock &block, bool isSure, const llvm::SCEV *&start,
            const llvm::SCEV *&bytes) const;
  bool isFilledBefore(const Access &read) const;
  std::pair<unsigned, unsigned> bits(const Access &access, bool isSure) const;
  std::pair<unsigned, unsigned> bits(int64_t begin, int64_t end, bool isSure) const;
  void set(llvm::BitVector &vector, std::pair<unsigned, unsigned> range) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_PRIVATEMEMORY_H
