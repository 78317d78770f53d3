//===- check_ir.h - any text through what reads and changes the PCall IR -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_FUZZ_CHECK_IR_H
#define TACTUS_PML_FUZZ_CHECK_IR_H

#include <string_view>

namespace tactus::pml::fuzz {

/// Parses a text as PCall IR. Whatever it is, that returns. What is accepted and well-formed is printed and read again,
/// where the text of a text has to be itself, and goes through the passes in front of the code generator, each of
/// which has to leave it well-formed. Ends the process with a message if not.
///
/// \returns whether the text was a well-formed program.
bool checkIr(std::string_view text);

} // namespace tactus::pml::fuzz

#endif
