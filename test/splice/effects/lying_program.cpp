// Effects of <tactus/splice.hpp> that say too little, found by -ftactus-check-effects: lying_program MISTAKE.
#include <cstdio>
#include <cstring>
#include <string>
#include <tactus/splice.hpp>
#include <vector>

namespace splice = tactus::splice;

namespace {
constexpr long Rows = 64, Columns = 64;
double grid[2][Rows + 2][Columns];
std::vector<double> table(Columns, 0.5);
std::string mistake;
long limit = 8;

splice::effects touched(int t, long first, long last) {
  const double *from = &grid[t % 2][0][0], *to = &grid[(t + 1) % 2][0][0];
  return splice::reads(splice::rows_and_columns(from, Columns, first - 1, last + 1, 0, Columns)) |
         splice::writes(splice::rows_and_columns(to, Columns, first, last, 0, Columns));
}

void relax(int t, long first, long last) {
  std::vector<double> line(Columns);
  for (long r = first; r < last; ++r) {
    for (long c = 0; c < Columns; ++c)
      line[c] = grid[t % 2][r - 1][c] + grid[t % 2][r + 1][c] * table[c];
    std::memcpy(grid[(t + 1) % 2][r], line.data(), sizeof(double) * Columns);
  }
  if (mistake == "write")
    grid[(t + 1) % 2][last][3] = 1; // write
  if (mistake == "read")
    line[0] += grid[(t + 1) % 2][last][5]; // read
  if (mistake == "table")
    table[3] += 1; // table
}

void sweep(int t, long first, long last);
constexpr splice::function<touched, sweep> sweeps;
void sweep(int t, long first, long last) {
  if (mistake == "outside" && grid[t % 2][first][0] > 1e9) // outside
    return;
  // What is waited for may change variables of the function, and throw.
  long most = 0;
  try {
    splice::evaluate(
        splice::effects(),
        [&] {
          if (mistake == "value")
            ++limit; // value
          most = limit;
          throw most;
        },
        splice::then(touched(t, first, last)));
  } catch (long thrown) {
    most = thrown;
  }
  if (last - first > most) {
    long middle = (first + last) / 2;
    return splice::finish(sweeps(t, first, middle), sweeps(t, middle, last));
  }
  splice::step([=] { return touched(t, first, last); }, [=] { relax(t, first, last); }, splice::last);
}
} // namespace

int main(int count, char **arguments) {
  mistake = count > 1 ? arguments[1] : "none";
  splice::try_splice(4, [] {
    for (int t = 0; t < 8; ++t)
      splice::invoke(sweeps(t, 1L, Rows + 1));
  });
  std::printf("%g\n", grid[0][5][5]);
}
