//===- text_file.cpp - reads input files of numbers, line by line --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "text_file.h"
#include "workload.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

TextFile::TextFile(const char *name) : path(name), file(std::fopen(name, "r")) {
  if (!file) {
    std::fprintf(stderr, "%s: error: %s: cannot open: %s, name a file that can be read\n", workload.name, name,
                 std::strerror(errno));
    std::exit(1);
  }
}

TextFile::~TextFile() {
  std::free(line);
  std::fclose(file);
}

const char *TextFile::nextRawLine() {
  errno = 0;
  ssize_t length = getline(&line, &capacity, file);
  if (length < 0) {
    if (std::ferror(file))
      fail(std::string("cannot read on: ") + std::strerror(errno));
    return nullptr;
  }
  ++lineNumber;
  if (std::strlen(line) != static_cast<size_t>(length))
    fail("holds a zero byte, expected text");
  rest = line;
  return line;
}

bool TextFile::nextLine(char comment) {
  while (nextRawLine())
    if (!lineEnds() && *rest != comment)
      return true;
  return false;
}

bool TextFile::lineEnds() {
  rest += std::strspn(rest, " \t\r\n");
  return !*rest;
}

char *TextFile::nextWord() {
  if (lineEnds())
    return nullptr;
  char *word = rest;
  rest += std::strcspn(rest, " \t\r\n");
  if (*rest)
    *rest++ = 0;
  return word;
}

uint64_t TextFile::integer(const char *what, uint64_t least, uint64_t most) {
  const char *word = nextWord();
  char *end = nullptr;
  errno = 0;
  uint64_t value = word ? std::strtoull(word, &end, 10) : 0;
  if (!word || *end || *word == '-' || *word == '+' || errno || value < least || value > most)
    fail(std::string("the ") + what + " is " + (word ? word : "missing") + ", expected a whole number from " +
         std::to_string(least) + " to " + std::to_string(most));
  return value;
}

double TextFile::number(const char *what) {
  const char *word = nextWord();
  char *end = nullptr;
  double value = word ? std::strtod(word, &end) : 0;
  if (!word || *end || !std::isfinite(value))
    fail(std::string("the ") + what + " is " + (word ? word : "missing") + ", expected a finite number");
  return value;
}

void TextFile::expectLineEnd() {
  if (const char *word = nextWord())
    fail(std::string("there is '") + word + "' behind what belongs into the line");
}

void TextFile::fail(const std::string &problem) const {
  std::fprintf(stderr, "%s: error: %s:%llu: %s; correct or replace the file\n", workload.name, path.c_str(),
               static_cast<unsigned long long>(lineNumber), problem.c_str());
  std::exit(1);
}
