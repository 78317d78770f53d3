//===- text_file.h - reads input files of numbers, line by line ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the loaders of matrices, graphs and tensors share. A file that is not what it should be ends the program with
// one line and status 1:
//
//   cg: error: cage15.mtx:17: the column is 9, expected a whole number from 1 to 4; correct or replace the file
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_TEXT_FILE_H
#define BENCH_TEXT_FILE_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

class TextFile {
  std::string path;
  FILE *file;
  char *line = nullptr;
  size_t capacity = 0;
  uint64_t lineNumber = 0;
  /// What has not been read of the line.
  char *rest = nullptr;

  char *nextWord();

public:
  /// Ends the program if the file cannot be opened.
  explicit TextFile(const char *path);
  TextFile(const TextFile &) = delete;
  TextFile &operator=(const TextFile &) = delete;
  ~TextFile();

  /// The next line as it is, comments included; nullptr at the end of the file.
  const char *nextRawLine();
  /// Goes to the next line that holds something and does not begin with `comment`; false at the end of the file.
  bool nextLine(char comment);
  /// True if nothing is left in the line.
  bool lineEnds();
  /// The next word, as a number of [least, most]. `what` names it in the error.
  uint64_t integer(const char *what, uint64_t least, uint64_t most);
  /// The next word, as a finite number.
  double number(const char *what);
  /// To be called when all of a line has been read that is meant to be there.
  void expectLineEnd();
  /// Ends the program: `problem` is about the current line.
  [[noreturn]] void fail(const std::string &problem) const;
};

#endif // BENCH_TEXT_FILE_H
