//===- ir_fuzz.cpp - any text through the parser of the PCall IR ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What is accepted is checked, printed, and read again: the text of a text is itself.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/check.h"
#include "pml/ir/lower_par.h"
#include "pml/ir/parse.h"
#include "pml/ir/print.h"

#include <cstdlib>

using namespace tactus::pml;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ir::Program program;
  if (ir::parse({reinterpret_cast<const char *>(data), size}, program))
    return 0;
  if (!ir::check(program).empty())
    return 0;
  std::string text = ir::print(program);
  ir::Program again;
  if (ir::parse(text, again) || ir::print(again) != text)
    abort();
  ir::lowerPar(again);
  if (!ir::check(again).empty())
    abort();
  return 0;
}
