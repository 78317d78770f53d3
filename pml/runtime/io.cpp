//===- io.cpp - files by number -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each file has a buffer and a lock: what one call writes is not interleaved with what others write. While a thread
// waits for the system or for a lock it is outside (world.h), and holds no object: data go through memory of malloc's.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/io.h"

#include "pml/runtime/heap.h"
#include "pml/runtime/world.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace tactus::pml {

namespace {

constexpr size_t WriteBufferBytes = 16 << 10, ReadBytes = 64 << 10;

struct File {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  /// -1: closed, or a string that has been opened.
  int descriptor = -1;
  bool isOpen = false, isOutput = false;
  /// Why the last attempt to read has failed, or 0.
  int readProblem = 0;
  /// Why output could not be written when nobody asked for that, or 0. The next call of the writer reports it.
  int writeProblem = 0;
  /// When output is written.
  enum Mode : int64_t { AtOnce, ByLines, ByBlocks } mode = ByBlocks;
  /// How often it was used before for other files. A file's number has it, so that a closed one stays closed.
  int64_t generation = 0;
  /// What is to be written, or has been read and not taken: [begin, end).
  char *data = nullptr;
  size_t begin = 0, end = 0, room = 0;
};

constexpr int LogMostFiles = 12, MostFiles = 1 << LogMostFiles;
File *files[MostFiles];
pthread_mutex_t filesLock = PTHREAD_MUTEX_INITIALIZER;

thread_local int lastProblem;

File *createFile(int descriptor, bool isOutput) {
  auto *file = static_cast<File *>(calloc(1, sizeof(File)));
  if (!file)
    endWithoutMemory(sizeof(File));
  pthread_mutex_init(&file->lock, nullptr);
  file->descriptor = descriptor;
  file->isOpen = descriptor >= 0;
  file->isOutput = isOutput;
  file->mode = File::ByBlocks;
  return file;
}

/// Under filesLock: the first three are the standard ones.
void openStandard() {
  if (files[0])
    return;
  for (int i = 0; i < 3; ++i)
    files[i] = createFile(i, i > 0);
  files[1]->mode = isatty(1) ? File::ByLines : File::ByBlocks;
  files[2]->mode = File::AtOnce;
}

/// A file while it is being used, the thread being outside. Null if there is none of the number.
class Used {
public:
  explicit Used(int64_t number) {
    pthread_mutex_lock(&filesLock);
    openStandard();
    file = number >= 0 ? files[number & (MostFiles - 1)] : nullptr;
    pthread_mutex_unlock(&filesLock);
    if (!file)
      return;
    pthread_mutex_lock(&file->lock);
    if (file->generation == number >> LogMostFiles)
      return;
    pthread_mutex_unlock(&file->lock);
    file = nullptr;
  }
  ~Used() {
    if (file)
      pthread_mutex_unlock(&file->lock);
  }
  Used(const Used &) = delete;
  Used &operator=(const Used &) = delete;
  File *operator->() const { return file; }
  File &operator*() const { return *file; }
  bool isUsable(bool asOutput) const {
    bool usable = file && file->isOpen && file->isOutput == asOutput;
    if (!usable)
      lastProblem = EBADF;
    return usable;
  }

private:
  File *file;
};

/// Opens a file in the first place that is free; the thread is outside. -1 if there is none.
int64_t addFile(int descriptor, bool isOutput, char *data, size_t length) {
  pthread_mutex_lock(&filesLock);
  openStandard();
  int64_t result = -1;
  for (int64_t place = 3; place < MostFiles && result < 0; ++place) {
    if (!files[place])
      files[place] = createFile(-1, false);
    File &file = *files[place];
    pthread_mutex_lock(&file.lock);
    if (!file.isOpen) {
      result = ++file.generation << LogMostFiles | place;
      file.descriptor = descriptor;
      file.isOpen = true;
      file.isOutput = isOutput;
      file.readProblem = file.writeProblem = 0;
      file.mode = File::ByBlocks;
      file.data = data;
      file.begin = 0;
      file.end = file.room = length;
    }
    pthread_mutex_unlock(&file.lock);
  }
  pthread_mutex_unlock(&filesLock);
  if (result >= 0)
    return result;
  lastProblem = EMFILE;
  if (descriptor >= 0)
    close(descriptor);
  free(data);
  return -1;
}

void makeRoom(File &file, size_t more) {
  if (file.end + more <= file.room)
    return;
  if (file.begin > 0) {
    memmove(file.data, file.data + file.begin, file.end - file.begin);
    file.end -= file.begin;
    file.begin = 0;
  }
  if (file.end + more <= file.room)
    return;
  file.room = 2 * (file.end + more);
  file.data = static_cast<char *>(realloc(file.data, file.room));
  if (!file.data)
    endWithoutMemory(file.room);
}

bool flush(File &file) {
  if (file.writeProblem) {
    lastProblem = file.writeProblem;
    file.writeProblem = 0;
    file.begin = file.end = 0;
    return false;
  }
  while (file.begin < file.end) {
    ssize_t written = ::write(file.descriptor, file.data + file.begin, file.end - file.begin);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0) {
      lastProblem = errno;
      // What cannot be written is given up, or it would be tried at each further write.
      file.begin = file.end = 0;
      return false;
    }
    file.begin += static_cast<size_t>(written);
  }
  file.begin = file.end = 0;
  return true;
}

/// What the program has written may be the question that standard input answers. The reader holds the lock of files[0],
/// and nobody who holds that of files[1] waits for it.
void flushQuestions() {
  File &output = *files[1];
  pthread_mutex_lock(&output.lock);
  if (output.isOpen && !output.writeProblem && !flush(output))
    output.writeProblem = lastProblem;
  pthread_mutex_unlock(&output.lock);
}

/// Reads once more. False at the end, or for an error.
bool readMore(File &file) {
  if (file.descriptor < 0)
    return false;
  if (file.descriptor == 0)
    flushQuestions();
  makeRoom(file, ReadBytes);
  ssize_t count;
  do
    count = ::read(file.descriptor, file.data + file.end, ReadBytes);
  while (count < 0 && errno == EINTR);
  if (count < 0)
    file.readProblem = errno;
  if (count > 0)
    file.end += static_cast<size_t>(count);
  return count > 0;
}

/// Takes `count` bytes out of what has been read; with the buffer itself where that has nothing else.
char *take(File &file, size_t count) {
  if (count >= ReadBytes && file.begin == 0 && count == file.end) {
    file.end = file.room = 0;
    return std::exchange(file.data, nullptr);
  }
  auto *copy = static_cast<char *>(malloc(count + 1));
  if (!copy)
    endWithoutMemory(count);
  if (count)
    memcpy(copy, file.data + file.begin, count);
  file.begin += count;
  return copy;
}

/// `choose` says how much to take, the file being open for reading; the thread is outside while it does.
template <typename Choose> Object *readString(int64_t number, Choose choose) {
  char *copy = nullptr;
  size_t count = 0;
  {
    Outside outside;
    if (Used file(number); file.isUsable(false)) {
      count = choose(*file);
      copy = take(*file, count);
    }
  }
  Object *string = makeString(copy, count);
  free(copy);
  return string;
}

char *copyText(const Object *string) {
  auto *copy = static_cast<char *>(malloc(string->length() + 1));
  if (!copy)
    endWithoutMemory(string->length());
  memcpy(copy, string->chars(), string->length());
  copy[string->length()] = 0;
  return copy;
}

} // namespace

/// False if something could not be written, which `lastProblem` says.
static bool flushOutputs(int (*lock)(pthread_mutex_t *)) {
  bool isGood = true;
  for (File *file : files) {
    // Somebody may be waiting for what an input file gives, with its lock.
    if (!file || !__atomic_load_n(&file->isOutput, __ATOMIC_RELAXED) || lock(&file->lock) != 0)
      continue;
    if (file->isOpen && file->isOutput)
      isGood &= flush(*file);
    pthread_mutex_unlock(&file->lock);
  }
  return isGood;
}

int flushAll() { return flushOutputs(pthread_mutex_lock) ? 0 : lastProblem; }

void flushInDistress() { flushOutputs(pthread_mutex_trylock); }

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" {

int64_t pml_io_open(Object *name, int64_t mode) {
  PML_SAFEPOINT();
  char *path = copyText(name);
  Outside outside;
  static constexpr int Flags[] = {O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_APPEND};
  int descriptor = open(path, Flags[mode] | O_CLOEXEC, 0666);
  lastProblem = errno;
  free(path);
  return descriptor < 0 ? -1 : addFile(descriptor, mode != 0, nullptr, 0);
}

int64_t pml_io_open_string(Object *text) {
  PML_SAFEPOINT();
  uint64_t length = text->length();
  char *copy = copyText(text);
  Outside outside;
  return addFile(-1, false, copy, length);
}

int64_t pml_io_close(int64_t number) {
  PML_SAFEPOINT();
  Outside outside;
  Used file(number);
  if (!file.isUsable(true) && !file.isUsable(false))
    return 0;
  bool isGood = !file->isOutput || flush(*file);
  file->isOpen = false;
  if (file->descriptor > 2)
    isGood &= close(file->descriptor) == 0;
  free(file->data);
  file->data = nullptr;
  file->begin = file->end = file->room = 0;
  return isGood ? 0 : -1;
}

int64_t pml_io_flush(int64_t number) {
  PML_SAFEPOINT();
  Outside outside;
  Used file(number);
  if (!file.isUsable(true))
    return -2;
  return flush(*file) ? 0 : -1;
}

int64_t pml_io_write(int64_t number, Object *text) {
  PML_SAFEPOINT();
  uint64_t length = text->length();
  char *copy = copyText(text);
  Outside outside;
  int64_t result = -2;
  if (Used file(number); file.isUsable(true)) {
    makeRoom(*file, length);
    memcpy(file->data + file->end, copy, length);
    file->end += length;
    bool isDue = file->mode == File::AtOnce || file->end - file->begin >= WriteBufferBytes ||
                 (file->mode == File::ByLines && memchr(copy, '\n', length));
    result = !isDue || flush(*file) ? 0 : -1;
  }
  free(copy);
  return result;
}

int64_t pml_io_mode(int64_t number, int64_t mode) {
  PML_SAFEPOINT();
  Outside outside;
  Used file(number);
  if (!file.isUsable(true))
    return -2;
  int64_t before = file->mode;
  if (mode >= 0)
    file->mode = static_cast<File::Mode>(mode);
  return mode == File::AtOnce && !flush(*file) ? -1 : before;
}

int64_t pml_io_available(int64_t number) {
  PML_SAFEPOINT();
  Outside outside;
  Used file(number);
  if (!file.isUsable(false))
    return 0;
  if (file->begin == file->end && file->descriptor >= 0) {
    pollfd wanted = {file->descriptor, POLLIN, 0};
    if (poll(&wanted, 1, 0) == 0)
      return -1;
    readMore(*file);
  }
  return static_cast<int64_t>(file->end - file->begin);
}

int64_t pml_io_peek(int64_t number) {
  PML_SAFEPOINT();
  Outside outside;
  Used file(number);
  if (!file.isUsable(false) || (file->begin == file->end && !readMore(*file)))
    return -1;
  return static_cast<unsigned char>(file->data[file->begin]);
}

Object *pml_io_read(int64_t number, int64_t most) {
  PML_SAFEPOINT();
  return readString(number, [&](File &file) {
    if (file.begin == file.end)
      readMore(file);
    size_t there = file.end - file.begin;
    return there < static_cast<size_t>(most) ? there : static_cast<size_t>(most);
  });
}

Object *pml_io_read_all(int64_t number) {
  PML_SAFEPOINT();
  return readString(number, [](File &file) {
    while (readMore(file))
      ;
    return file.end - file.begin;
  });
}

Object *pml_io_read_line(int64_t number) {
  PML_SAFEPOINT();
  return readString(number, [](File &file) {
    size_t looked = 0;
    while (true) {
      size_t there = file.end - file.begin;
      if (there > looked)
        if (auto *found = static_cast<char *>(memchr(file.data + file.begin + looked, '\n', there - looked)))
          return static_cast<size_t>(found - (file.data + file.begin)) + 1;
      looked = there;
      if (!readMore(file))
        return there;
    }
  });
}

int64_t pml_io_read_problem(int64_t number) {
  PML_SAFEPOINT();
  Outside outside;
  Used file(number);
  if (!file.isUsable(false) || !file->readProblem)
    return 0;
  lastProblem = file->readProblem;
  file->readProblem = 0;
  return -1;
}

int64_t pml_io_problem() { return lastProblem; }
}
