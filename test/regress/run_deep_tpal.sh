#!/bin/sh
# run_deep_tpal.sh ROOT SOURCES: a loop of compiled TPAL that is halved at every pass, on stacks of one mebibyte; and a chain of
# tasks that each fork and join the next one, on stacks that suffice and that do not.
set -eu
root=$1
sources=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$root/bin/tactus-tpal" compile "$sources/tpal/programs/prod.tpal" -o "$folder/prod"
ulimit -s 1024
export TACTUS_STACK_MB=1 TACTUS_PROMOTE=every
for workers in 1 2 4 9; do
  test "$(TACTUS_WORKERS=$workers "$folder/prod" a=50000)" = "c = 350000"
  test "$(TACTUS_WORKERS=$workers TACTUS_CHAOS=1 "$folder/prod" a=50000)" = "c = 350000"
done

cat > "$folder/chain.tpal" << 'END'
.input n = 100000
.output c
.expect c = 100001
main: [·]
  r := 0; jr := jralloc exit; jump step
step: [·]
  if-not-jump n, last;
  n := n - 1; fork jr, step;
  r := 1; join jr
last: [·]
  r := 1; join jr
exit: [jtppt assoc-comm; {r ↦ r2}; comb]
  c := r; halt
comb: [·]
  r := r + r2; join jr
END
"$root/bin/tactus-tpal" compile "$folder/chain.tpal" -o "$folder/chain"
for workers in 1 2; do
  test "$(TACTUS_STACK_MB=256 TACTUS_WORKERS=$workers "$folder/chain")" = "c = 100001"
  if TACTUS_WORKERS=$workers "$folder/chain" 2> "$folder/error"; then
    echo "run_deep_tpal.sh: a chain of 100,000 tasks fits into one mebibyte" >&2
    exit 1
  fi
  grep -q '^tactus: error: stack overflow in a worker thread, whose stack has 1 MiB' "$folder/error"
done
