//===- support.h - what the TPAL tests share ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_TPAL_SUPPORT_H
#define TACTUS_TEST_TPAL_SUPPORT_H

#include "tpal/parser.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace tactus::tpal::test {

inline std::string readFile(const std::filesystem::path &path) {
  std::ifstream stream(path, std::ios::binary);
  EXPECT_TRUE(stream.good()) << path;
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

/// The files of a folder with one extension, sorted.
inline std::vector<std::filesystem::path> filesIn(const std::filesystem::path &folder, std::string_view extension) {
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == extension)
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Parses a text that must be free of syntax errors.
inline Program parseText(std::string text) {
  Source source("test.tpal", std::move(text));
  Diagnostics diagnostics;
  Program program = parse(source, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.format(source);
  return program;
}

/// All messages of the parser for a text.
inline std::string parseErrors(std::string text) {
  Source source("test.tpal", std::move(text));
  Diagnostics diagnostics;
  (void)parse(source, diagnostics);
  return diagnostics.format(source);
}

} // namespace tactus::tpal::test

#endif
