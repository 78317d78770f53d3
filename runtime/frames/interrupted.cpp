//===- interrupted.cpp - the stack of a thread that a signal has interrupted ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames/interrupted.h"

#include "frames/latent_work.h"
#include "frames/return_stubs.h"
#include "frames/stack_walk.h"
#include "maps/unwind_tables.h"
#include "os/machine.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace tactus {

bool findMappedFrame(const MapTable &table, StackFrame frame, CallerState &caller) {
  // A quarter of a microsecond each.
  constexpr unsigned MostFrames = 64;
  for (unsigned count = 0; count < MostFrames; ++count) {
    if (isReturnStub(frame.address))
      frame.address = *originalReturn(frame.address) + 1;
    if (table.find(frame.address) || isTaskReturn(frame.address)) {
      caller = {frame.address, frame.stackPointer, frame.framePointer, frame.basePointer};
      return frame.isKnown();
    }
    if (!stepOut(frame, FrameKind::Calling))
      return false;
  }
  return false;
}

/// Where a function of libtactus calls these, it may be in the middle of something.
static bool isLibraryOfC(const char *path) {
  return strstr(path, "/libc.so") || strstr(path, "/libc-") || strstr(path, "/ld-") || strstr(path, "san");
}

static bool isRuntimeOfOpenMp(const char *path) {
  return strstr(path, "libomp") || strstr(path, "libiomp") || strstr(path, "libgomp");
}

/// Null if the address is in none. For signal handlers, as dladdr() is not.
static const link_map *libraryOf(uintptr_t address) {
  dl_find_object object;
  return _dl_find_object(reinterpret_cast<void *>(address), &object) == 0 ? object.dlfo_link_map : nullptr;
}

namespace {
/// The code between two labels of the linker's, which are null if there is none.
struct Text {
  const char *begin, *end;
  bool holds(uintptr_t address) const {
    auto first = reinterpret_cast<uintptr_t>(begin);
    return address - first < reinterpret_cast<uintptr_t>(end) - first;
  }
};
} // namespace

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const char __start_tactus_text[], __stop_tactus_text[];
[[gnu::weak, gnu::visibility("hidden")]] extern const char __start_tactus_waiting_text[], __stop_tactus_waiting_text[];
}

/// Whether an address is in libtactus, which is in `own`.
static bool isOwn([[maybe_unused]] uintptr_t address, [[maybe_unused]] const link_map *library,
                  [[maybe_unused]] const link_map *own) {
#ifdef TACTUS_OWN_TEXT
  return Text{__start_tactus_text, __stop_tactus_text}.holds(address);
#else
  return library == own;
#endif
}

/// Locks, and what they wait by (os/waiting_text.h).
static bool isWaitingText(uintptr_t address) {
  return Text{__start_tactus_waiting_text, __stop_tactus_waiting_text}.holds(address);
}

static int32_t distanceAt(const uint8_t *place) {
  int32_t distance;
  memcpy(&distance, place, sizeof distance);
  return distance;
}

/// The function whose address a library keeps for its own calls; 0 if there is no such place.
static uintptr_t functionAt(uintptr_t place, const link_map *library) {
  return library && libraryOf(place) == library ? loadWord(place) : 0;
}

/// The function that the call before a return address enters, behind the linker's jump; 0 if the instruction does not
/// say. Of x86-64.
static uintptr_t calledFunction(uintptr_t address) {
  constexpr uint8_t Call = 0xe8, Prefix = 0xf2, BranchTarget[] = {0xf3, 0x0f, 0x1e, 0xfa};
  const link_map *library = libraryOf(address);
  const auto *end = reinterpret_cast<const uint8_t *>(address);
  if (!library)
    return 0;
  uintptr_t target = address + static_cast<uintptr_t>(intptr_t{distanceAt(end - sizeof(int32_t))});
  if (end[-6] == 0xff && end[-5] == 0x15) // call *distance(%rip)
    return functionAt(target, library);
  if (end[-5] != Call || libraryOf(target) != library)
    return 0;
  const auto *code = reinterpret_cast<const uint8_t *>(target);
  code += memcmp(code, BranchTarget, sizeof BranchTarget) == 0 ? sizeof BranchTarget : 0;
  code += *code == Prefix;
  if (code[0] != 0xff || code[1] != 0x25) // jmp *distance(%rip)
    return target;
  constexpr int BytesOfJump = 6;
  return functionAt(reinterpret_cast<uintptr_t>(code) + BytesOfJump +
                        static_cast<uintptr_t>(intptr_t{distanceAt(code + BytesOfJump - sizeof(int32_t))}),
                    library);
}

/// How long the frame of a function is, below its return address, in a call; -1 where it is not known.
static int64_t sizeOfFrame(const MapTable &table, uintptr_t returnAddress, const FrameRule &rule) {
  if (rule.kind != FrameRule::Known || rule.isBaseLoaded)
    return -1;
  if (!rule.isBaseFramePointer)
    return rule.baseOffset - static_cast<int32_t>(sizeof(uintptr_t));
  const MapHit *hit = table.find(returnAddress);
  return hit && hit->frameSize != abi::DynamicFrame ? hit->frameSize : -1;
}

/// From code without unwind tables to the frame of the innermost record: it is in a call, and its return address lies
/// at `frameEnd`. Whoever has called it says by that call which function it is. Its own call has pushed a return
/// address at the frame's lower end, as its unwind table says of that call. There must be one such address only, and if
/// the call says where it leads, that must be where the unknown code is. Libtactus is not called by pointers.
static bool leaveUnknown(const MapTable &table, uintptr_t frameEnd, const StackRange &range, StackFrame &frame) {
  constexpr uintptr_t Word = sizeof(uintptr_t), LargestFrame = 1 << 16;
  if (!machine::PushesReturns || frameEnd >= range.end || frameEnd <= frame.stackPointer || frameEnd % Word != 0)
    return false;
  uintptr_t returnAddress = loadWord(frameEnd);
  if (isReturnStub(returnAddress))
    returnAddress = *originalReturn(returnAddress) + 1;
  uintptr_t function = calledFunction(returnAddress);
  FunctionEntry entry;
  if (!function || searchFunctionEntry(function, entry) != TableSearch::Found || entry.begin != function)
    return false;
  StackFrame found{};
  for (uintptr_t size = 0; size < LargestFrame && frameEnd - size > frame.stackPointer; size += Word) {
    uintptr_t address = loadWord(frameEnd - size - Word);
    if (address - 1 - entry.begin >= entry.size)
      continue;
    FrameRule rule = findFrameRule(address, FrameKind::Calling);
    if (sizeOfFrame(table, address, rule) != static_cast<int64_t>(size))
      continue;
    if (found.address)
      return false;
    found = {address, frameEnd - size, frameEnd - Word, 0, rule.isBaseFramePointer, false, frameEnd - size - Word};
  }
  if (!found.address)
    return false;
  uintptr_t callee = calledFunction(found.address);
  const link_map *library = libraryOf(callee), *own = libraryOf(reinterpret_cast<uintptr_t>(&findMappedFrame));
  bool isLikely = callee ? library && library == libraryOf(frame.address) && !isOwn(callee, library, own)
                         : !found.framePointerKnown;
  if (isLikely)
    frame = found;
  return isLikely;
}

MetStack::MetStack(const MapTable &table, StackFrame frame, uintptr_t endOfRecord, const StackRange &range) {
  // A quarter of a microsecond each.
  constexpr unsigned MostFrames = 1024;
  const link_map *own = libraryOf(reinterpret_cast<uintptr_t>(&findMappedFrame));
  // Where the C library is in the program as well, whatever libtactus has called may be that.
  bool isCertain = libraryOf(reinterpret_cast<uintptr_t>(&memcpy)) != own;
  bool hasFound = false, isInLibrary = true, isInLibomp = false;
  for (unsigned count = 0; count < MostFrames && callCount < MostCalls; ++count) {
    if (isReturnStub(frame.address))
      frame.address = *originalReturn(frame.address) + 1;
    hasFound |= count > 0 && (table.find(frame.address) || isTaskReturn(frame.address));
    const link_map *library = libraryOf(frame.address);
    const char *path = library && library->l_name ? library->l_name : "";
    bool isWaiting = isWaitingText(frame.address), isTactus = !isWaiting && isOwn(frame.address, library, own);
    if (isTactus && !hasFound && (isInLibrary || !isCertain))
      return;
    hasFound |= isTactus;
    bool isLibomp = isRuntimeOfOpenMp(path);
    if (isLibomp && !isInLibomp)
      callsOfLibomp[callCount++] = frame.stackPointer;
    isInLibomp = isLibomp;
    isInLibrary = isWaiting || isLibomp || isLibraryOfC(path);
    FrameRule rule = findFrameRule(frame.address, count == 0 ? FrameKind::Foreign : FrameKind::Calling);
    end = rule.isSaidToBeOutermost ? UINTPTR_MAX : frame.stackPointer;
    bool isStep = stepOut(frame, rule, range);
    if (!isStep && (hasFound || !leaveUnknown(table, endOfRecord, range, frame)))
      break;
    hasFound |= !isStep;
    if (count == 0 || !isStep)
      caller = frame;
  }
  isProgram = hasFound;
}

bool MetStack::isFreeOfLibomp(uintptr_t from, uintptr_t to) const {
  return to <= end && std::none_of(callsOfLibomp, callsOfLibomp + callCount,
                                   [=](uintptr_t call) { return from <= call && call <= to; });
}

} // namespace tactus
