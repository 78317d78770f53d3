//===- streams.cpp - files of interpreted programs --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "streams.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tactus::pml::interpreting {

constexpr size_t BufferSize = size_t{1} << 16;

Streams::Streams() {
  for (int descriptor = 0; descriptor < 3; ++descriptor)
    streams.push_back({descriptor,
                       true,
                       descriptor > 0,
                       {},
                       0,
                       descriptor == 2                ? 0
                       : descriptor == 1 && isatty(1) ? 1
                                                      : 2});
}

Streams::~Streams() {
  for (size_t number = 0; number < streams.size(); ++number) {
    flush(static_cast<int64_t>(number));
    if (number > 2 && streams[number].descriptor >= 0)
      ::close(streams[number].descriptor);
  }
}

int64_t Streams::fail(int number) {
  lastProblem = number;
  return -1;
}

Streams::Stream *Streams::find(int64_t number) {
  bool isKnown =
      number >= 0 && static_cast<size_t>(number) < streams.size() && streams[static_cast<size_t>(number)].isOpen;
  if (!isKnown)
    fail(EBADF);
  return isKnown ? &streams[static_cast<size_t>(number)] : nullptr;
}

int64_t Streams::open(const std::string &name, int64_t mode) {
  int flags = mode == 0 ? O_RDONLY : O_WRONLY | O_CREAT | (mode == 1 ? O_TRUNC : O_APPEND);
  int descriptor = ::open(name.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return fail(errno);
  streams.push_back({descriptor, true, mode != 0, {}, 0, 2});
  return static_cast<int64_t>(streams.size() - 1);
}

int64_t Streams::openText(std::string text) {
  streams.push_back({-1, true, false, std::move(text), 0, 2});
  return static_cast<int64_t>(streams.size() - 1);
}

int64_t Streams::close(int64_t number) {
  int64_t status = flush(number);
  if (Stream *stream = find(number)) {
    if (stream->descriptor > 2)
      ::close(stream->descriptor);
    stream->isOpen = false;
    stream->descriptor = -1;
    return status;
  }
  return 0; // closing twice is no error
}

int64_t Streams::flush(int64_t number) {
  Stream *stream = find(number);
  if (!stream || !stream->isWritten)
    return stream ? 0 : -2;
  size_t written = 0;
  while (written < stream->buffer.size()) {
    ssize_t count = ::write(stream->descriptor, stream->buffer.data() + written, stream->buffer.size() - written);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0) {
      stream->buffer.clear();
      return fail(errno);
    }
    written += static_cast<size_t>(count);
  }
  stream->buffer.clear();
  return 0;
}

int64_t Streams::write(int64_t number, const std::string &text) {
  Stream *stream = find(number);
  if (!stream)
    return -2;
  stream->buffer += text;
  bool endsLine = stream->mode == 1 && text.find('\n') != std::string::npos;
  if (stream->buffer.size() >= BufferSize || stream->mode == 0 || endsLine)
    return flush(number);
  return 0;
}

/// More of what can be read; false at the end.
bool Streams::fill(Stream &stream) {
  if (stream.descriptor < 0 || stream.isWritten)
    return false;
  // What has been written may be the question that standard input answers.
  if (stream.descriptor == 0)
    flush(1);
  stream.buffer.erase(0, stream.used);
  stream.used = 0;
  size_t before = stream.buffer.size();
  stream.buffer.resize(before + BufferSize);
  ssize_t count = 0;
  do
    count = ::read(stream.descriptor, stream.buffer.data() + before, BufferSize);
  while (count < 0 && errno == EINTR);
  if (count < 0)
    stream.readProblem = errno;
  stream.buffer.resize(before + static_cast<size_t>(count < 0 ? 0 : count));
  return count > 0;
}

int64_t Streams::readProblem(int64_t number) {
  Stream *stream = find(number);
  if (!stream || !stream->readProblem)
    return 0;
  int problem = stream->readProblem;
  stream->readProblem = 0;
  return fail(problem);
}

int64_t Streams::peek(int64_t number) {
  Stream *stream = find(number);
  if (!stream || (stream->used == stream->buffer.size() && !fill(*stream)))
    return -1;
  return static_cast<unsigned char>(stream->buffer[stream->used]);
}

int64_t Streams::available(int64_t number) {
  Stream *stream = find(number);
  if (!stream)
    return 0;
  if (stream->used == stream->buffer.size() && stream->descriptor >= 0) {
    pollfd wanted = {stream->descriptor, POLLIN, 0};
    if (poll(&wanted, 1, 0) == 0)
      return -1;
    fill(*stream);
  }
  return static_cast<int64_t>(stream->buffer.size() - stream->used);
}

int64_t Streams::mode(int64_t number, int64_t chosen) {
  Stream *stream = find(number);
  if (!stream)
    return -2;
  int64_t before = stream->mode;
  if (chosen >= 0)
    stream->mode = chosen;
  return chosen == 0 && flush(number) < 0 ? -1 : before;
}

std::string Streams::read(int64_t number, int64_t most) {
  if (peek(number) < 0)
    return "";
  Stream &stream = *find(number);
  std::string text = stream.buffer.substr(stream.used, static_cast<size_t>(most));
  stream.used += text.size();
  return text;
}

std::string Streams::readAll(int64_t number) {
  std::string text;
  for (std::string part; !(part = read(number, BufferSize)).empty();)
    text += part;
  return text;
}

std::string Streams::readLine(int64_t number) {
  std::string text;
  while (peek(number) >= 0) {
    Stream &stream = *find(number);
    size_t end = stream.buffer.find('\n', stream.used);
    size_t next = end == std::string::npos ? stream.buffer.size() : end + 1;
    text += stream.buffer.substr(stream.used, next - stream.used);
    stream.used = next;
    if (end != std::string::npos)
      break;
  }
  return text;
}

} // namespace tactus::pml::interpreting
