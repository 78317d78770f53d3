//===- maps.h - stack maps: what is latent at a call ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every call that may reach a poll carries a "deopt" operand bundle: for each loop that is live there, outermost first,
// the triple (LatencyKind, iteration, address of its LoopSlot). The code generator turns it into a stack map.
//
// Section "tactus_maps" holds, for each compiled function with promotion points, one MapFunction followed by its
// MapRecords, each followed by its entries, of different size. All of it is position independent and 4-byte aligned,
// and shares the COMDAT group of the function, so that discarded copies take their maps with them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_MAPS_H
#define TACTUS_ABI_MAPS_H

#include <cstdint>

namespace tactus::abi {

/// What begins an entry of a bundle: a loop's triple (kind, iteration, address of its LoopSlot), or a fork's
/// (FirstBranch, number of values, two halves of the descriptor's id, values...). A fork comes last.
enum LatencyKind : uint32_t {
  /// The iteration is being executed; what may run elsewhere is [iteration + 1, end).
  ExecutingIteration = 1,
  /// The iteration is the next to be executed and none is in progress. The running code keeps at
  /// least this one, so what may run elsewhere is [iteration + 1, end) as well.
  NextIteration = 2,
  /// The call is the first branch of a fork, and its values are the environment of the part that may run elsewhere.
  FirstBranch = 3,
};

struct MapLocation {
  enum Type : uint8_t {
    /// Not expressible; the entry is skipped.
    Unknown = 0,
    /// The value is register + offset.
    Direct = 1,
    /// The value is the `size` bytes at register + offset.
    Indirect = 2,
    /// The value is `offset`, sign-extended.
    Constant = 3,
    /// The value is the 8 bytes at this location's own address + offset.
    WideConstant = 4,
  };
  /// That of the stack pointer is its value when the call returns. What LLVM addresses frames by besides: the frame
  /// pointer, and in realigned frames with dynamic allocas the base pointer. Others are not known.
  enum Register : uint16_t { StackPointer = 0, FramePointer = 1, BasePointer = 2, OtherRegister = 3 };
  uint8_t type;
  uint8_t size;
  uint16_t base;
  int32_t offset;
};
static_assert(sizeof(MapLocation) == 8);

/// The head of each entry.
struct MapEntry {
  uint16_t kind; // LatencyKind
  /// Of the whole entry, in units of 4 bytes.
  uint16_t size;
};
static_assert(sizeof(MapEntry) == 4);

/// One latent loop at a call.
struct MapLoop : MapEntry {
  MapLocation iteration;
  MapLocation slot;
};
static_assert(sizeof(MapLoop) == 20);

/// The latent fork whose first branch the call is.
struct MapFork : MapEntry {
  /// The address of the tactus_fork_descriptor minus the address of this field; 0 if there is none, then the entry is
  /// skipped.
  int32_t descriptorOffset;
  /// MapLocations follow, then the wide constants that they refer to.
  uint32_t valueCount;
};
static_assert(sizeof(MapFork) == 12);

/// One call that may reach a poll.
struct MapRecord {
  /// Return address minus the function's address.
  uint32_t returnOffset;
  uint16_t entryCount;
  /// Of all its entries, in units of 4 bytes.
  uint16_t entriesSize;
};
static_assert(sizeof(MapRecord) == 8);

struct MapFunction {
  /// The function's address minus the address of this field.
  int32_t functionOffset;
  uint32_t recordCount;
  /// Bytes between the stack pointer at a call and the upper end of the frame, below what a call has pushed; or
  /// DynamicFrame.
  uint32_t frameSize;
  /// Bytes of this MapFunction with all that follows it.
  uint32_t totalSize;
};
static_assert(sizeof(MapFunction) == 16);

/// Frame size of functions with dynamic allocas or a realigned stack. On x86-64, their frame pointer is the address of
/// the saved one, and the return address lies above it.
inline constexpr uint32_t DynamicFrame = 0xffffffff;

} // namespace tactus::abi

#endif // TACTUS_ABI_MAPS_H
