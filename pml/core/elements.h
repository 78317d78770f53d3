//===- elements.h - how arrays and vectors store their elements ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Decision 146. A sequence of tuples of numbers has the fields of its elements one behind the other, and no objects:
//
//   array((int64, (real64, bool)))        the fields int64, real64 and bool of each element
//
// Flat are tuples, nested or not, whose fields are integers, words, reals, characters, booleans and datatypes without
// any arguments. Not flat are
//
// * tuples with anything in them that is an object. Two tasks that write an element at once may leave a mixture of both
//   tuples. Of numbers, that is a tuple nobody has written; but the slices of the library are tuples whose parts are
//   trusted without a check: an array, and a place that is in it.
// * tuples of more fields than functions return in parts, and datatypes with arguments: whoever reads one without
//   looking into it would have to allocate it anew each time.
// * tuples that the program compares and swaps in arrays, which means their identity (simplify/flatten.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CORE_ELEMENTS_H
#define TACTUS_PML_CORE_ELEMENTS_H

#include "program.h"

namespace tactus::pml::core {

/// The fields by which sequences store their elements of this type; none if they store the values themselves.
[[nodiscard]] std::vector<const Type *> flatFields(const Program &program, const Type *element);

} // namespace tactus::pml::core

#endif
