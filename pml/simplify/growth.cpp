//===- growth.cpp - how much code copies may add ----------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "growth.h"

#include <algorithm>
#include <limits>

namespace tactus::pml::simplifying {

using core::Block;
using core::Copied;
using core::Function;
using core::Statement;

namespace {

/// How much copies may add: so many times the size, and what small programs may have at least. The programs of
/// bench/pml take up to 3.9 times their size, and up to 7,824 in one function of the top level.
constexpr uint64_t GrowthOfProgram = 8, LeastOfProgram = 20000, GrowthOfRoot = 20, LeastOfRoot = 8000;
/// How often a function may be copied in a chain of copies. None of bench/pml's needs more.
constexpr unsigned MostWithinEachOther = 3;

uint32_t sizeUpTo(const Block &block, uint32_t limit);

template <typename Holder> uint32_t sizeInside(const Holder &holder, uint32_t size, uint32_t limit) {
  core::forEachBlock(holder, [&](const Block *inner) {
    if (size < limit)
      size += sizeUpTo(*inner, limit - size);
  });
  return size;
}

/// Statements and transfers of a block and of all that is in it. Stops counting at the limit.
uint32_t sizeUpTo(const Block &block, uint32_t limit) {
  uint32_t size = 1;
  for (const Statement *statement : block.statements) {
    if (size >= limit)
      return size;
    size = sizeInside(*statement, size + 1, limit);
  }
  return sizeInside(block.end, size, limit);
}

/// Whether two functions are copies of one, or instances of one at different types.
bool isSame(const Function &original, const Function &copy) {
  if (original.place.isKnown())
    return original.place.file == copy.place.file && original.place.begin == copy.place.begin;
  return &original == (copy.original ? copy.original : &copy);
}

bool isOnlyCall(const Block &body) {
  if (body.statements.empty())
    return body.end.kind == core::Transfer::Kind::TailCall;
  return body.statements.size() == 1 && body.statements[0]->functions.size() == 1 &&
         isOnlyCall(*body.statements[0]->functions[0]->body);
}

uint64_t sizeOf(const Block &block) { return sizeUpTo(block, std::numeric_limits<uint32_t>::max()); }

} // namespace

bool isOnlyCall(const Function &function) { return function.isWrapper && isOnlyCall(*function.body); }

Growth::Growth(const core::Program &program) : left(LeastOfProgram + GrowthOfProgram * sizeOf(*program.body)) {
  leftOfRoots[nullptr] = left;
}

void Growth::enter(const Function *outermost) {
  root = outermost;
  if (auto [known, isNew] = leftOfRoots.try_emplace(root, 0); isNew)
    known->second = LeastOfRoot + GrowthOfRoot * sizeOf(*root->body);
}

bool Growth::take(const Function &function, const Copied *site) {
  unsigned around = 0;
  for (const Copied *copy = site; copy; copy = copy->outer)
    around += isSame(*copy->function, function);
  if (around >= MostWithinEachOther)
    return false;
  if (isOnlyCall(function))
    return true;
  uint64_t &leftHere = leftOfRoots.at(root);
  const uint64_t most = std::min(left, leftHere);
  const uint64_t size = sizeUpTo(*function.body, static_cast<uint32_t>(std::min<uint64_t>(most + 1, UINT32_MAX)));
  if (size > most)
    return false;
  left -= size;
  leftHere -= size;
  return true;
}

} // namespace tactus::pml::simplifying
