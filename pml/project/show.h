//===- show.h - what a program declares, as text ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#ifndef TACTUS_PML_PROJECT_SHOW_H
#define TACTUS_PML_PROJECT_SHOW_H

#include "pml/elaborate/scope.h"

#include <string>

namespace tactus::pml {

/// One line for each name, in the order of the declarations: `val map : ('a -> 'b) -> 'a list -> 'b list`. Structures
/// and signatures are shown with what is in them. A name that is declared again is shown once, as it is at the end.
[[nodiscard]] std::string show(const Bindings &bindings);

} // namespace tactus::pml

#endif
