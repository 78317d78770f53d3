//===- parser.h - TPAL text to abstract syntax -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_PARSER_H
#define TACTUS_TPAL_PARSER_H

#include "syntax.h"

namespace tactus::tpal {

/// Parses a whole source. After an error the parser resumes at the next instruction, so that all errors of a file are
/// found; the program is meaningful only if `diagnostics` stayed empty. Names are resolved.
[[nodiscard]] Program parse(const Source &source, Diagnostics &diagnostics);

/// Parses a value of the command line: an integer or a floating-point literal, with an optional sign.
[[nodiscard]] std::optional<Literal> parseLiteral(std::string_view text);

} // namespace tactus::tpal

#endif
