//===- parser.h - from tokens to the syntax tree ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_PARSER_H
#define TACTUS_PML_SYNTAX_PARSER_H

#include "fixity.h"
#include "module_tree.h"
#include "pml/source/annotations.h"
#include "pml/source/arena.h"
#include "pml/source/diagnostics.h"

namespace tactus::pml::syntax {

struct ParserOptions {
  /// Whether `_prim` and `_overload` may be used: in the Basis library only.
  bool allowsPrimitives = false;
  Annotations annotations = {};
};

/// Parses a program: a sequence of top-level declarations, in which an expression stands for `val it = expression`.
/// \param fixity what is infix before; afterwards, what the program's directives made of it.
/// After a syntax error the parser goes on with the next declaration, so that the result is incomplete.
[[nodiscard]] std::vector<const Declaration *> parseProgram(const Sources &sources, uint32_t file, Arena &arena,
                                                            FixityScope &fixity, Diagnostics &diagnostics,
                                                            ParserOptions options = {});

} // namespace tactus::pml::syntax

#endif
