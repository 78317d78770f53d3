//===- response_file.cpp - arguments that are kept in files --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "response_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace tactus::driver {

namespace {

/// Files may name each other in a circle; no real command line nests deeper than this.
constexpr int MaximumDepth = 20;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

void expandInto(std::vector<std::string> &result, const std::vector<std::string> &arguments, int depth) {
  for (const std::string &argument : arguments) {
    if (argument.size() < 2 || argument[0] != '@' || depth == MaximumDepth) {
      result.push_back(argument);
      continue;
    }
    std::string path = argument.substr(1);
    std::error_code ignored;
    std::ifstream file;
    // A folder opens like a file, but has no text.
    if (!std::filesystem::is_directory(path, ignored))
      file.open(path, std::ios::binary);
    if (!file.is_open()) {
      result.push_back(argument);
      continue;
    }
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    expandInto(result, splitResponseText(text), depth + 1);
  }
}

} // namespace

std::vector<std::string> splitResponseText(std::string_view text) {
  std::vector<std::string> arguments;
  std::string current;
  bool inArgument = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    // Inside single quotes a backslash escapes too: that is how GNU response files differ from a shell.
    if (c == '\\' && i + 1 < text.size()) {
      current += text[++i];
      inArgument = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        current += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      inArgument = true;
    } else if (!isSpace(c)) {
      current += c;
      inArgument = true;
    } else if (inArgument) {
      arguments.push_back(std::exchange(current, {}));
      inArgument = false;
    }
  }
  if (inArgument)
    arguments.push_back(std::move(current));
  return arguments;
}

std::vector<std::string> expandResponseFiles(const std::vector<std::string> &arguments) {
  std::vector<std::string> result;
  expandInto(result, arguments, 0);
  return result;
}

} // namespace tactus::driver
