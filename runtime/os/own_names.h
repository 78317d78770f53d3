//===- own_names.h - a program may name its functions as POSIX names its own -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Included in front of every source. C reserves the names of its own library, and those that begin with an underscore:
// `read` is any program's. A program that has a function of that name has it called by every library that asks for
// read(). So what Tactus' libraries ask for by such a name has another one here, by which only they can ask for it.
//
// What is left as it is: functions that tools put their own in front of (memory, signals, threads, the loader), and
// names that nobody takes for something else. test/abi/names.py lists them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_OWN_NAMES_H
#define TACTUS_RUNTIME_OS_OWN_NAMES_H

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define TACTUS_OWN_NAME(name)                                                                                          \
  extern "C" __attribute__((visibility("hidden"))) decltype(name) name __asm__("tactus_os_" #name);
#include "own_names.def"
#undef TACTUS_OWN_NAME

#endif // TACTUS_RUNTIME_OS_OWN_NAMES_H
