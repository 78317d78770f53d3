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
      caller = {frame.address, frame.rsp, frame.rbp, frame.rbx};
      return frame.isKnown();
    }
    if (!stepOut(frame, FrameKind::Calling))
      return false;
  }
  return false;
}

bool hasMetLibomp(StackFrame frame) {
  constexpr unsigned MostFrames = 64;
  for (unsigned count = 0; count < MostFrames; ++count) {
    dl_find_object object;
    bool isFound = _dl_find_object(reinterpret_cast<void *>(frame.address), &object) == 0;
    const char *name = isFound && object.dlfo_link_map ? object.dlfo_link_map->l_name : nullptr;
    if (name && (strstr(name, "libomp") || strstr(name, "libiomp") || strstr(name, "libgomp")))
      return true;
    if (!stepOut(frame, count == 0 ? FrameKind::Foreign : FrameKind::Calling))
      return false;
  }
  return false;
}

bool isOwnCode(uintptr_t address) {
  dl_find_object own, other;
  auto here = reinterpret_cast<uintptr_t>(&isOwnCode);
  return _dl_find_object(reinterpret_cast<void *>(here), &own) != 0 ||
         (_dl_find_object(reinterpret_cast<void *>(address), &other) == 0 && own.dlfo_link_map == other.dlfo_link_map);
}

} // namespace tactus
