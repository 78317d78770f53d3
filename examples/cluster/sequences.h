// Proteins by number, of very different lengths, and how well one of them matches a query (Smith and Waterman).
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

struct Hit {
  int score = 0, sequence = -1;
};

/// The better one; of equals the first.
inline Hit better(const Hit &a, const Hit &b) { return b.score > a.score ? b : a; }

inline uint64_t next(uint64_t &state) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

inline std::string sequence(int number) {
  uint64_t state = 0x9e3779b97f4a7c15u * static_cast<uint64_t>(number + 1);
  for (int round = 0; round < 4; ++round)
    next(state);
  // Every 50th is fifty times as long as the others.
  size_t length = (20 + next(state) % 80) * (number % 50 ? 1 : 50);
  std::string text(length, 'A');
  for (char &letter : text)
    letter = "ACDEFGHIKLMNPQRSTVWY"[next(state) % 20];
  return text;
}

inline Hit match(const std::string &query, int number) {
  constexpr int Same = 5, Other = -4, Gap = -3;
  std::string text = sequence(number);
  std::vector<int> row(query.size() + 1);
  int best = 0;
  for (char letter : text) {
    int diagonal = 0;
    for (size_t column = 1; column < row.size(); ++column) {
      int score = std::max(
          {0, diagonal + (query[column - 1] == letter ? Same : Other), row[column] + Gap, row[column - 1] + Gap});
      diagonal = row[column];
      row[column] = score;
      best = std::max(best, score);
    }
  }
  return {best, number};
}
