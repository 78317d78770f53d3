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

bool hasMetProgram(const MapTable &table, StackFrame frame, const StackRange &range) {
  constexpr unsigned MostFrames = 64;
  const link_map *own = libraryOf(reinterpret_cast<uintptr_t>(&hasMetProgram));
  bool hasFound = false, isInLibrary = true;
  for (unsigned count = 0; count < MostFrames; ++count) {
    if (isReturnStub(frame.address))
      frame.address = *originalReturn(frame.address) + 1;
    hasFound |= count > 0 && (table.find(frame.address) || isTaskReturn(frame.address));
    const link_map *library = libraryOf(frame.address);
    const char *path = library && library->l_name ? library->l_name : "";
    if (isRuntimeOfOpenMp(path) || (!hasFound && isInLibrary && library == own))
      return false;
    hasFound |= library == own;
    isInLibrary = isLibraryOfC(path);
    if (!stepOut(frame, count == 0 ? FrameKind::Foreign : FrameKind::Calling, range))
      break;
  }
  return hasFound;
}

} // namespace tactus
