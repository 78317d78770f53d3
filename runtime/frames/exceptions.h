//===- exceptions.h - exceptions that change threads --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_FRAMES_EXCEPTIONS_H
#define TACTUS_RUNTIME_FRAMES_EXCEPTIONS_H

namespace tactus {

/// Is an exception on its way to its handler, in the calling thread? False in programs without the C++ library.
bool isUnwinding();

} // namespace tactus

#endif // TACTUS_RUNTIME_FRAMES_EXCEPTIONS_H
