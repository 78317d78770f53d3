//===- UserLocation.cpp - lines that a reader of the program knows --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/UserLocation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tactus {

std::string pathOf(const DILocation &location) {
  SmallString<128> path(location.getFilename());
  if (sys::path::is_relative(path)) {
    path = location.getDirectory();
    sys::path::append(path, location.getFilename());
  }
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

const DILocation *outsideOfSystem(const DILocation *location) {
  while (location && StringRef(pathOf(*location)).starts_with("/usr/"))
    location = location->getInlinedAt();
  return location;
}

unsigned lineOf(const Instruction &instruction) {
  const DILocation *location = outsideOfSystem(instruction.getDebugLoc().get());
  return location ? location->getLine() : 0;
}

} // namespace tactus
