//===- printer.h - abstract syntax to TPAL text ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The canonical form: one instruction a line, infix operators, `[.]` left out. For every
// program that parses without an error, parse(print(p)) == p.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_PRINTER_H
#define TACTUS_TPAL_PRINTER_H

#include "syntax.h"

namespace tactus::tpal {

[[nodiscard]] std::string print(const Program &program);
[[nodiscard]] std::string print(const Instruction &instruction);
[[nodiscard]] std::string print(const Annotation &annotation);
[[nodiscard]] std::string print(const Literal &literal);
/// The shortest text that reads back as the same double and cannot be taken for an integer.
[[nodiscard]] std::string printFloat(double number);

} // namespace tactus::tpal

#endif
