//===- mutate.h - programs with something changed ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#ifndef TACTUS_PML_FUZZ_MUTATE_H
#define TACTUS_PML_FUZZ_MUTATE_H

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::pml::fuzz {

using Random = std::mt19937_64;

/// Changes a few tokens of a program: drops, doubles, swaps or replaces them, by others of the program or by words of
/// the language. Now and then bytes are changed instead. Equal seeds make equal mutants.
[[nodiscard]] std::string mutate(std::string_view program, Random &random);

/// Changes one name or constant to another one of the same program, so that most results still parse: whether they
/// have a type is a question that other compilers answer too.
[[nodiscard]] std::string mutateName(std::string_view program, Random &random);

/// Lets the front end loose on a text, without the Basis library. Whatever the text is, it returns, and a text that is
/// refused has a message. Needs a large stack.
void checkAnything(std::string_view text);

} // namespace tactus::pml::fuzz

#endif
