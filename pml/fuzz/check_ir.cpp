//===- check_ir.cpp - any text through what reads and changes the PCall IR -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "check_ir.h"

#include "pml/ir/check.h"
#include "pml/ir/parse.h"
#include "pml/ir/passes.h"
#include "pml/ir/print.h"

#include <cstdio>
#include <cstdlib>

namespace tactus::pml::fuzz {

namespace {

[[noreturn]] void fail(const char *where, const std::string &problem) {
  std::fprintf(stderr, "%s: %s\n", where, problem.c_str());
  std::abort();
}

void expectWellFormed(ir::Program &program, const char *pass) {
  if (auto problems = ir::check(program); !problems.empty())
    fail(pass, problems[0]);
}

void runPasses(ir::Program &program, bool elides) {
  ir::run(ir::passesToNative(elides), program, [&](const char *pass) { expectWellFormed(program, pass); });
}

} // namespace

bool checkIr(std::string_view text) {
  ir::Program program;
  if (ir::parse(text, program) || !ir::check(program).empty())
    return false;
  std::string printed = ir::print(program);
  ir::Program again, elided;
  if (auto error = ir::parse(printed, again))
    fail("reading what was printed", error->message);
  if (ir::print(again) != printed)
    fail("printing what was read", printed);
  if (ir::parse(printed, elided))
    fail("reading twice", printed);
  runPasses(again, false);
  runPasses(elided, true);
  return true;
}

} // namespace tactus::pml::fuzz
