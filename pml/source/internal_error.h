//===- internal_error.h - mistakes of the compiler ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Something that the compiler has made is not what it has to be. The user can do nothing but report it, so this is no
// limit (limits.h) and no error of the program (diagnostics.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SOURCE_INTERNAL_ERROR_H
#define TACTUS_PML_SOURCE_INTERNAL_ERROR_H

#include "sources.h"

#include <string>

namespace tactus::pml {

/// Thrown where the mistake is found. The command turns it into an error.
struct InternalError {
  /// Of the program's text, if that is known.
  Place place;
  /// What is wrong.
  std::string message;

  /// For the user.
  [[nodiscard]] std::string text() const { return message + "; this is a mistake of the compiler, please report it"; }
};

} // namespace tactus::pml

#endif // TACTUS_PML_SOURCE_INTERNAL_ERROR_H
