//===- own_names.cpp - functions of POSIX that a program may have for something else -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Younger architectures have the general forms of the calls alone (openat), which all have.
//
//===----------------------------------------------------------------------===//
#include "runtime/os/own_names.h"

#include <cstdarg>
#include <cstdint>
#include <sys/syscall.h>

extern "C" {

int access(const char *path, int mode) noexcept {
  return static_cast<int>(syscall(SYS_faccessat, AT_FDCWD, path, mode));
}
int close(int file) { return static_cast<int>(syscall(SYS_close, file)); }
int fchmod(int file, mode_t mode) noexcept { return static_cast<int>(syscall(SYS_fchmod, file, mode)); }
int fchown(int file, uid_t user, gid_t group) noexcept {
  return static_cast<int>(syscall(SYS_fchown, file, user, group));
}
int ftruncate(int file, off_t length) noexcept { return static_cast<int>(syscall(SYS_ftruncate, file, length)); }
int linkat(int fromFolder, const char *from, int toFolder, const char *to, int flags) noexcept {
  return static_cast<int>(syscall(SYS_linkat, fromFolder, from, toFolder, to, flags));
}
int unlink(const char *path) noexcept { return static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, path, 0)); }

int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
/// Each command has one argument at most, which the kernel takes as a word.
int fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  uintptr_t argument = va_arg(rest, uintptr_t);
  va_end(rest);
  return static_cast<int>(syscall(SYS_fcntl, file, command, argument));
}
int ioctl(int file, unsigned long request, ...) noexcept {
  va_list rest;
  va_start(rest, request);
  uintptr_t argument = va_arg(rest, uintptr_t);
  va_end(rest);
  return static_cast<int>(syscall(SYS_ioctl, file, request, argument));
}

ssize_t read(int file, void *to, size_t size) { return syscall(SYS_read, file, to, size); }
ssize_t write(int file, const void *from, size_t size) { return syscall(SYS_write, file, from, size); }
ssize_t pwrite(int file, const void *from, size_t size, off_t at) {
  return syscall(SYS_pwrite64, file, from, size, at);
}
/// The place is two words, of which 64 bits need the first.
ssize_t pwritev(int file, const iovec *parts, int count, off_t at) {
  return syscall(SYS_pwritev, file, parts, count, at, 0L);
}

int fstat(int file, struct stat *to) noexcept { return static_cast<int>(syscall(SYS_fstat, file, to)); }
static int statAt(const char *path, struct stat *to, int flags) {
  return static_cast<int>(syscall(SYS_newfstatat, AT_FDCWD, path, to, flags));
}
int stat(const char *path, struct stat *to) noexcept { return statAt(path, to, 0); }
int lstat(const char *path, struct stat *to) noexcept { return statAt(path, to, AT_SYMLINK_NOFOLLOW); }

pid_t getpid() noexcept { return static_cast<pid_t>(syscall(SYS_getpid)); }
pid_t getppid() noexcept { return static_cast<pid_t>(syscall(SYS_getppid)); }
pid_t gettid() noexcept { return static_cast<pid_t>(syscall(SYS_gettid)); }
uid_t getuid() noexcept { return static_cast<uid_t>(syscall(SYS_getuid)); }

char *getcwd(char *to, size_t size) noexcept { return syscall(SYS_getcwd, to, size) < 0 ? nullptr : to; }

int pause() { return static_cast<int>(syscall(SYS_ppoll, nullptr, 0, nullptr, nullptr, 0)); }

} // extern "C"
