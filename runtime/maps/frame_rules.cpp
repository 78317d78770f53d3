//===- frame_rules.cpp - the rules of frames that a thread has met -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/frame_rules.h"

#include "os/allocation.h"

#include <cstring>

namespace tactus {

FrameRules::Cell &FrameRules::cellOf(uintptr_t address) {
  if (!cells)
    cells = static_cast<Cell *>(allocateZeroed(sizeof(Cell) * CellCount));
  return cells ? cells[(address * 0x9e3779b97f4a7c15u) >> 57] : single;
}

const FrameRule &FrameRules::find(uintptr_t address) {
  static_assert(CellCount == 1 << (64 - 57));
  Cell &cell = cellOf(address);
  // Aligned, so that all of it is on the page of the call, which is about to be returned to.
  constexpr uintptr_t Mask = sizeof cell.code - 1;
  const void *code = reinterpret_cast<const void *>((address - 1) & ~Mask);
  if (cell.address == address && memcmp(cell.code, code, sizeof cell.code) == 0)
    return cell.rule;
  cell.rule = findFrameRule(address, FrameKind::Calling);
  // Code outside of all objects is not known to be there for longer than this search.
  cell.address = cell.rule.kind == FrameRule::Unknown ? 0 : address;
  if (cell.address)
    memcpy(cell.code, code, sizeof cell.code);
  return cell.rule;
}

void FrameRules::keepFor(uint64_t version) {
  if (version == tableVersion)
    return;
  tableVersion = version;
  single = {};
  if (cells)
    memset(static_cast<void *>(cells), 0, sizeof(Cell) * CellCount);
}

} // namespace tactus
