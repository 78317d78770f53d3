//===- body.h - emits one function -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// body.cpp has the frame, operands, forks and joins; operations.cpp arithmetic; memory.cpp stacks and the heap;
// frames.cpp what machine functions of procedures do otherwise; direct.cpp how general code calls them; chunks.cpp
// counted loops; points.cpp what code does that waits for interrupts.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_BODY_H
#define TACTUS_TPAL_NATIVE_BODY_H

#include "context.h"
#include "neighbours.h"

#include <optional>
#include <set>

namespace tactus::tpal::native {

class Body {
public:
  explicit Body(Context &shared)
      : context(shared), program(shared.program), contained(shared.program.blocks.size()),
        arraysAtEntry(shared.program.registers.size()) {}

  Body(const Body &) = delete;
  Body &operator=(const Body &) = delete;
  virtual ~Body() = default;

  std::string run(size_t index, uint32_t start);

protected:
  struct Pair {
    std::string bits;
    std::string meta;
  };
  /// The instruction that is being emitted, and the registers before it.
  struct Here {
    uint32_t block = 0;
    size_t index = 0;
    const Instruction *instruction = nullptr;
    const State *state = nullptr;
  };

  Context &context;
  const Program &program;
  BitSet contained;
  std::string out;
  /// Blocks that are hardly ever run, behind all others.
  std::string cold;
  unsigned values = 0;
  unsigned labels = 0;
  Here here;
  /// The cell that the instruction accesses is known to exist.
  bool isInRange = false;
  /// Of the block that is being emitted: loads that are checked together, and those that have been.
  std::map<size_t, std::vector<Neighbour>> neighbours;
  std::set<size_t> inRange;
  /// Registers of arrays whose lengths are known from the start on, as %length.REGISTER.
  BitSet arraysAtEntry;

  void line(const std::string &text) { out += "  " + text + "\n"; }
  void label(const std::string &name) { out += name + ":\n"; }
  std::string fresh() { return "%v" + std::to_string(++values); }
  /// Emits an instruction with a result and returns its name.
  std::string define(const std::string &instruction) {
    std::string name = fresh();
    line(name + " = " + instruction);
    return name;
  }

  /// The address of what lies so many bytes behind another. Fields are those of abi/tpal.h.
  std::string field(const std::string &object, size_t offset) {
    return define("getelementptr i8, ptr " + object + ", i64 " + std::to_string(offset));
  }
  std::string cellAt(const std::string &cells, const std::string &index) {
    return define("getelementptr [" + std::to_string(sizeof(Cell)) + " x i8], ptr " + cells + ", i64 " + index);
  }

  void findBlocks(uint32_t start);
  [[nodiscard]] std::string enter(uint32_t block) const;
  [[nodiscard]] std::string enterGeneral(uint32_t block) const;
  /// Calls the machine function of a procedure, if the stack is as its callers leave it.
  void emitDirectCall(const Procedure &procedure);
  void emitResumption(const Procedure &procedure, const std::string &stack, const std::string &stackMeta);
  void setReturned(const Procedure &callee, const std::string &returned);
  std::string directArguments(const Procedure &callee);
  void emitChunks(const CountedLoop &loop);
  void guardChunk(const CountedLoop &loop, const std::string &condition);
  void emitLengths(uint32_t start);
  std::string arrayAt(uint32_t reg);
  void emitLimit(const CountedLoop &loop);
  [[nodiscard]] bool hasLimit(const CountedLoop &loop) const;
  void guardAllocation(const CountedLoop &loop, const std::string &start, const std::string &bound);
  void guardRanges(const CountedLoop &loop, const std::string &start, const std::string &bound);
  void emitPaidChunks(const CountedLoop &loop, const std::string &start, const std::string &remaining,
                      const std::string &bound);
  void emitStrips(const CountedLoop &loop, const std::string &start, const std::string &remaining,
                  const std::string &bound);
  void emitWhole(const CountedLoop &loop, const std::string &bound);
  void emitTurns(const CountedLoop &loop, const std::string &name, const std::string &end, const std::string &after);
  void setTest(const CountedLoop &loop, bool holds);
  void reloadCredit();
  void storeCredit();
  void setCredit(const std::string &credit);
  [[nodiscard]] bool isPromotionReady(uint32_t block) const;
  void emitPoll(uint32_t block);
  void emitHandling(uint32_t block, const std::string &handles);
  void emitBeatPoint(const std::string &hot, const std::string &taken);
  void emitBeatReturn();
  void emitPromotionPoint(uint32_t block);
  void emitBlock(uint32_t block);
  virtual void emitInstruction(const Instruction &instruction);
  void emitRegisters();

  [[nodiscard]] Held held(size_t operand) const;
  std::string bits(size_t operand);
  std::string meta(size_t operand);
  std::string number(size_t operand);
  std::string registerBits(uint32_t reg);
  /// The stack or allocation that an operand points into.
  std::string object(size_t operand);
  /// Makes sure that an operand has one of the sorts.
  void require(size_t operand, SortMask allowed, const std::string &reason);
  void requireDefined(size_t operand);
  /// Goes on only if the condition holds.
  void check(const std::string &condition, const std::string &reason);
  std::string place();
  void setRegister(uint32_t reg, const Pair &value);
  void setResult(const std::string &resultBits, const std::string &resultMeta);
  void setInteger(const std::string &resultBits);
  void setFloat(const std::string &resultNumber);
  std::string sortOf(const std::string &meta);
  std::string taskRegister(const std::string &task, uint32_t reg);
  Pair loadPair(const std::string &address);
  void storePair(const std::string &address, const Pair &value);
  Pair loadTaskRegister(const std::string &task, uint32_t reg);
  void emitSwitch(const std::string &value, const std::vector<std::pair<uint32_t, std::string>> &targets);

  virtual void emitTransfer(size_t operand);
  void emitConditional(bool jumpsIfTrue);
  void emitFork();
  void emitJoin();
  void emitHalt();

  void emitInteger(const std::string &operation);
  void emitComparison(const std::string &predicate, unsigned operation);
  void emitSum(bool addition);
  void emitUnsureOperation(unsigned operation, const std::string &fast);
  void emitShift(const std::string &operation);
  void emitDivision(bool remainder);
  void emitFloat(const std::string &operation);
  void emitFloatComparison(const std::string &predicate);

  std::string stackCell(const std::string &stack);
  void requireStackTop(const std::string &stack, std::string &height);
  void emitStackAllocate();
  void emitStackFree();
  void emitMarkPush();
  void emitMarkPop();
  void emitHeapAllocate();
  std::string heapIndex(const std::string &allocation);
  void checkNeighbours(const std::vector<Neighbour> &group, const std::string &index, const std::string &length);
  void emitLoad();
  void emitStore();
  void requireUnmarked(const std::string &cellMeta);
};

} // namespace tactus::tpal::native

#endif
