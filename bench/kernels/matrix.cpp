//===- matrix.cpp - sparse matrices, generated or read ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "matrix.h"
#include "text_file.h"
#include "workload.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>

Matrix fromEntries(size_t rows, size_t columns, std::vector<MatrixEntry> entries) {
  std::sort(entries.begin(), entries.end(), [](const MatrixEntry &a, const MatrixEntry &b) {
    return std::tie(a.row, a.column) < std::tie(b.row, b.column);
  });
  Matrix matrix;
  matrix.rows = rows;
  matrix.columns = columns;
  matrix.starts.resize(rows + 1);
  const MatrixEntry *last = nullptr;
  for (const MatrixEntry &entry : entries) {
    if (last && last->row == entry.row && last->column == entry.column) {
      matrix.value.back() += entry.value;
    } else {
      ++matrix.starts[entry.row + 1];
      matrix.column.push_back(entry.column);
      matrix.value.push_back(entry.value);
    }
    last = &entry;
  }
  std::partial_sum(matrix.starts.begin(), matrix.starts.end(), matrix.starts.begin());
  return matrix;
}

std::vector<MatrixEntry> generateEntries(size_t rows, uint64_t seed) {
  // Pareto's distribution with exponent 3/2 has a mean of three times its least value.
  constexpr double LeastLength = 4, Exponent = 1.5;
  std::vector<MatrixEntry> entries;
  for (size_t row = 0; row < rows; ++row) {
    double drawn = LeastLength * std::pow(1 - nextUniform(&seed), -1 / Exponent);
    size_t length = static_cast<size_t>(std::min(drawn, static_cast<double>(rows)));
    for (size_t k = 0; k < length; ++k)
      entries.push_back(
          {static_cast<uint32_t>(row), static_cast<uint32_t>(nextRandom(&seed) % rows), nextUniform(&seed) + 0.5});
  }
  return entries;
}

namespace {

struct Banner {
  bool hasValues, isSymmetric;
};

/// The first line: %%MatrixMarket matrix coordinate FIELD SYMMETRY, in any case.
Banner readBanner(TextFile &file) {
  const char *text = file.nextRawLine();
  std::string line = text ? text : "";
  std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::tolower(c); });
  std::vector<std::string> words;
  for (size_t end = 0, begin; (begin = line.find_first_not_of(" \t\r\n", end)) != std::string::npos;) {
    end = std::min(line.find_first_of(" \t\r\n", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
  }
  if (words.size() != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix")
    file.fail(
        "this is no file of Matrix Market, expected '%%MatrixMarket matrix coordinate real general' or a relative");
  auto choose = [&](const std::string &word, std::initializer_list<std::string_view> allowed) {
    if (std::find(allowed.begin(), allowed.end(), word) != allowed.end())
      return;
    std::string all;
    for (std::string_view name : allowed)
      all += (all.empty() ? "" : ", ") + std::string(name);
    file.fail("'" + word + "' is not supported, expected one of: " + all);
  };
  choose(words[2], {"coordinate"});
  choose(words[3], {"real", "integer", "pattern"});
  choose(words[4], {"general", "symmetric"});
  return {words[3] != "pattern", words[4] == "symmetric"};
}

} // namespace

MatrixFile loadMatrixMarket(const char *path) {
  TextFile file(path);
  Banner banner = readBanner(file);
  if (!file.nextLine('%'))
    file.fail("the file ends before the line with the size");
  MatrixFile result;
  result.rows = file.integer("number of rows", 1, UINT32_MAX);
  result.columns = file.integer("number of columns", 1, UINT32_MAX);
  uint64_t count = file.integer("number of entries", 0, uint64_t{1} << 40);
  file.expectLineEnd();
  for (uint64_t i = 0; i < count; ++i) {
    if (!file.nextLine('%'))
      file.fail("the file ends after " + std::to_string(i) + " of " + std::to_string(count) + " entries");
    auto row = static_cast<uint32_t>(file.integer("row", 1, result.rows) - 1);
    auto column = static_cast<uint32_t>(file.integer("column", 1, result.columns) - 1);
    double value = banner.hasValues ? file.number("value") : 1;
    file.expectLineEnd();
    result.entries.push_back({row, column, value});
    if (banner.isSymmetric && row != column)
      result.entries.push_back({column, row, value});
  }
  if (file.nextLine('%'))
    file.fail("there is more than the " + std::to_string(count) + " entries that the size announces");
  return result;
}
