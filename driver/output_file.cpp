//===- output_file.cpp - a file that is there whole, or as it was -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "output_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tactus::driver {

namespace {

namespace files = std::filesystem;

/// An open file of this process, as /dev/stdout is.
bool isDescriptor(const files::path &path) {
  std::error_code ignored;
  return files::canonical(path.parent_path(), ignored).string().starts_with("/proc/");
}

/// Up to what is no link, or is not there.
files::path followLinks(files::path path) {
  constexpr int MostLinks = 40; // as the system has it
  for (int i = 0; i < MostLinks && !isDescriptor(path); ++i) {
    std::error_code error;
    files::path next = files::read_symlink(path, error);
    if (error)
      break;
    path = path.parent_path() / next; // an absolute one stays
  }
  return path;
}

class Descriptor {
public:
  const int number;
  Descriptor(const files::path &path, int flags) : number(open(path.c_str(), flags | O_CLOEXEC)) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
};

/// 0, or why not, as errno has it.
int copyAll(int from, int to) {
  std::array<char, 1 << 16> buffer;
  for (;;) {
    ssize_t length = read(from, buffer.data(), buffer.size());
    if (length <= 0)
      return length == 0 ? 0 : errno;
    for (ssize_t written = 0; written < length;) {
      ssize_t more = write(to, buffer.data() + written, static_cast<size_t>(length - written));
      if (more < 0 && errno != EINTR)
        return errno;
      written += more < 0 ? 0 : more;
    }
  }
}

/// Copies behind what is in the stream. 0, or why not.
int append(const files::path &from, const files::path &stream) {
  Descriptor source(from, O_RDONLY), target(stream, O_WRONLY | O_APPEND);
  return source.number < 0 || target.number < 0 ? errno : copyAll(source.number, target.number);
}

/// Copies in place of what is in the file. 0, or why not: then it is as it was, unless the disk has broken.
int overwrite(const files::path &from, const files::path &file) {
  Descriptor source(from, O_RDONLY), target(file, O_WRONLY);
  struct stat fresh{}, old{};
  if (source.number < 0 || target.number < 0 || fstat(source.number, &fresh) != 0 || fstat(target.number, &old) != 0)
    return errno;
  // Room for all, before the first byte is lost.
  if (fresh.st_size > old.st_size)
    if (int problem = posix_fallocate(target.number, old.st_size, fresh.st_size - old.st_size);
        problem != 0 && problem != EOPNOTSUPP && problem != EINVAL) {
      [[maybe_unused]] int asItWas = ftruncate(target.number, old.st_size);
      return problem;
    }
  int problem = copyAll(source.number, target.number);
  return problem == 0 && ftruncate(target.number, fresh.st_size) != 0 ? errno : problem;
}

/// Gives the file owner and permissions of that which it replaces; a program may be executed by who may read it.
void adoptPermissions(const files::path &file, const files::path &replaced) {
  constexpr mode_t Permissions = 0777, Reading = 0444, Executing = 0111;
  struct stat fresh{}, old{};
  if (stat(replaced.c_str(), &old) != 0 || stat(file.c_str(), &fresh) != 0)
    return;
  mode_t mode = old.st_mode & Permissions;
  if (fresh.st_mode & Executing)
    mode |= (mode & Reading) >> 2;
  // What is not allowed is left: the file is the user's then.
  [[maybe_unused]] int owned =
      old.st_uid != fresh.st_uid || old.st_gid != fresh.st_gid ? chown(file.c_str(), old.st_uid, old.st_gid) : 0;
  chmod(file.c_str(), mode);
}

} // namespace

OutputFile::OutputFile(const files::path &given, std::string whatToDo)
    : name(given.string()), advice(std::move(whatToDo)), target(followLinks(given)) {
  std::error_code failure;
  files::file_status status = files::status(target, failure);
  if (status.type() == files::file_type::none)
    error = cannotWrite(failure.message());
  else if (is_directory(status) || !target.has_filename())
    error = cannotWrite("it is a folder");
  else if (exists(status) && access(target.c_str(), W_OK) != 0)
    error = cannotWrite(std::strerror(errno));
  if (!error.empty())
    return;
  isStream = exists(status) && (!is_regular_file(status) || isDescriptor(target));
  isMoved = !isStream;
  openFolder();
}

void OutputFile::openFolder() {
  if (isMoved) {
    folder.emplace(target.has_parent_path() ? target.parent_path() : files::path("."));
    int reason = folder->reason();
    std::error_code ignored;
    if (folder->exists())
      return;
    if ((reason != EACCES && reason != EPERM && reason != EROFS) || !files::exists(target, ignored)) {
      error = cannotWrite(std::strerror(reason));
      return;
    }
    isMoved = false; // the file may be written, its folder may not
  }
  folder.emplace();
  if (!folder->exists())
    error = folder->problem();
}

std::string OutputFile::cannotWrite(const std::string &reason) const {
  return "cannot write '" + name + "': " + reason + "; " + advice;
}

std::string OutputFile::keep() {
  if (isStream) {
    int problem = append(path(), target);
    return problem == 0 ? std::string() : cannotWrite(std::strerror(problem));
  }
  EndingWaits whole;
  if (isMoved) {
    adoptPermissions(path(), target);
    if (rename(path().c_str(), target.c_str()) == 0)
      return {};
    if (errno != EBUSY && errno != EXDEV) // a file that is mounted has a place of its own
      return cannotWrite(std::strerror(errno));
  }
  int problem = overwrite(path(), target);
  return problem == 0 ? std::string() : cannotWrite(std::strerror(problem));
}

std::string OutputFile::write(const std::string &text) {
  if (!error.empty())
    return error;
  std::ofstream file(path(), std::ios::binary);
  file << text;
  file.close();
  return file ? keep() : cannotWrite(std::strerror(errno));
}

bool OutputFile::replaces(const files::path &input) const {
  std::error_code ignored;
  return !isStream && files::equivalent(target, input, ignored);
}

std::string writeWhole(const files::path &target, const std::string &text, const std::string &advice) {
  return OutputFile(target, advice).write(text);
}

} // namespace tactus::driver
