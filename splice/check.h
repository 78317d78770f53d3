//===- check.h - what declared effects say of each other ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A call and a step may do nothing that the function around them has not declared, and nothing more than an earlier
// splice::then has left. That nothing follows splice::last is always checked, the rest with TACTUS_SPLICE_CHECK=1.
// A mistake ends the process: what has been interleaved because of it cannot be undone.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_CHECK_H
#define TACTUS_SPLICE_CHECK_H

#include "thread.h"

#include <string>

namespace tactus::splice {

/// The program tells of its accesses (effect_checks.h), which asks for all checks. Set by constructors, before there
/// are threads.
extern bool effectsAreChecked;

/// \param what  "a call" or "a step"
void checkWithin(const Frame &frame, const char *what, const effects &declared, const detail::code_place &place);
/// Before the step's effects are known.
void checkNotFinished(const Frame &frame, const char *what, const detail::code_place &place);
/// What is said to follow can have been declared.
void checkRest(const Frame &frame, const detail::continuation &rest, const detail::code_place &place);

/// "reads [first, last), writes [first, last)"
std::string textOf(const effects &what);
[[noreturn]] void complain(const detail::code_place &place, const std::string &mistake);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_CHECK_H
