//===- chunks.cpp - counted loops in chunks ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Before a counted loop (loops.h), a second copy of it runs as many iterations as are certain to be paid for and in range:
//
//     chunk    start < bound?  range of the accesses?      no ► enter: the poll, and the loop that checks everything
//              count = min(bound - start, credit / price)  0  ► enter
//              credit -= count * price
//     turn     an iteration without poll, test and the range checks of `accesses`; counter == start + count? else turn
//              bound reached ► where the loop leaves to; else ► enter
//
// A loop whose accesses are out of range somewhere in [start, bound) runs in its general form from the start, and gets stuck where
// the machine does.
//
//===----------------------------------------------------------------------===//
#include "body.h"

#include <algorithm>

namespace tactus::tpal::native {

/// Goes on only if the condition holds, else to general code.
void Body::guardChunk(const CountedLoop &loop, const std::string &condition) {
  std::string number = std::to_string(++labels);
  line("br i1 " + condition + ", label %guarded." + number + ", label %enter." + std::to_string(loop.block) +
       ", !prof !2");
  label("guarded." + number);
}

/// The accesses exist for all values of the counter in [start, bound), where start < bound.
void Body::guardRanges(const CountedLoop &loop, const std::string &start, const std::string &bound) {
  const Block &source = program.blocks[loop.block];
  std::vector<State> states = context.sorts.statesIn(loop.block);
  std::vector<uint32_t> bases;
  for (size_t at : loop.accesses) {
    uint32_t base = source.instructions[at].operands[0].name.index;
    if (std::ranges::find(bases, base) != bases.end())
      continue;
    bases.push_back(base);
    here = {loop.block, at, &source.instructions[at], &states[at]};
    std::string length = define("load i64, ptr " + object(0) + ", !invariant.load !0");
    if (context.sorts.isArray(base)) {
      guardChunk(loop, define("icmp ule i64 " + bound + ", " + length));
      continue;
    }
    // Addresses and lengths are far from overflowing if the counter is.
    std::string offset = bits(0);
    guardChunk(loop, define("icmp ult i64 " + bound + ", " + std::to_string(int64_t{1} << 48)));
    guardChunk(loop, define("icmp sge i64 " + define("add i64 " + offset + ", " + start) + ", 0"));
    guardChunk(loop, define("icmp ule i64 " + define("add i64 " + offset + ", " + bound) + ", " + length));
  }
  if (!bases.empty())
    guardChunk(loop, define("icmp sge i64 " + start + ", 0"));
}

/// How many iterations to run; takes their price from the credit.
std::string Body::emitChunkSize(const CountedLoop &loop, const std::string &remaining) {
  std::string name = std::to_string(loop.block);
  std::string price = define("load i64, ptr @weight." + name);
  std::string credit = define("load i64, ptr %credit");
  std::string product = define("call { i64, i1 } @llvm.umul.with.overflow.i64(i64 " + remaining + ", i64 " + price + ")");
  std::string all = define("extractvalue { i64, i1 } " + product + ", 0");
  std::string overflows = define("extractvalue { i64, i1 } " + product + ", 1");
  std::string fits = define("icmp ule i64 " + all + ", " + credit);
  std::string isAll = define("and i1 " + fits + ", " + define("xor i1 " + overflows + ", true"));
  line("br label %whole." + name);
  label("whole." + name);
  line("br i1 " + isAll + ", label %sized." + name + ", label %part." + name + ", !prof !2");
  label("part." + name);
  std::string some = define("udiv i64 " + credit + ", " + price);
  line("br i1 " + define("icmp eq i64 " + some + ", 0") + ", label %enter." + name + ", label %paid." + name);
  label("paid." + name);
  std::string paid = define("mul i64 " + some + ", " + price);
  line("br label %sized." + name);
  label("sized." + name);
  std::string size = define("phi i64 [ " + remaining + ", %whole." + name + " ], [ " + some + ", %paid." + name + " ]");
  std::string charge = define("phi i64 [ " + all + ", %whole." + name + " ], [ " + paid + ", %paid." + name + " ]");
  line("store i64 " + define("sub i64 " + credit + ", " + charge) + ", ptr %credit");
  return size;
}

void Body::emitChunks(const CountedLoop &loop) {
  const Block &source = program.blocks[loop.block];
  std::string name = std::to_string(loop.block);
  std::string test = std::to_string(loop.test);
  std::vector<State> states = context.sorts.statesIn(loop.block);
  label("chunk." + name);
  here = {loop.block, 0, &source.instructions[0], states.data()};
  std::string start = bits(0), bound = bits(1);
  guardChunk(loop, define("icmp slt i64 " + start + ", " + bound));
  guardRanges(loop, start, bound);
  std::string end = define("add i64 " + start + ", " + emitChunkSize(loop, define("sub i64 " + bound + ", " + start)));
  line("br label %turn." + name);

  label("turn." + name);
  line("store i64 1, ptr %b" + test + "\n  store i64 " + std::to_string(plainMeta(Sort::Integer)) + ", ptr %m" + test);
  for (size_t index = 2; index + 1 < source.instructions.size(); ++index) {
    here = {loop.block, index, &source.instructions[index], &states[index]};
    isInRange = std::ranges::find(loop.accesses, index) != loop.accesses.end();
    emitInstruction(source.instructions[index]);
  }
  isInRange = false;
  std::string counter = define("load i64, ptr %b" + std::to_string(loop.counter));
  line("br i1 " + define("icmp eq i64 " + counter + ", " + end) + ", label %turned." + name + ", label %turn." + name);

  label("turned." + name);
  line("br i1 " + define("icmp eq i64 " + end + ", " + bound) + ", label %through." + name + ", label %enter." + name);
  label("through." + name);
  line("store i64 0, ptr %b" + test + "\n  store i64 " + std::to_string(plainMeta(Sort::Integer)) + ", ptr %m" + test);
  here = {loop.block, 1, &source.instructions[1], &states[1]};
  emitTransfer(1);
}

} // namespace tactus::tpal::native
