//===- streams.h - files of interpreted programs ------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_INTERPRET_STREAMS_H
#define TACTUS_PML_INTERPRET_STREAMS_H

#include <cstdint>
#include <string>
#include <vector>

namespace tactus::pml::interpreting {

/// Files by number; 0, 1 and 2 are the standard ones. What fails gives a negative number, -2 if the file is closed, and
/// leaves the error's number in problem().
class Streams {
public:
  Streams();
  Streams(const Streams &) = delete;
  Streams &operator=(const Streams &) = delete;
  ~Streams();

  /// Modes: 0 reads, 1 writes, 2 appends; 3 opens the descriptor of that number, and 4 gives that of a file.
  int64_t open(const std::string &name, int64_t mode);
  int64_t openText(std::string text);
  int64_t close(int64_t number);
  int64_t flush(int64_t number);
  int64_t write(int64_t number, const std::string &text);
  /// The next character, or a negative number.
  int64_t peek(int64_t number);
  /// How many characters can be taken at once; a negative number if there is nothing yet.
  int64_t available(int64_t number);
  /// How output is buffered, and from now on: nothing, by lines or by blocks.
  int64_t mode(int64_t number, int64_t chosen);
  std::string read(int64_t number, int64_t most);
  std::string readAll(int64_t number);
  std::string readLine(int64_t number);
  /// Whether the last attempt to read was an error rather than the end: negative then.
  int64_t readProblem(int64_t number);
  [[nodiscard]] int problem() const { return lastProblem; }

private:
  struct Stream {
    int descriptor = -1;
    bool isOpen = false;
    bool isWritten = false;
    std::string buffer;
    size_t used = 0;
    int64_t mode = 2;
    int readProblem = 0;
  };
  std::vector<Stream> streams;
  int lastProblem = 0;

  Stream *find(int64_t number);
  bool fill(Stream &stream);
  int64_t fail(int number);
};

} // namespace tactus::pml::interpreting

#endif
