//===- wrong_program.cpp - programs that break their promises -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   wrong_program step|call|rest|last|stack
//
//===----------------------------------------------------------------------===//
#include <tactus/splice.hpp>

#include <cstdio>
#include <cstring>

namespace {

namespace splice = tactus::splice;

int cells[4];
const char *mistake;

bool asked(const char *name) { return std::strcmp(mistake, name) == 0; }

splice::effects secondCell() { return splice::writes(splice::object(cells[1])); }
void workOnSecond() {
  splice::step(secondCell(), [] { ++cells[1]; });
}
constexpr splice::function<secondCell, workOnSecond> onSecond;

[[gnu::noinline]] int deep(int depth) {
  volatile char room[4096];
  room[0] = static_cast<char>(depth);
  return depth == 0 ? room[0] : deep(depth - 1) + room[0];
}

splice::effects firstCell() { return splice::writes(splice::object(cells[0])); }
void work() {
  if (asked("step"))
    splice::step(secondCell(), [] { ++cells[1]; });
  if (asked("call"))
    splice::invoke(onSecond());
  if (asked("rest"))
    splice::step(firstCell(), [] { ++cells[0]; }, splice::then(secondCell()));
  splice::step(firstCell(), [] { ++cells[0]; }, splice::last);
  if (asked("last"))
    splice::step(firstCell(), [] { ++cells[0]; });
  if (asked("stack"))
    cells[3] = deep(100000000);
}
constexpr splice::function<firstCell, work> onFirst;

} // namespace

int main(int argc, char **argv) {
  mistake = argc > 1 ? argv[1] : "";
  splice::try_splice(2, [] {
    splice::invoke(onFirst());
    splice::invoke(onFirst());
  });
  std::printf("%d\n", cells[0]);
}
