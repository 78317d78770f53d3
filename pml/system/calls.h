//===- calls.h - what the Basis library asks of the system by name ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Files and folders by their names, commands, time zones, errors. Two primitives of the PCall IR serve all of it:
// system_call gives a number, system_texts some texts. The interpreter and the runtime of compiled programs share this;
// it needs no C++ library.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYSTEM_CALLS_H
#define TACTUS_PML_SYSTEM_CALLS_H

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace tactus::pml {

/// The numbers are those that pml/basis/os_calls.sml has. Names of files are the call's first text, where nothing else
/// is said.
enum class SystemCall : int64_t {
  LastError = 0,       ///< the error of this thread's last call
  ChangeFolder = 1,    ///<
  MakeFolder = 2,      ///<
  RemoveFolder = 3,    ///<
  RemoveFile = 4,      ///<
  Rename = 5,          ///< the second text is the new name
  Access = 6,          ///< may it be used: the number has the bits 4 to read, 2 to write, 1 to execute
  IsFolder = 7,        ///< 0 or 1
  IsLink = 8,          ///< 0 or 1, of the name itself
  FileBytes = 9,       ///<
  ModifiedAt = 10,     ///< nanoseconds since 1970, INT64_MIN for an error
  SetModified = 11,    ///< to the number of nanoseconds since 1970
  Run = 12,            ///< a command of the shell; its exit status
  EastOfUtc = 13,      ///< how many seconds local time is ahead of UTC at the number of seconds since 1970
  IsSummerTime = 14,   ///< the same, 0 or 1
  ErrorByName = 15,    ///< the number of the error that has this name, as ENOENT; 0 if there is none
  FileIdentity = 16,   ///< a number that names of one file share
  DescriptorKind = 17, ///< of the descriptor with the number: 0 file, 1 folder, 2 terminal, 3 pipe, 4 socket, 5 device
  MakeFile = 18,       ///< if there is none; the number has its permissions
  Permissions = 19,    ///<
  Process = 20,        ///< its number
  Posix = 21           ///< a call of posix.h
};

enum class SystemTexts : int64_t {
  Folder = 0,       ///< the current one
  Link = 1,         ///< where a symbolic link leads
  FullPath = 2,     ///< without links and dots
  Entries = 3,      ///< of a folder, without . and ..
  NewFile = 4,      ///< the name of a temporary file that has been made
  ErrorMessage = 5, ///< of the error with the number
  ErrorName = 6,    ///< the same
  Poll = 7, ///< the name has descriptors and what they are waited for (OS.IO); an empty text, and each that is ready
  Posix = 8 ///< a call of posix.h
};

/// The result, or -1 for an error where nothing else is said.
int64_t callSystem(SystemCall which, const char *first, const char *second, int64_t number);

/// Gets each text.
using TakeText = void (*)(void *to, const char *text, size_t length);

/// Until no signal interrupts it.
template <typename Call> auto again(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR)
    result = call();
  return result;
}

/// Hands a text on, and says whether there is one.
bool give(const char *text, TakeText take, void *to);
/// Hands a number on, as a text.
void giveNumber(int64_t number, TakeText take, void *to);

/// Whether it has worked; otherwise the error is LastError.
bool listTexts(SystemTexts which, const char *name, int64_t number, TakeText take, void *to);

} // namespace tactus::pml

#endif // TACTUS_PML_SYSTEM_CALLS_H
