//===- print.h - the PCall IR as text --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_PRINT_H
#define TACTUS_PML_IR_PRINT_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// What parse() reads. Variables and blocks get numbers in the order in which the text mentions them, so that the text
/// of a parsed text is the same.
std::string print(const Program &program);
std::string print(const Program &program, const Function &function);
std::string print(const Program &program, TypeRef type);

/// A name as the text has it: in quotes unless it consists of letters, digits, _, ' and dots.
std::string quoted(const std::string &name);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_PRINT_H
