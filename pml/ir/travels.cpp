//===- travels.cpp - what may run in another process ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fixed point over the calls. Functions of the IR are first-order, so nobody is called who is not named: what is
// found is a bound by construction. References and arrays need no look: those that a function makes are its own, others
// it gets as arguments or from globals, and who packs these finds them (pml/runtime/travel.h).
//
//===----------------------------------------------------------------------===//
#include "pml/ir/travels.h"
#include "pml/ir/primitives.h"

#include <algorithm>
#include <iterator>

namespace tactus::pml::ir {

/// Effects that nobody outside of the function can tell, or that are the same in every process.
static bool isLocal(Primitive primitive) {
  switch (primitive) {
  case Primitive::array_send_empty:
  case Primitive::array_send_whole:
  case Primitive::char_array_to_string:
  case Primitive::loop_enter:
  case Primitive::loop_enter_chain:
  case Primitive::loop_enter_inside:
  case Primitive::loop_enter_nest:
  case Primitive::loop_enter_outer:
  case Primitive::loop_leave:
  case Primitive::touch:
    return true;
  default:
    return !(infoOf(primitive).effects & HasEffect);
  }
}

static void look(const Statement &statement, Surroundings &found) {
  switch (statement.operation) {
  case Operation::GetGlobal:
    found.globals.push_back(statement.symbol);
    return;
  case Operation::SetGlobal:
  case Operation::ForeignCall:
    found.mustStay = true;
    return;
  case Operation::Primitive:
    found.mustStay |= !isLocal(statement.primitive);
    return;
  default:
    return;
  }
}

/// True if that was new.
static bool include(Surroundings &into, const Surroundings &from) {
  std::vector<uint32_t> all;
  std::ranges::set_union(into.globals, from.globals, std::back_inserter(all));
  bool isNew = all.size() > into.globals.size() || from.mustStay > into.mustStay;
  into.globals = std::move(all);
  into.mustStay |= from.mustStay;
  return isNew;
}

std::vector<Surroundings> findSurroundings(const Program &program) {
  std::vector<Surroundings> result(program.functions.size());
  std::vector<std::vector<uint32_t>> callers(program.functions.size());
  std::vector<uint32_t> changed;
  for (uint32_t index = 0; index < program.functions.size(); ++index) {
    Surroundings &found = result[index];
    for (const Block &block : program.functions[index].blocks) {
      for (const Statement &statement : block.statements)
        look(statement, found);
      for (uint32_t callee : {block.transfer.callee, block.transfer.second})
        if (callee != None)
          callers[callee].push_back(index);
    }
    std::ranges::sort(found.globals);
    auto [first, last] = std::ranges::unique(found.globals);
    found.globals.erase(first, last);
    changed.push_back(index);
  }
  while (!changed.empty()) {
    uint32_t index = changed.back();
    changed.pop_back();
    for (uint32_t caller : callers[index])
      if (include(result[caller], result[index]))
        changed.push_back(caller);
  }
  return result;
}

} // namespace tactus::pml::ir
