// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A sudoku's cells, and which digits they may still have.
#ifndef TACTUS_EXAMPLES_BOARD_H
#define TACTUS_EXAMPLES_BOARD_H

#include <array>
#include <bit>
#include <cstdio>
#include <cstring>

class Board {
public:
  /// 81 digits, anything else for an empty cell. False if two digits contradict each other.
  bool read(const char *text) {
    for (int cell = 0; cell < 81; ++cell)
      if (text[cell] >= '1' && text[cell] <= '9') {
        unsigned digit = 1u << (text[cell] - '1');
        if (!(allowed(cell) & digit))
          return false;
        set(cell, digit);
      }
    return true;
  }

  void set(int cell, unsigned digit) {
    cells[static_cast<size_t>(cell)] = digit;
    rows[static_cast<size_t>(cell / 9)] |= digit;
    columns[static_cast<size_t>(cell % 9)] |= digit;
    boxes[static_cast<size_t>(box(cell))] |= digit;
  }

  /// The digits that a cell may have, one bit for each.
  unsigned allowed(int cell) const {
    return 0x1ff & ~(rows[static_cast<size_t>(cell / 9)] | columns[static_cast<size_t>(cell % 9)] |
                     boxes[static_cast<size_t>(box(cell))]);
  }

  /// The empty cell with the fewest digits to try, or -1 if all are full.
  int tightestCell() const {
    int best = -1, fewest = 10;
    for (int cell = 0; cell < 81; ++cell)
      if (int count = std::popcount(allowed(cell)); !cells[static_cast<size_t>(cell)] && count < fewest) {
        best = cell;
        fewest = count;
      }
    return best;
  }

private:
  static int box(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

  std::array<unsigned, 81> cells{};
  std::array<unsigned, 9> rows{}, columns{}, boxes{};
};

/// The n-th digit of a set, from 0.
inline unsigned nthDigit(unsigned digits, int n) {
  while (n-- > 0)
    digits &= digits - 1;
  return digits & -digits;
}

/// sudoku [CELLS]: how many solutions it has.
inline int sudokuMain(int argc, char **argv, long (*solutions)(const Board &)) {
  // Seventeen digits can have one solution; one of these has been taken away.
  const char *cells =
      argc > 1 ? argv[1] : ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2.....1........8.6...";
  Board board;
  if (std::strlen(cells) != 81 || !board.read(cells)) {
    std::fprintf(stderr, "sudoku: error: give 81 cells, digits or dots, no digit twice in a row, column or box\n");
    return 2;
  }
  std::printf("%ld solutions\n", solutions(board));
  return 0;
}

#endif
