//===- large_stack.h - runs the front end where its recursion has room ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#ifndef TACTUS_PML_DRIVER_LARGE_STACK_H
#define TACTUS_PML_DRIVER_LARGE_STACK_H

#include <functional>

namespace tactus::pml {

/// Runs something on a thread with a stack of FrontEndStack bytes, of which only what is used takes memory, and waits
/// for it. False if there is no such thread to be had; then nothing has run.
[[nodiscard]] bool runOnLargeStack(const std::function<void()> &work);

} // namespace tactus::pml

#endif
