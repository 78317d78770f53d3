// FLAGS: -O2 -std=c++20
// Loops of the header that their own iterations enter, with results that have to be kept in order, exceptions of any
// iteration, those that iterations catch themselves, and searches that end early. A loop that is paid for runs without
// polls: the polls of what it calls split it, and what they leave to it is read again wherever a call comes back.
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <tactus/tactus.hpp>
#include <vector>

static int failures;
static void check(bool holds, const char *what) {
  if (!holds && failures++ == 0)
    printf("%s\n", what);
}

__attribute__((noinline)) static unsigned long count(unsigned n, unsigned row, unsigned columns, unsigned left,
                                                     unsigned right) {
  if (row == n)
    return 1;
  return tactus::parallel_reduce(
      0U, n, 0UL,
      [=](unsigned column) -> unsigned long {
        unsigned bit = 1U << column;
        if ((columns | left | right) & bit)
          return 0;
        return count(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
      },
      std::plus<unsigned long>());
}

// A string is no trivial result, and its pieces do not commute.
static std::string spell(unsigned depth, unsigned width) {
  if (depth == 0)
    return std::string(1, static_cast<char>('a' + width % 26));
  return tactus::parallel_reduce(
      0U, width, std::string(), [=](unsigned i) { return spell(depth - 1, width - i % 2) + (i == 0 ? "(" : ")"); },
      std::plus<std::string>());
}
static std::string spellSerially(unsigned depth, unsigned width) {
  if (depth == 0)
    return std::string(1, static_cast<char>('a' + width % 26));
  std::string text;
  for (unsigned i = 0; i < width; ++i)
    text += spellSerially(depth - 1, width - i % 2) + (i == 0 ? "(" : ")");
  return text;
}

static void walk(std::vector<int> &visits, unsigned node, unsigned failing) {
  if (node == failing)
    throw std::runtime_error("node " + std::to_string(node));
  if (node >= visits.size())
    return;
  ++visits[node];
  tactus::parallel_for(1U, 5U, [&](unsigned i) { walk(visits, node * 4 + i, failing); });
}

// Each call ends by an exception, which the iteration around it catches.
static void alwaysThrow(std::vector<std::atomic<int>> &visits, unsigned node, unsigned depth) {
  visits[node].fetch_add(1, std::memory_order_relaxed);
  if (depth > 0)
    tactus::parallel_for(1U, 5U, [&, node, depth](unsigned i) {
      try {
        alwaysThrow(visits, node * 4 + i, depth - 1);
      } catch (const std::runtime_error &) {
      }
    });
  throw std::runtime_error("node");
}

int main() {
  check(count(7, 0, 0, 0, 0) == 40, "queens");
  check(spell(5, 4) == spellSerially(5, 4), "strings");
  std::vector<int> visits(1000);
  walk(visits, 0, ~0U);
  for (int times : visits)
    check(times == 1, "visits");
  for (unsigned failing : {0U, 3U, 70U, 999U, 1200U}) {
    std::string message;
    try {
      walk(visits, 0, failing);
    } catch (const std::exception &error) {
      message = error.what();
    }
    check(message == "node " + std::to_string(failing), "exceptions");
  }
  for (int round = 0; round < 30; ++round) {
    std::vector<std::atomic<int>> caught(1365);
    try {
      alwaysThrow(caught, 0, 5);
    } catch (const std::runtime_error &) {
    }
    for (const std::atomic<int> &times : caught)
      check(times == 1, "caught exceptions");
  }
  return failures != 0;
}
