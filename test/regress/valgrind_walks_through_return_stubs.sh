#!/bin/sh
# valgrind complained of our unwind information in every program ("unhandled DW_OP_ opcode 0x12") and its stacks ended at
# the first promoted call. Now it says nothing, and an error below promoted calls is shown with all of its callers.
set -eu
root=$1
command -v valgrind > /dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.cpp" << 'EOF'
#include <cstdio>
#include <cstdlib>
#include <tactus/tactus.hpp>
__attribute__((noinline)) static long leaf(long n) {
  asm volatile("" : "+r"(n));
  return n;
}
__attribute__((noinline)) static long deepest(char *freed) { return leaf(*(volatile char *)freed); }
static long busy(long n) {
  if (n < 2)
    return leaf(0);
  auto [a, b] = tactus::par([=] { return busy(n - 1); }, [=] { return busy(n - 2); });
  return a + b;
}
// Each level forks, and its first branch is the next level.
__attribute__((noinline)) static long chain(long n, char *freed) {
  if (n == 0)
    return busy(14) + deepest(freed);
  auto [a, b] = tactus::par([=] { return chain(n - 1, freed); }, [=] { return leaf(n); });
  return a + b;
}
int main() {
  char *freed = static_cast<char *>(malloc(1));
  free(freed);
  std::printf("%ld\n", chain(8, freed));
}
EOF
# Of clang's own DWARF 5 valgrind 3.19 knows nothing, and optimised frames it walks by guesses. Compiled where it lies: the
# name of a file in debug information depends on what its path shares with the working directory's.
(cd "$folder" && "$root/bin/tactus-clang++" -std=c++20 -O0 -gdwarf-4 program.cpp -o program)
TACTUS_WORKERS=1 TACTUS_CHAOS=1 valgrind --num-callers=200 "$folder/program" > "$folder/output" 2>&1
if grep -i "unhandled\|WARNING" "$folder/output"; then
  exit 1
fi
# The stack of the use, up to that of the free.
sed -n '/Invalid read/,/Address/p' "$folder/output" > "$folder/stack"
if ! grep -q "deepest" "$folder/stack" || ! grep -q "main (program.cpp" "$folder/stack" ||
  test "$(grep -c "chain" "$folder/stack")" -lt 9; then
  cat "$folder/output"
  exit 1
fi
