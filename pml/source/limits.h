//===- limits.h - what bounds the work of the front end ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every phase is recursive, as its input is a tree. Depth counts how deep the recursion stands, and gives up with a
// message before the stack ends (driver/large_stack.h makes one that is large enough). Types can also grow
// exponentially with the program, so that work on them is counted too.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SOURCE_LIMITS_H
#define TACTUS_PML_SOURCE_LIMITS_H

#include "sources.h"

#include <stdexcept>
#include <string>

namespace tactus::pml {

/// Thrown where a limit is reached. The phase's entry point turns it into an error.
struct LimitReached {
  Place place;
  std::string message;
};

/// How deep expressions, patterns, types and declarations may stand in each other.
constexpr uint32_t DeepestNesting = 2000;

/// How many fields a record may have.
constexpr size_t MostFields = 10000;

/// How deep the tree may be that they make: chains of applications and operators add to its depth as well.
constexpr uint32_t DeepestTree = 10000;

/// How deep types may be, which grow with the length of a program as well.
constexpr uint32_t DeepestType = 4000;

/// Parts of types that one unification may look at, and all of a program together, and that one copy of a type may
/// have.
constexpr uint64_t MostTypeWork = 2'000'000;
constexpr uint64_t MostTypeWorkOfProgram = 1'000'000'000;
constexpr uint64_t LargestType = 200'000;

/// How many copies of polymorphic declarations a program may have: a chain of functions each of which uses the one
/// before at two types asks for exponentially many.
constexpr uint32_t MostInstances = 100'000;

/// Bytes of stack that the front end needs for what the limits allow, in builds with sanitizers too.
constexpr size_t FrontEndStack = size_t{512} << 20;

/// Holds one level of a recursion.
class Depth {
public:
  Depth(uint32_t &depth, uint32_t limit, Place place, const char *what) : count(depth) {
    if (++count > limit) {
      --count;
      throw LimitReached{place, std::string(what) + " more than " + std::to_string(limit) +
                                    " levels deep; take it apart with declarations of its parts"};
    }
  }
  Depth(const Depth &) = delete;
  Depth &operator=(const Depth &) = delete;
  ~Depth() { --count; }

private:
  uint32_t &count;
};

} // namespace tactus::pml

#endif
