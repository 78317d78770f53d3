//===- control.h - what global_control says ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_CONTROL_H
#define TACTUS_TBB_CONTROL_H

namespace tactus::onetbb {

bool terminatesOnException();

} // namespace tactus::onetbb

#endif // TACTUS_TBB_CONTROL_H
