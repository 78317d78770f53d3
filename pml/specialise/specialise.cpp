//===- specialise.cpp - from the typed tree to core --------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

namespace tactus::pml {

namespace {

/// Puts copies of declarations into the blocks that they stand in.
void flatten(core::Block &block);

void flatten(std::vector<core::Statement *> &from, std::vector<core::Statement *> &to) {
  for (core::Statement *statement : from)
    if (statement->kind == core::Statement::Kind::Several)
      flatten(statement->inside, to);
    else {
      core::forEachBlock(*statement, [](core::Block *inner) { flatten(*inner); });
      to.push_back(statement);
    }
}

void flatten(core::Block &block) {
  std::vector<core::Statement *> flat;
  flatten(block.statements, flat);
  block.statements = std::move(flat);
  core::forEachBlock(block.end, [](core::Block *inner) { flatten(*inner); });
}

} // namespace

void specialise(const typed::Program &source, const ElaborationOptions &options, core::Program &target) {
  specialising::Specialiser(source, options, target).run();
  flatten(*target.body);
}

} // namespace tactus::pml
