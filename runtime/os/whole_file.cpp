//===- whole_file.cpp - a file that is there whole, or as it was -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "runtime/os/whole_file.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tactus {

static bool isSame(const struct stat &a, const struct stat &b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

/// What is there is written on, and not replaced: a device, a pipe, or a log that the program writes to.
static bool isStream(const char *name, const struct stat &there) {
  struct stat open;
  for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (fstat(descriptor, &open) == 0 && isSame(open, there))
      return true;
  return !S_ISREG(there.st_mode) || strncmp(name, "/dev/fd/", 8) == 0 || strncmp(name, "/proc/", 6) == 0;
}

/// Writes names beside the target into `unfinished` until the step, which is to make a file of that name, finds one
/// that is free: an earlier process with this number may have been killed.
template <typename Step> bool WholeFile::tryNames(Step step) {
  const char *slash = strrchr(target, '/');
  auto folder = static_cast<int>(slash ? slash + 1 - target : 0);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    int length =
        snprintf(unfinished, sizeof unfinished, "%.*s.tactus-unfinished-%d-%d", folder, target, getpid(), attempt);
    if (length >= static_cast<int>(sizeof unfinished)) {
      errno = ENAMETOOLONG;
      return false;
    }
    if (step())
      return true;
    if (errno != EEXIST)
      return false;
  }
  return false;
}

/// The umask is for all threads, so it is not asked for: the file has its permissions from the system.
int WholeFile::openBeside(mode_t mode) {
  const char *slash = strrchr(target, '/');
  snprintf(unfinished, sizeof unfinished, "%.*s", static_cast<int>(slash ? slash + 1 - target : 1),
           slash ? target : ".");
  // It is given a name by its descriptor's.
  if (access("/proc/self/fd", X_OK) == 0)
    descriptor = ::open(unfinished, O_RDWR | O_TMPFILE | O_CLOEXEC, mode);
  if (descriptor < 0)
    hasName = tryNames([&] {
      descriptor = ::open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      return descriptor >= 0;
    });
  return descriptor;
}

int WholeFile::openNew(const char *name) {
  constexpr mode_t Permissions = 0777, Ordinary = 0666;
  struct stat there;
  if (stat(name, &there) != 0) {
    // A link to what is not there yet is no place to move to.
    if (errno != ENOENT || lstat(name, &there) == 0)
      return -1;
    snprintf(target, sizeof target, "%s", name);
    return openBeside(Ordinary);
  }
  if (isStream(name, there)) {
    errno = ENOTSUP;
    return -1;
  }
  if (access(name, W_OK) != 0 || !realpath(name, target))
    return -1;
  int file = openBeside(Ordinary);
  // What is not allowed is left: the file is the user's then.
  struct stat fresh;
  if (file >= 0 && fstat(file, &fresh) == 0 && (fresh.st_uid != there.st_uid || fresh.st_gid != there.st_gid) &&
      fchown(file, there.st_uid, there.st_gid) != 0)
    errno = 0;
  if (file >= 0)
    fchmod(file, there.st_mode & Permissions);
  return file;
}

/// Whoever dies between the two steps leaves the file's name for that moment. So this thread takes no signals
/// meanwhile. Another one may.
bool WholeFile::moveToPlace() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  char self[32];
  snprintf(self, sizeof self, "/proc/self/fd/%d", descriptor);
  if (!hasName)
    hasName = tryNames([&] { return linkat(AT_FDCWD, self, AT_FDCWD, unfinished, AT_SYMLINK_FOLLOW) == 0; });
  bool isThere = hasName && rename(unfinished, target) == 0;
  int problem = errno;
  if (!isThere)
    discard();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = problem;
  return isThere;
}

void WholeFile::discard() {
  if (hasName)
    unlink(unfinished);
}

FILE *WholeFile::open(const char *name) {
  int file = openNew(name);
  isMoved = file >= 0;
  // Where nothing can be put beside it, it is written itself.
  if (!isMoved)
    file = ::open(name, O_WRONLY | O_CREAT | O_CLOEXEC | (errno == ENOTSUP ? O_APPEND : O_TRUNC), 0666);
  stream = file < 0 ? nullptr : fdopen(file, "w");
  if (!stream && isMoved)
    discard();
  return stream;
}

bool WholeFile::close() {
  bool hasAll = fflush(stream) == 0 && !ferror(stream);
  int problem = errno;
  if (hasAll && isMoved) {
    hasAll = moveToPlace();
    problem = errno;
  } else if (isMoved) {
    discard();
  }
  fclose(stream);
  errno = problem;
  return hasAll;
}

} // namespace tactus
