//===- parse.h - the text of the PCall IR ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_PARSE_H
#define TACTUS_PML_IR_PARSE_H

#include "pml/ir/ir.h"

#include <string_view>

namespace tactus::pml::ir {

struct ParseError {
  unsigned line = 0;
  unsigned column = 0;
  std::string message;
};

/// Reads what print() writes into an empty program, up to the first error. Comments begin with a semicolon. What it
/// accepts may still be ill-typed; every index in it is valid.
[[nodiscard]] std::optional<ParseError> parse(std::string_view text, Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_PARSE_H
