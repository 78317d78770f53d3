//===- interrupted.cpp - the stack of a thread that a signal has interrupted ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames/interrupted.h"

#include "frames/return_stubs.h"
#include "frames/stack_walk.h"

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

bool hasMetProgram(const MapTable &table, StackFrame frame, const StackRange &range) {
  constexpr unsigned MostFrames = 64;
  const link_map *own = libraryOf(reinterpret_cast<uintptr_t>(&hasMetProgram));
  // Where the C library is in the program as well, whatever libtactus has called may be that.
  bool isCertain = libraryOf(reinterpret_cast<uintptr_t>(&memcpy)) != own;
  bool hasFound = false, isInLibrary = true;
  for (unsigned count = 0; count < MostFrames; ++count) {
    if (isReturnStub(frame.address))
      frame.address = *originalReturn(frame.address) + 1;
    hasFound |= count > 0 && (table.find(frame.address) || isTaskReturn(frame.address));
    const link_map *library = libraryOf(frame.address);
    const char *path = library && library->l_name ? library->l_name : "";
    bool isWaiting = isWaitingText(frame.address), isTactus = !isWaiting && isOwn(frame.address, library, own);
    if (isRuntimeOfOpenMp(path) || (isTactus && !hasFound && (isInLibrary || !isCertain)))
      return false;
    hasFound |= isTactus;
    isInLibrary = isWaiting || isLibraryOfC(path);
    if (!stepOut(frame, count == 0 ? FrameKind::Foreign : FrameKind::Calling, range))
      break;
  }
  return hasFound;
}

} // namespace tactus
