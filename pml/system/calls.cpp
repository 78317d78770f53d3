//===- calls.cpp - what the Basis library asks of the system by name ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/system/calls.h"

#include "pml/system/posix.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tactus::pml {

namespace {

thread_local int lastError;

constexpr int64_t Giga = 1000000000;

/// As a program's own status: a command that a signal has ended has 128 more than the signal's number, as in shells.
int64_t run(const char *command) {
  int status = ::system(command);
  if (status == -1)
    return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Before 1970 times are negative: the least number is none.
int64_t modifiedAt(const char *name) {
  struct stat found;
  return stat(name, &found) == 0 ? found.st_mtim.tv_sec * Giga + found.st_mtim.tv_nsec : INT64_MIN;
}

int64_t setModified(const char *name, int64_t when) {
  int64_t part = when % Giga < 0 ? when % Giga + Giga : when % Giga;
  timespec both[2] = {{(when - part) / Giga, part}, {(when - part) / Giga, part}};
  return utimensat(AT_FDCWD, name, both, 0);
}

int64_t isKind(const char *name, mode_t kind) {
  struct stat found;
  int status = kind == S_IFLNK ? lstat(name, &found) : stat(name, &found);
  return status == 0 ? (found.st_mode & S_IFMT) == kind : -1;
}

int64_t fileBytes(const char *name) {
  struct stat found;
  return stat(name, &found) == 0 ? int64_t{found.st_size} : -1;
}

/// Not negative. Of one device no two files share it, and devices lie far apart: by 2^43 and more, where their numbers
/// have 20 bits.
int64_t identity(const char *name) {
  struct stat found;
  if (stat(name, &found) != 0)
    return -1;
  auto mixed = static_cast<uint64_t>(found.st_dev) * 0x9e3779b97f4a7c15u + static_cast<uint64_t>(found.st_ino);
  return static_cast<int64_t>(mixed & INT64_MAX);
}

int64_t makeFileWith(const char *name, int64_t permissions) {
  int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, static_cast<mode_t>(permissions));
  if (descriptor < 0)
    return errno == EEXIST ? 0 : -1;
  return close(descriptor);
}

int64_t permissions(const char *name) {
  struct stat found;
  return stat(name, &found) == 0 ? int64_t{found.st_mode & 07777} : -1;
}

int64_t kindOf(int64_t descriptor) {
  struct stat found;
  if (fstat(static_cast<int>(descriptor), &found) != 0)
    return -1;
  if (isatty(static_cast<int>(descriptor)))
    return 2;
  switch (found.st_mode & S_IFMT) {
  case S_IFDIR:
    return 1;
  case S_IFIFO:
    return 3;
  case S_IFSOCK:
    return 4;
  case S_IFCHR:
  case S_IFBLK:
    return 5;
  default:
    return 0;
  }
}

/// What the system knows of local time at a time.
tm localTime(int64_t seconds) {
  time_t when = seconds;
  tm local{};
  localtime_r(&when, &local);
  return local;
}

int64_t errorByName(const char *name) {
  for (int number = 1; number < 256; ++number)
    if (const char *known = strerrorname_np(number); known && strcmp(known, name) == 0)
      return number;
  return 0;
}

int64_t perform(SystemCall which, const char *first, const char *second, int64_t number) {
  switch (which) {
  case SystemCall::LastError:
    return lastError;
  case SystemCall::ChangeFolder:
    return chdir(first);
  case SystemCall::MakeFolder:
    return mkdir(first, 0777);
  case SystemCall::RemoveFolder:
    return rmdir(first);
  case SystemCall::RemoveFile:
    return unlink(first);
  case SystemCall::Rename:
    return rename(first, second);
  case SystemCall::Access:
    return access(first, static_cast<int>(number));
  case SystemCall::IsFolder:
    return isKind(first, S_IFDIR);
  case SystemCall::IsLink:
    return isKind(first, S_IFLNK);
  case SystemCall::FileBytes:
    return fileBytes(first);
  case SystemCall::ModifiedAt:
    return modifiedAt(first);
  case SystemCall::SetModified:
    return setModified(first, number);
  case SystemCall::Run:
    return run(first);
  case SystemCall::EastOfUtc:
    return localTime(number).tm_gmtoff;
  case SystemCall::IsSummerTime:
    return localTime(number).tm_isdst > 0;
  case SystemCall::ErrorByName:
    return errorByName(first);
  case SystemCall::FileIdentity:
    return identity(first);
  case SystemCall::DescriptorKind:
    return kindOf(number);
  case SystemCall::MakeFile:
    return makeFileWith(first, number);
  case SystemCall::Permissions:
    return permissions(first);
  case SystemCall::Process:
    return getpid();
  case SystemCall::Posix:
    return callPosix(first, second, number);
  }
  return -1;
}

bool listEntries(const char *name, TakeText take, void *to) {
  DIR *folder = opendir(name);
  if (!folder)
    return false;
  while (const dirent *entry = readdir(folder))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      take(to, entry->d_name, strlen(entry->d_name));
  closedir(folder);
  return true;
}

bool makeFile(TakeText take, void *to) {
  char name[] = "/tmp/fileXXXXXX";
  int descriptor = mkstemp(name);
  if (descriptor < 0)
    return false;
  close(descriptor);
  take(to, name, strlen(name));
  return true;
}

/// Waits for descriptors, for so many nanoseconds at most if that is not negative. The bits are 1 to read, 2 for urgent
/// data, and 4 to write.
bool pollAll(const char *wanted, int64_t limit, TakeText take, void *to) {
  constexpr size_t Most = 1024;
  pollfd descriptors[Most];
  size_t count = 0;
  char *end = nullptr;
  for (; count < Most; ++count) {
    auto descriptor = static_cast<int>(strtol(wanted, &end, 10));
    if (end == wanted)
      break;
    auto bits = strtol(end, &end, 10);
    descriptors[count] = {
        descriptor, static_cast<short>((bits & 1 ? POLLIN : 0) | (bits & 2 ? POLLPRI : 0) | (bits & 4 ? POLLOUT : 0)),
        0};
    wanted = end;
  }
  timespec time{limit / Giga, limit % Giga};
  if (ppoll(descriptors, count, limit < 0 ? nullptr : &time, nullptr) < 0)
    return false;
  take(to, "", 0);
  for (size_t index = 0; index < count; ++index) {
    short found = descriptors[index].revents, asked = descriptors[index].events;
    // An end or an error does not block a reader or a writer.
    bool isOver = (found & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    int bits = ((found & POLLIN) || (isOver && (asked & POLLIN)) ? 1 : 0) | (found & POLLPRI ? 2 : 0) |
               ((found & POLLOUT) || (isOver && (asked & POLLOUT)) ? 4 : 0);
    char text[40];
    if (bits)
      take(to, text, static_cast<size_t>(snprintf(text, sizeof text, "%d %d", descriptors[index].fd, bits)));
  }
  return true;
}

} // namespace

bool give(const char *text, TakeText take, void *to) {
  if (text)
    take(to, text, strlen(text));
  return text != nullptr;
}

void giveNumber(int64_t number, TakeText take, void *to) {
  char text[24];
  take(to, text, static_cast<size_t>(snprintf(text, sizeof text, "%lld", static_cast<long long>(number))));
}

int64_t callSystem(SystemCall which, const char *first, const char *second, int64_t number) {
  int64_t result = perform(which, first, second, number);
  if (result < 0 && which != SystemCall::EastOfUtc)
    lastError = errno;
  return result;
}

bool listTexts(SystemTexts which, const char *name, int64_t number, TakeText take, void *to) {
  char path[PATH_MAX];
  bool isGood = false;
  switch (which) {
  case SystemTexts::Folder:
    isGood = give(getcwd(path, sizeof path), take, to);
    break;
  case SystemTexts::Link:
    if (ssize_t length = readlink(name, path, sizeof path); length >= 0) {
      take(to, path, static_cast<size_t>(length));
      isGood = true;
    }
    break;
  case SystemTexts::FullPath:
    isGood = give(realpath(name, path), take, to);
    break;
  case SystemTexts::Entries:
    isGood = listEntries(name, take, to);
    break;
  case SystemTexts::NewFile:
    isGood = makeFile(take, to);
    break;
  case SystemTexts::ErrorMessage:
    isGood = give(strerror_r(static_cast<int>(number), path, sizeof path), take, to);
    break;
  case SystemTexts::Poll:
    isGood = pollAll(name, number, take, to);
    break;
  case SystemTexts::Posix:
    isGood = listPosix(name, take, to);
    break;
  case SystemTexts::ErrorName:
    isGood = give(strerrorname_np(static_cast<int>(number)), take, to);
    break;
  }
  if (!isGood)
    lastError = errno;
  return isGood;
}

} // namespace tactus::pml
