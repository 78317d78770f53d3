//===- descriptors.cpp - what Posix does with file descriptors -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/system/descriptors.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

namespace tactus::pml {

namespace {

/// A name of configuration and the system's number for it.
struct Configured {
  const char *name;
  int number;
};

constexpr Configured OfFiles[] = {
    {"CHOWN_RESTRICTED", _PC_CHOWN_RESTRICTED},
    {"LINK_MAX", _PC_LINK_MAX},
    {"MAX_CANON", _PC_MAX_CANON},
    {"MAX_INPUT", _PC_MAX_INPUT},
    {"NAME_MAX", _PC_NAME_MAX},
    {"NO_TRUNC", _PC_NO_TRUNC},
    {"PATH_MAX", _PC_PATH_MAX},
    {"PIPE_BUF", _PC_PIPE_BUF},
    {"VDISABLE", _PC_VDISABLE},
    {"ASYNC_IO", _PC_ASYNC_IO},
    {"SYNC_IO", _PC_SYNC_IO},
    {"PRIO_IO", _PC_PRIO_IO},
};

constexpr Configured OfSystem[] = {
    {"ARG_MAX", _SC_ARG_MAX},
    {"CHILD_MAX", _SC_CHILD_MAX},
    {"CLK_TCK", _SC_CLK_TCK},
    {"HOST_NAME_MAX", _SC_HOST_NAME_MAX},
    {"IOV_MAX", _SC_IOV_MAX},
    {"JOB_CONTROL", _SC_JOB_CONTROL},
    {"LINE_MAX", _SC_LINE_MAX},
    {"LOGIN_NAME_MAX", _SC_LOGIN_NAME_MAX},
    {"NGROUPS_MAX", _SC_NGROUPS_MAX},
    {"NPROCESSORS_CONF", _SC_NPROCESSORS_CONF},
    {"NPROCESSORS_ONLN", _SC_NPROCESSORS_ONLN},
    {"OPEN_MAX", _SC_OPEN_MAX},
    {"PAGESIZE", _SC_PAGESIZE},
    {"PAGE_SIZE", _SC_PAGESIZE},
    {"PHYS_PAGES", _SC_PHYS_PAGES},
    {"RE_DUP_MAX", _SC_RE_DUP_MAX},
    {"SAVED_IDS", _SC_SAVED_IDS},
    {"STREAM_MAX", _SC_STREAM_MAX},
    {"SYMLOOP_MAX", _SC_SYMLOOP_MAX},
    {"TTY_NAME_MAX", _SC_TTY_NAME_MAX},
    {"TZNAME_MAX", _SC_TZNAME_MAX},
    {"VERSION", _SC_VERSION},
};

/// What the system says of a name, -2 for no limit, and -1 for an error.
template <size_t Count, typename Ask> int64_t configured(const Configured (&names)[Count], const char *name, Ask ask) {
  for (const Configured &known : names)
    if (strcmp(known.name, name) == 0) {
      errno = 0;
      int64_t result = ask(known.number);
      return result == -1 && errno == 0 ? -2 : result;
    }
  errno = EINVAL;
  return -1;
}

/// The name is the second of two lines, behind that of a file.
int64_t ofNamedFile(const char *text) {
  const char *line = strchrnul(text, '\n');
  char *path = strndup(text, static_cast<size_t>(line - text));
  int64_t result = configured(OfFiles, *line ? line + 1 : line, [&](int number) { return pathconf(path, number); });
  int problem = errno;
  free(path);
  errno = problem;
  return result;
}

bool read(int descriptor, long most, TakeText take, void *to) {
  auto *bytes = static_cast<char *>(malloc(static_cast<size_t>(most) + 1));
  if (!bytes)
    return false;
  ssize_t count = again([&] { return ::read(descriptor, bytes, static_cast<size_t>(most)); });
  if (count >= 0)
    take(to, bytes, static_cast<size_t>(count));
  int problem = errno;
  free(bytes);
  errno = problem;
  return count >= 0;
}

/// Device, number, links, owners, bytes, mode, and the nanoseconds of its last access, modification and change.
bool tell(int status, const struct stat &found, TakeText take, void *to) {
  if (status != 0)
    return false;
  auto nanoseconds = [](const timespec &time) { return int64_t{time.tv_sec} * 1000000000 + time.tv_nsec; };
  for (int64_t each :
       {static_cast<int64_t>(found.st_dev), static_cast<int64_t>(found.st_ino), static_cast<int64_t>(found.st_nlink),
        int64_t{found.st_uid}, int64_t{found.st_gid}, int64_t{found.st_size}, int64_t{found.st_mode},
        nanoseconds(found.st_atim), nanoseconds(found.st_mtim), nanoseconds(found.st_ctim)})
    giveNumber(each, take, to);
  return true;
}

bool tellDescriptor(int descriptor, TakeText take, void *to) {
  struct stat found;
  return tell(fstat(descriptor, &found), found, take, to);
}

bool tellFile(bool followsLinks, const char *name, TakeText take, void *to) {
  struct stat found;
  return tell(followsLinks ? stat(name, &found) : lstat(name, &found), found, take, to);
}

/// The command, and the lock's kind, whence, start and length follow the descriptor.
bool lock(const long *numbers, TakeText take, void *to) {
  struct flock wanted{};
  wanted.l_type = static_cast<short>(numbers[2]);
  wanted.l_whence = static_cast<short>(numbers[3]);
  wanted.l_start = numbers[4];
  wanted.l_len = numbers[5];
  if (again([&] { return fcntl(static_cast<int>(numbers[0]), static_cast<int>(numbers[1]), &wanted); }) < 0)
    return false;
  for (int64_t each : {int64_t{wanted.l_type}, int64_t{wanted.l_whence}, int64_t{wanted.l_start}, int64_t{wanted.l_len},
                       int64_t{wanted.l_pid}})
    giveNumber(each, take, to);
  return true;
}

/// Flags, speeds and characters of a terminal.
bool tellTerminal(int descriptor, TakeText take, void *to) {
  termios found;
  if (tcgetattr(descriptor, &found) != 0)
    return false;
  for (int64_t each : {int64_t{found.c_iflag}, int64_t{found.c_oflag}, int64_t{found.c_cflag}, int64_t{found.c_lflag},
                       int64_t{cfgetispeed(&found)}, int64_t{cfgetospeed(&found)}})
    giveNumber(each, take, to);
  for (cc_t each : found.c_cc)
    giveNumber(each, take, to);
  return true;
}

/// The same as the numbers behind when it is to be done. What is not among them stays.
int64_t setTerminal(const long *numbers) {
  termios wanted;
  auto descriptor = static_cast<int>(numbers[0]);
  if (tcgetattr(descriptor, &wanted) != 0)
    return -1;
  wanted.c_iflag = static_cast<tcflag_t>(numbers[2]);
  wanted.c_oflag = static_cast<tcflag_t>(numbers[3]);
  wanted.c_cflag = static_cast<tcflag_t>(numbers[4]);
  wanted.c_lflag = static_cast<tcflag_t>(numbers[5]);
  if (cfsetispeed(&wanted, static_cast<speed_t>(numbers[6])) != 0 ||
      cfsetospeed(&wanted, static_cast<speed_t>(numbers[7])) != 0)
    return -1;
  for (int index = 0; index < NCCS; ++index)
    wanted.c_cc[index] = static_cast<cc_t>(numbers[8 + index]);
  return tcsetattr(descriptor, static_cast<int>(numbers[1]), &wanted);
}

/// Seconds and nanoseconds of the last access and modification; now without numbers.
int64_t setTimes(const long *numbers, const char *name, bool isNow) {
  timespec times[] = {{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
  return utimensat(AT_FDCWD, name, isNow ? nullptr : times, 0);
}

} // namespace

bool callDescriptor(const char *name, const long *numbers, const char *text, int64_t number, int64_t &result) {
  auto is = [&](const char *known) { return strcmp(name, known) == 0; };
  auto descriptor = static_cast<int>(numbers[0]), second = static_cast<int>(numbers[1]);
  if (is("open"))
    result = again([&] { return open(text, descriptor, static_cast<mode_t>(number)); });
  else if (is("close"))
    result = close(descriptor);
  else if (is("write"))
    result = again([&] { return ::write(descriptor, text, static_cast<size_t>(number)); });
  else if (is("lseek"))
    result = lseek(descriptor, number, second);
  else if (is("fsync"))
    result = fsync(descriptor);
  else if (is("fcntl"))
    result = fcntl(descriptor, second, static_cast<long>(number));
  else if (is("isatty"))
    result = isatty(descriptor);
  else if (is("dup"))
    result = dup(descriptor);
  else if (is("dup2"))
    result = dup2(descriptor, second);
  else if (is("fchmod"))
    result = fchmod(descriptor, static_cast<mode_t>(number));
  else if (is("fchown"))
    result = fchown(descriptor, static_cast<uid_t>(second), static_cast<gid_t>(number));
  else if (is("ftruncate"))
    result = ftruncate(descriptor, number);
  else if (is("utime"))
    result = setTimes(numbers, text, number != 0);
  else if (is("sysconf"))
    result = configured(OfSystem, text, [](int which) { return sysconf(which); });
  else if (is("pathconf"))
    result = ofNamedFile(text);
  else if (is("fpathconf"))
    result = configured(OfFiles, text, [&](int which) { return fpathconf(descriptor, which); });
  else if (is("tcsetattr"))
    result = setTerminal(numbers);
  else if (is("tcsendbreak"))
    result = tcsendbreak(descriptor, second);
  else if (is("tcdrain"))
    result = again([&] { return tcdrain(descriptor); });
  else if (is("tcflush"))
    result = tcflush(descriptor, second);
  else if (is("tcflow"))
    result = tcflow(descriptor, second);
  else if (is("tcgetpgrp"))
    result = tcgetpgrp(descriptor);
  else if (is("tcsetpgrp"))
    result = tcsetpgrp(descriptor, second);
  else
    return false;
  return true;
}

bool listDescriptor(const char *name, const long *numbers, const char *rest, TakeText take, void *to, bool &isKnown) {
  auto is = [&](const char *known) { return strcmp(name, known) == 0; };
  auto descriptor = static_cast<int>(numbers[0]);
  isKnown = true;
  if (is("read"))
    return read(descriptor, numbers[1], take, to);
  if (is("fstat"))
    return tellDescriptor(descriptor, take, to);
  if (is("stat"))
    return tellFile(descriptor != 0, rest, take, to);
  if (is("lock"))
    return lock(numbers, take, to);
  if (is("tcgetattr"))
    return tellTerminal(descriptor, take, to);
  isKnown = false;
  return false;
}

} // namespace tactus::pml
