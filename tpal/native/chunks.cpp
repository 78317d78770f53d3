//===- chunks.cpp - counted loops in chunks ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Before a counted loop (loops.h), a second copy of it runs as many iterations as are certain to be paid for and in
// range:
//
//     chunk    start < bound?  range of the accesses?      no ► enter: the poll, and the loop that checks everything
//     whole    credit >= (bound - start) * price?          credit -= that, all iterations ► where the loop leaves to
//     part     count = min(bound - start, credit / price)  credit -= count * price, so many iterations ► enter
//
// The iterations are without the poll, the test and the range checks of `accesses` and `gathers`.
//
// A loop whose accesses are out of range somewhere in [start, bound) runs in its general form from the start, and gets
// stuck where the machine does.
//
//===----------------------------------------------------------------------===//
#include "body.h"

#include <algorithm>

namespace tactus::tpal::native {

/// Goes on only if the condition holds, else to general code.
void Body::guardChunk(const CountedLoop &loop, const std::string &condition) {
  std::string number = std::to_string(++labels);
  line("br i1 " + condition + ", label %guarded." + number + ", label " + enterGeneral(loop.block) + ", !prof !2");
  label("guarded." + number);
}

/// The lengths of arrays, which never change, and what follows from them for loops.
void Body::emitLengths(uint32_t start) {
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg) {
    if (!context.sorts.isArray(reg) || !context.live[start].contains(reg))
      continue;
    arraysAtEntry.insert(reg);
    line("%length." + std::to_string(reg) + " = load i64, ptr " + arrayAt(reg) + ", !invariant.load !0");
  }
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    if (contained.contains(block) && context.loops[block] && hasLimit(*context.loops[block]))
      emitLimit(*context.loops[block]);
}

/// The allocation of an array.
std::string Body::arrayAt(uint32_t reg) {
  std::string address = define("load i64, ptr %m" + std::to_string(reg));
  return define("inttoptr i64 " + define("and i64 " + address + ", " + std::to_string(abi::tpal::AddressMask)) +
                " to ptr");
}

/// Whether a loop accesses arrays whose lengths are known.
bool Body::hasLimit(const CountedLoop &loop) const {
  const Block &source = program.blocks[loop.block];
  return !loop.gathers.empty() || std::ranges::any_of(loop.accesses, [&](size_t at) {
    return arraysAtEntry.contains(source.instructions[at].operands[0].name.index);
  });
}

/// What the bound may be for all accesses of arrays to be in range: their least length, or 0 if a gather is not.
void Body::emitLimit(const CountedLoop &loop) {
  const Block &source = program.blocks[loop.block];
  // Far from overflowing.
  std::string limit = std::to_string(int64_t{1} << 48);
  for (size_t at : loop.accesses)
    if (uint32_t base = source.instructions[at].operands[0].name.index; arraysAtEntry.contains(base))
      limit = define("call i64 @llvm.umin.i64(i64 " + limit + ", i64 %length." + std::to_string(base) + ")");
  for (const CountedLoop::Gather &gather : loop.gathers) {
    std::string index = arrayAt(gather.index);
    auto load = [&](size_t offset) { return define("load i64, ptr " + field(index, offset) + ", !invariant.load !0"); };
    std::string isNatural = define("icmp sge i64 " + load(offsetof(Allocation, least)) + ", 0");
    std::string fits =
        define("icmp slt i64 " + load(offsetof(Allocation, greatest)) + ", %length." + std::to_string(gather.base));
    limit = define("select i1 " + define("and i1 " + isNatural + ", " + fits) + ", i64 " + limit + ", i64 0");
  }
  line("%limit." + std::to_string(loop.block) + " = add i64 " + limit + ", 0");
}

/// The access at `here` exists for all values of the counter in [start, bound).
void Body::guardAllocation(const CountedLoop &loop, const std::string &start, const std::string &bound) {
  std::string length = define("load i64, ptr " + object(0) + ", !invariant.load !0");
  std::string offset = bits(0);
  guardChunk(loop, define("icmp ult i64 " + bound + ", " + std::to_string(int64_t{1} << 48)));
  guardChunk(loop, define("icmp ult i64 " + start + ", " + bound));
  guardChunk(loop, define("icmp sge i64 " + define("add i64 " + offset + ", " + start) + ", 0"));
  guardChunk(loop, define("icmp ule i64 " + define("add i64 " + offset + ", " + bound) + ", " + length));
}

/// There are iterations to run, and all accesses exist for the values of the counter in [start, bound).
void Body::guardRanges(const CountedLoop &loop, const std::string &start, const std::string &bound) {
  const Block &source = program.blocks[loop.block];
  std::vector<State> states = context.sorts.statesIn(loop.block);
  // Below a limit, this is also a comparison of the signed numbers, and says that none is negative.
  bool limited = hasLimit(loop);
  guardChunk(loop, define(std::string("icmp ") + (limited ? "ult" : "slt") + " i64 " + start + ", " + bound));
  if (limited)
    guardChunk(loop, define("icmp ule i64 " + bound + ", %limit." + std::to_string(loop.block)));
  std::vector<uint32_t> bases;
  for (size_t at : loop.accesses) {
    uint32_t base = source.instructions[at].operands[0].name.index;
    if (arraysAtEntry.contains(base) || std::ranges::find(bases, base) != bases.end())
      continue;
    bases.push_back(base);
    here = {loop.block, at, &source.instructions[at], &states[at]};
    guardAllocation(loop, start, bound);
  }
}

/// Iterations until the counter is `end`; then control goes to a label.
void Body::emitTurns(const CountedLoop &loop, const std::string &name, const std::string &end,
                     const std::string &after) {
  const Block &source = program.blocks[loop.block];
  std::vector<State> states = context.sorts.statesIn(loop.block);
  line("br label %" + name);
  label(name);
  setTest(loop, true);
  for (size_t index = 2; index + 1 < source.instructions.size(); ++index) {
    here = {loop.block, index, &source.instructions[index], &states[index]};
    isInRange = std::ranges::find(loop.accesses, index) != loop.accesses.end() ||
                std::ranges::find(loop.gathers, index, &CountedLoop::Gather::access) != loop.gathers.end();
    emitInstruction(source.instructions[index]);
  }
  isInRange = false;
  std::string counter = define("load i64, ptr %b" + std::to_string(loop.counter));
  line("br i1 " + define("icmp eq i64 " + counter + ", " + end) + ", label %" + after + ", label %" + name);
}

void Body::setTest(const CountedLoop &loop, bool holds) {
  std::string test = std::to_string(loop.test);
  line("store i64 " + std::string(holds ? "1" : "0") + ", ptr %b" + test);
  line("store i64 " + plainMeta(Sort::Integer) + ", ptr %m" + test);
}

void Body::emitChunks(const CountedLoop &loop) {
  const Block &source = program.blocks[loop.block];
  std::string name = std::to_string(loop.block);
  std::vector<State> states = context.sorts.statesIn(loop.block);
  label("chunk." + name);
  if (context.forInterrupts) {
    emitBeatPoint("%checked." + name, "%beat." + name);
    label("checked." + name);
  }
  here = {loop.block, 0, source.instructions.data(), states.data()};
  std::string start = bits(0), bound = bits(1);
  guardRanges(loop, start, bound);
  std::string remaining = define("sub i64 " + bound + ", " + start);
  context.forInterrupts ? emitStrips(loop, start, remaining, bound) : emitPaidChunks(loop, start, remaining, bound);
}

/// All iterations, and what follows the loop.
void Body::emitWhole(const CountedLoop &loop, const std::string &bound) {
  std::string name = std::to_string(loop.block);
  emitTurns(loop, "turn.whole." + name, bound, "through." + name);
  label("through." + name);
  setTest(loop, false);
  const Block &source = program.blocks[loop.block];
  std::vector<State> states = context.sorts.statesIn(loop.block);
  here = {loop.block, 1, &source.instructions[1], &states[1]};
  emitTransfer(1);
}

/// As many iterations as the credit pays for.
void Body::emitPaidChunks(const CountedLoop &loop, const std::string &start, const std::string &remaining,
                          const std::string &bound) {
  std::string name = std::to_string(loop.block);
  std::string price = define("load atomic i64, ptr @weight." + name + " unordered, align 8");
  std::string product = define("mul i64 " + remaining + ", " + price);
  std::string after = define("sub i64 " + define("load i64, ptr %credit") + ", " + product);
  // No price is so high that this many overflow.
  std::string isShort = define("icmp ult i64 " + remaining + ", 65536");
  std::string isPaid = define("and i1 " + isShort + ", " + define("icmp sge i64 " + after + ", 0"));
  line("br i1 " + isPaid + ", label %whole." + name + ", label %part." + name + ", !prof !2");

  label("whole." + name);
  line("store i64 " + after + ", ptr %credit");
  emitWhole(loop, bound);

  // The credit before it is computed again, and the price loaded, so that the short way needs no registers for them.
  label("part." + name);
  std::string hidden = define("call i64 asm \"\", \"=r,0\"(i64 " + after + ")");
  std::string credit = define("add i64 " + hidden + ", " + product);
  std::string again = define("load atomic i64, ptr @weight." + name + " unordered, align 8");
  std::string some =
      define("call i64 @llvm.umin.i64(i64 " + remaining + ", i64 " + define("udiv i64 " + credit + ", " + again) + ")");
  line("store i64 " + define("sub i64 " + credit + ", " + define("mul i64 " + some + ", " + again)) + ", ptr %credit");
  line("br i1 " + define("icmp eq i64 " + some + ", 0") + ", label %enter." + name + ", label %paid." + name);
  label("paid." + name);
  emitTurns(loop, "turn.part." + name, define("add i64 " + start + ", " + some), "enter." + name);
}

} // namespace tactus::tpal::native
