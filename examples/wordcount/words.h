// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Lines, the words in them, and the most frequent ones.
#ifndef TACTUS_EXAMPLES_WORDS_H
#define TACTUS_EXAMPLES_WORDS_H

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using Counts = std::unordered_map<std::string, long>;

inline void countWords(Counts &counts, std::string_view line) {
  std::string word;
  for (size_t i = 0; i <= line.size(); ++i) {
    unsigned char letter = i < line.size() ? static_cast<unsigned char>(line[i]) : ' ';
    if (std::isalpha(letter)) {
      word += static_cast<char>(std::tolower(letter));
    } else if (!word.empty()) {
      ++counts[word];
      word.clear();
    }
  }
}

inline Counts added(Counts left, const Counts &right) {
  for (const auto &[word, count] : right)
    left[word] += count;
  return left;
}

inline std::vector<std::string_view> splitIntoLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// wordcount FILE: the ten most frequent words.
inline int wordCountMain(int argc, char **argv, Counts (*count)(const std::vector<std::string_view> &)) {
  std::ifstream file(argc == 2 ? argv[1] : "");
  if (!file) {
    std::fprintf(stderr, "wordcount: error: give a file that can be read: wordcount README.md\n");
    return 2;
  }
  std::stringstream text;
  text << file.rdbuf();
  std::string content = text.str();
  Counts counts = count(splitIntoLines(content));
  std::vector<std::pair<std::string, long>> sorted(counts.begin(), counts.end());
  std::ranges::sort(sorted,
                    [](const auto &a, const auto &b) { return a.second != b.second ? a.second > b.second : a < b; });
  for (size_t i = 0; i < std::min<size_t>(sorted.size(), 10); ++i)
    std::printf("%6ld %s\n", sorted[i].second, sorted[i].first.c_str());
  return 0;
}

#endif
