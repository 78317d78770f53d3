//===- matrix_market.cpp - reads Matrix Market files ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The format (Boisvert, Pozo, Remington: "The Matrix Market exchange formats", NISTIR 5935, 1996), as far as it is
// read:
//
//   file    = header { comment | blank } size { entry | comment | blank }
//   header  = "%%MatrixMarket" "matrix" "coordinate" field symmetry        in any case
//   field   = "real" | "double" | "integer" | "pattern"
//   symmetry= "general" | "symmetric" | "skew-symmetric"
//   comment = "%" anything
//   size    = rows columns entries
//   entry   = row column [ value ]                                         counted from 1; no value with "pattern"
//
// A symmetric file holds the lower triangle, a skew-symmetric one the triangle below the diagonal; the other half is
// added here. Nothing in the file is trusted: every number is checked for range, and the announced number of entries
// against the length of the file before memory is reserved for it.
//
//===----------------------------------------------------------------------===//
#include "matrix.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

namespace spmv {

namespace {

enum class Field { Real, Integer, Pattern };
enum class Symmetry { General, Symmetric, SkewSymmetric };

struct Header {
  Field field;
  Symmetry symmetry;
};

/// The text of a file, line by line, and the place for error messages.
class Lines {
public:
  Lines(const std::string &path, std::string_view text) : path_(path), rest_(text) {}

  /// Moves to the next line; false at the end, which leaves the number of the last line.
  bool next() {
    if (rest_.empty())
      return false;
    size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return true;
  }

  /// Moves to the next line that is neither blank nor a comment.
  bool nextContent() {
    while (next())
      if (!words().empty() && line_.front() != '%')
        return true;
    return false;
  }

  /// The line's words, at most six of them: no line that is read has more than five.
  std::vector<std::string_view> words() const {
    std::vector<std::string_view> found;
    size_t at = 0;
    while (found.size() < 6) {
      at = line_.find_first_not_of(Blanks, at);
      if (at == std::string_view::npos)
        break;
      size_t end = std::min(line_.find_first_of(Blanks, at), line_.size());
      found.push_back(line_.substr(at, end - at));
      at = end;
    }
    return found;
  }

  size_t bytesLeft() const { return rest_.size(); }

  [[noreturn]] void fail(const std::string &what) const {
    throw InputError(path_ + ":" + std::to_string(std::max<size_t>(number_, 1)) + ": " + what);
  }

private:
  static constexpr const char *Blanks = " \t\r\v\f";
  const std::string &path_;
  std::string_view rest_, line_;
  size_t number_ = 0;
};

/// A word of the file as it may be shown: short and printable.
std::string quoted(std::string_view word) {
  std::string shown = "'";
  for (char c : word.substr(0, 24))
    shown += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  return shown + (word.size() > 24 ? "...'" : "'");
}

std::string lowerCase(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::string readFile(const std::string &path) {
  std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path.c_str(), "rb"), [](FILE *f) { return std::fclose(f); });
  if (!file)
    throw InputError(path + ": cannot open the file (" + std::strerror(errno) + "), check its name");
  std::string text;
  char block[1 << 16];
  while (size_t count = std::fread(block, 1, sizeof(block), file.get()))
    text.append(block, count);
  if (std::ferror(file.get()))
    throw InputError(path + ": cannot read the file (" + std::strerror(errno) + "), name a Matrix Market file");
  return text;
}

/// `word` as a whole number from `least` to `most`.
size_t wholeNumber(const Lines &lines, std::string_view word, size_t least, size_t most, const char *meaning) {
  size_t number = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc::result_out_of_range ||
      (error == std::errc() && end == word.data() + word.size() && (number < least || number > most)))
    lines.fail(std::string(meaning) + " " + quoted(word) + " is out of range, it must be from " +
               std::to_string(least) + " to " + std::to_string(most));
  if (error != std::errc() || end != word.data() + word.size())
    lines.fail(std::string(meaning) + " " + quoted(word) + " is not a whole number, write digits only");
  return number;
}

double value(const Lines &lines, std::string_view word, Field field) {
  // from_chars takes no plus sign, the format does.
  std::string_view digits = word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
  const char *last = digits.data() + digits.size();
  if (field == Field::Integer) {
    long long number = 0;
    auto [end, error] = std::from_chars(digits.data(), last, number);
    if (error == std::errc::result_out_of_range)
      lines.fail("value " + quoted(word) + " does not fit in 64 bits, declare the matrix as real");
    if (error != std::errc() || end != last)
      lines.fail("value " + quoted(word) + " is not an integer, declare the matrix as real or correct the value");
    return static_cast<double>(number);
  }
  double number = 0;
  auto [end, error] = std::from_chars(digits.data(), last, number);
  if (error == std::errc::result_out_of_range)
    lines.fail("value " + quoted(word) + " is out of range, scale the matrix");
  if (error != std::errc() || end != last || !std::isfinite(number))
    lines.fail("value " + quoted(word) + " is not a finite number, correct it");
  return number;
}

Header readHeader(Lines &lines) {
  if (!lines.next() || lines.words().empty() || lowerCase(lines.words()[0]) != "%%matrixmarket")
    lines.fail("no Matrix Market header, the first line must begin with %%MatrixMarket");
  auto words = lines.words();
  if (words.size() != 5)
    lines.fail("the header has " + std::to_string(words.size()) +
               (words.size() > 5 ? " or more words, write " : " words, write ") +
               "%%MatrixMarket matrix coordinate real general");
  std::string object = lowerCase(words[1]), format = lowerCase(words[2]), field = lowerCase(words[3]),
              symmetry = lowerCase(words[4]);
  if (object != "matrix")
    lines.fail("the file holds a " + quoted(words[1]) + ", give a file that holds a matrix");
  if (format != "coordinate")
    lines.fail("the format is " + quoted(words[2]) + ", convert the matrix to coordinate format");
  Header header{};
  if (field == "real" || field == "double")
    header.field = Field::Real;
  else if (field == "integer")
    header.field = Field::Integer;
  else if (field == "pattern")
    header.field = Field::Pattern;
  else
    lines.fail("values are " + quoted(words[3]) + ", convert them to real, integer or pattern");
  if (symmetry == "general")
    header.symmetry = Symmetry::General;
  else if (symmetry == "symmetric")
    header.symmetry = Symmetry::Symmetric;
  else if (symmetry == "skew-symmetric")
    header.symmetry = Symmetry::SkewSymmetric;
  else
    lines.fail("the symmetry is " + quoted(words[4]) + ", convert the matrix to general, symmetric or skew-symmetric");
  if (header.field == Field::Pattern && header.symmetry == Symmetry::SkewSymmetric)
    lines.fail("a pattern has no signs and cannot be skew-symmetric, declare it as symmetric or give values");
  return header;
}

/// Reads entry number `index` from the current line.
Entry readEntry(const Lines &lines, const Header &header, size_t rows, size_t columns) {
  auto words = lines.words();
  size_t expected = header.field == Field::Pattern ? 2 : 3;
  if (words.size() != expected)
    lines.fail("the entry has " + std::to_string(words.size()) + (words.size() == 1 ? " word" : " words") +
               (words.size() > 5 ? " or more" : "") + " instead of " + std::to_string(expected) +
               (expected == 2 ? ", write: row column" : ", write: row column value"));
  Entry entry{static_cast<int32_t>(wholeNumber(lines, words[0], 1, rows, "row") - 1),
              static_cast<int32_t>(wholeNumber(lines, words[1], 1, columns, "column") - 1),
              expected == 3 ? value(lines, words[2], header.field) : 1.0};
  if (header.symmetry != Symmetry::General && entry.row < entry.column)
    lines.fail("the entry lies above the diagonal of a symmetric matrix, give the lower triangle only");
  if (header.symmetry == Symmetry::SkewSymmetric && entry.row == entry.column)
    lines.fail("the entry lies on the diagonal of a skew-symmetric matrix, which is zero: remove it");
  return entry;
}

} // namespace

Matrix readMatrixMarket(const std::string &path) {
  std::string text = readFile(path);
  Lines lines(path, text);
  Header header = readHeader(lines);

  if (!lines.nextContent())
    lines.fail("the size line is missing, write: rows columns entries");
  auto words = lines.words();
  if (words.size() != 3)
    lines.fail("the size line has " + std::to_string(words.size()) + (words.size() == 1 ? " word" : " words") +
               (words.size() > 5 ? " or more" : "") + " instead of 3, write: rows columns entries");
  size_t rows = wholeNumber(lines, words[0], 1, INT32_MAX, "number of rows");
  size_t columns = wholeNumber(lines, words[1], 1, INT32_MAX, "number of columns");
  size_t announced = wholeNumber(lines, words[2], 0, SIZE_MAX / 2, "number of entries");
  if (header.symmetry != Symmetry::General && rows != columns)
    lines.fail("a symmetric matrix has as many rows as columns, correct the size or declare it as general");
  // The shortest entry is "1 1", and all but the last end with a newline.
  if (announced > (lines.bytesLeft() + 1) / 4)
    lines.fail(std::to_string(announced) +
               " entries are announced but the file is too short for them, correct the number " +
               "or get the whole file");

  std::vector<Entry> entries;
  entries.reserve(header.symmetry == Symmetry::General ? announced : 2 * announced);
  for (size_t index = 0; index < announced; ++index) {
    if (!lines.nextContent())
      lines.fail("the file ends after " + std::to_string(index) + " of " + std::to_string(announced) +
                 " entries, correct the number or get the whole file");
    Entry entry = readEntry(lines, header, rows, columns);
    entries.push_back(entry);
    if (header.symmetry != Symmetry::General && entry.row != entry.column)
      entries.push_back(
          {entry.column, entry.row, header.symmetry == Symmetry::SkewSymmetric ? -entry.value : entry.value});
  }
  if (lines.nextContent())
    lines.fail("more than the announced " + std::to_string(announced) + " entries, correct the number");
  return fromEntries(rows, columns, entries);
}

} // namespace spmv
