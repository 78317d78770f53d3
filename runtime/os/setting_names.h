//===- setting_names.h - misspelt names of settings -------------------------------*- C++ -*-===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_SETTING_NAMES_H
#define TACTUS_RUNTIME_OS_SETTING_NAMES_H

namespace tactus {

/// Says in one line each which variables of the environment begin with TACTUS_ and are neither of `known`, whose end is
/// a null pointer, nor of Tactus' other parts, with the most similar name that is.
void complainOfUnknownNames(const char *const *known);

/// The number of changes, insertions and deletions that make one name of the other.
unsigned editDistance(const char *left, const char *right);

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_SETTING_NAMES_H
