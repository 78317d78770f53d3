//===- points.cpp - code that waits for interrupts ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// With -ftactus-beat=interrupt a promotion-ready block begins with a point in place of its poll (abi/points.h):
//
//     enter.l   point                        a nop in the source version; in the destination a jump to poll.l
//     block.l   the block
//     poll.l    tactus_handler_beat()        is the handler to run?
//               return                       what is in the destination version goes back to the source here
//               handler or block.l
//
// No credit is charged, and there is no polling code but this. A loop in chunks (chunks.cpp) has one point where it
// begins, and another after each strip; a machine function (direct.cpp) one before each call of another, one in each
// promotion-ready block but that where it begins, and one before it returns.
//
//===----------------------------------------------------------------------===//
#include "abi/points.h"
#include "abi/loops.h"
#include "body.h"

#include <algorithm>

namespace tactus::tpal::native {

/// Ends the block: goes on at `hot`; at `taken` when a beat has come.
void Body::emitBeatPoint(const std::string &hot, const std::string &taken) {
  line(std::string("callbr void asm sideeffect \"") + abi::PointText + "\", \"" + abi::PointConstraints +
       "\"() #6 to label " + hot + " [label " + taken + "]");
}

/// Where the destination version ends.
void Body::emitBeatReturn() {
  line(std::string("call void asm sideeffect \"") + abi::PointReturnText + "\", \"\"() #7");
  line("call void @tactus_tpal_onward()");
}

/// The beginning of a promotion-ready block, and what takes its beat.
void Body::emitPromotionPoint(uint32_t block) {
  std::string name = std::to_string(block);
  bool hasChunks = context.loops[block].has_value();
  // The others have their point before they ask whether they can be entered in a faster way.
  if (!hasChunks && !context.procedures.at(block)) {
    label("enter." + name);
    emitBeatPoint("%block." + name, "%beat." + name);
  }
  // By itself: the other ways to `poll` would make the point's edge a critical one, which cannot be split.
  label("beat." + name);
  line("br label %poll." + name);
  label("poll." + name);
  std::string answer = define("call preserve_mostcc i64 @tactus_handler_beat(ptr " +
                              (hasChunks ? "@weight." + name : std::string("null")) + ")");
  emitBeatReturn();
  emitHandling(block, define("icmp ne i64 " + answer + ", 0"));
}

/// How many iterations of a loop have about so many instructions as a strip is to have at first.
int64_t firstStrip(const Block &block) {
  return std::max<int64_t>(1, abi::InstructionsOfStrip / static_cast<int64_t>(2 * block.instructions.size()));
}

/// A chunk that is too long is run in strips, with a point behind each.
void Body::emitStrips(const CountedLoop &loop, const std::string &start, const std::string &remaining,
                      const std::string &bound) {
  std::string name = std::to_string(loop.block);
  auto load = [&] { return define("load atomic i64, ptr @weight." + name + " unordered, align 8"); };
  line("br i1 " + define("icmp ule i64 " + remaining + ", " + load()) + ", label %whole." + name + ", label %part." +
       name + ", !prof !2");
  label("whole." + name);
  emitWhole(loop, bound);
  // Loaded again, so that the short way keeps no register for it. Another thread may have learned more meanwhile.
  label("part." + name);
  std::string some = define("call i64 @llvm.umin.i64(i64 " + remaining + ", i64 " + load() + ")");
  emitTurns(loop, "turn.part." + name, define("add i64 " + start + ", " + some), "chunk." + name);
}

} // namespace tactus::tpal::native
