//===- dependence_order.cpp - ThreadSanitizer is told of dependences -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/dependence_order.h"

#include "os/race_detector.h"

namespace tactus {

namespace {

/// Only the addresses count.
struct ItemOrder {
  uint64_t writers, readers, sets;
};

} // namespace

/// Items that share an entry are ordered like one: a race may then be missed, and none is made up.
static constexpr uint64_t EntryBits = 12;
static constinit ItemOrder entries[uint64_t{1} << EntryBits]{};

static ItemOrder &orderOf(const DependenceScope &scope, uint64_t address) {
  constexpr uint64_t Spread = 0x9e3779b97f4a7c15u;
  return entries[(address * Spread ^ scope.number * (Spread | 2)) * Spread >> (64 - EntryBits)];
}

static void comeAfterItem(DependenceScope &scope, uint64_t address, uint8_t kind) {
  if (kind & abi::DependsOnAllMemory)
    return comeAfterAll(scope);
  ItemOrder &order = orderOf(scope, address);
  happensAfter(&order.writers);
  if (kind != abi::DependsIn)
    happensAfter(&order.readers);
  if (kind != abi::DependsInOutSet)
    happensAfter(&order.sets);
}

static void comeBeforeItem(DependenceScope &scope, uint64_t address, uint8_t kind) {
  ItemOrder &order = orderOf(scope, address);
  happensBefore(kind == abi::DependsIn ? &order.readers : kind == abi::DependsInOutSet ? &order.sets : &order.writers);
}

void comeAfterItems(DependenceScope &scope, const abi::Dependence *list, uint64_t count) {
  if (!__tsan_acquire)
    return;
  // Of tasks that depend on all memory.
  happensAfter(&scope.number);
  for (uint64_t index = 0; index < count; ++index)
    comeAfterItem(scope, list[index].address, list[index].kind);
}

void comeAfterItems(DependenceScope &scope, DependenceNode &node) {
  if (!__tsan_acquire)
    return;
  happensAfter(&scope.number);
  for (uint32_t index = 0; index < node.memberCount; ++index)
    comeAfterItem(scope, node.members()[index].address, node.members()[index].kind);
  if (node.isOnAllMemory)
    comeAfterAll(scope);
}

void comeBeforeItems(DependenceScope &scope, DependenceNode &node) {
  if (!__tsan_release)
    return;
  for (uint32_t index = 0; index < node.memberCount; ++index)
    comeBeforeItem(scope, node.members()[index].address, node.members()[index].kind);
  if (node.isOnAllMemory)
    happensBefore(&scope.number);
  happensBefore(&scope);
}

void comeAfterAll(DependenceScope &scope) { happensAfter(&scope); }

} // namespace tactus
