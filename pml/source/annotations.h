//===- annotations.h - what `ann` in ML Basis files says --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The annotations of MLton, of the same names. They hold for the files that stand inside of `ann`, but not for those
// that ML Basis files there name: such a file has annotations of its own.
//
//===----------------------------------------------------------------------------------------------------------------===//
#ifndef TACTUS_PML_SOURCE_ANNOTATIONS_H
#define TACTUS_PML_SOURCE_ANNOTATIONS_H

#include <cstdint>
#include <string>

namespace tactus::pml {

struct Annotations {
  enum class Severity : uint8_t { Ignore, Warn, Error };
#define FORM(name, member) bool member = false;
#define SEVERITY(name, member, standard) Severity member = Severity::standard;
#define SWITCH(name, member, standard) bool member = standard;
#define IGNORED(name)
#include "annotations.def"
#undef FORM
#undef SEVERITY
#undef SWITCH
#undef IGNORED
  /// Whether rules that leave out exceptions only are reported as others are.
  bool reportsExceptionsInBind = true, reportsExceptionsInMatch = true;

  /// Adds one annotation, as in `allowOrPats true`. What is wrong with it, or an empty text.
  [[nodiscard]] std::string add(const std::string &text);
};

} // namespace tactus::pml

#endif
