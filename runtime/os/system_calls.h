//===- system_calls.h - numbers of system calls, also of those that not every kernel has --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Younger architectures have the general forms alone (pselect6, ppoll, epoll_pwait). The others' numbers match no call
// there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_SYSTEM_CALLS_H
#define TACTUS_RUNTIME_OS_SYSTEM_CALLS_H

#include <sys/syscall.h>

#ifndef SYS_poll
#define SYS_poll (-1)
#define SYS_select (-2)
#define SYS_epoll_wait (-3)
#endif

#endif // TACTUS_RUNTIME_OS_SYSTEM_CALLS_H
