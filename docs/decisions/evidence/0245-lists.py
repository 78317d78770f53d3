# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The processor's time and the memory of sorts of lists by two compilers:
python3 docs/decisions/evidence/0245-lists.py BEFORE AFTER, which are build trees. The least of seven runs that alternate."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SHARED = """fun random seed = (seed * 0w1664525 + 0w1013904223) mod 0w4294967296
fun randoms (0, _, made) = made
  | randoms (n, seed, made) =
      let val next = random seed in randoms (n - 1, next, Word.toInt (Word.>> (next, 0w8)) :: made) end
fun merge (nil, ys) = ys
  | merge (xs, nil) = xs
  | merge (x :: xs, y :: ys) = if x <= y then x :: merge (xs, y :: ys) else y :: merge (x :: xs, ys) : int list
fun split (nil, a, b) = (a, b)
  | split (x :: xs, a, b) = split (xs, b, x :: a)
fun sort nil = nil
  | sort [x] = [x]
  | sort xs = let val (a, b) = split (xs, nil, nil) in merge (sort a, sort b) end
fun quick (nil, rest) = rest
  | quick (x :: xs, rest) =
      let val (small, large) = List.partition (fn y => y < x) xs in quick (small, x :: quick (large, rest)) end
fun times (0, f, s) = s
  | times (k, f, s) = times (k - 1, f, (List.foldl (fn (x, s) => (x + s) mod 1000003) 0 (f k) + s) mod 1000003)
val input = randoms (20000, 0w17, nil)
"""
SORTS = {"merges": "fn k => sort (k :: input)", "partitions": "fn k => quick (k :: input, nil)"}
RUNS = 7


def build(tree, name, folder):
    source = Path(folder) / f"{name}.sml"
    source.write_text(SHARED + f'val () = print (Int.toString (times (100, {SORTS[name]}, 0)) ^ "\\n")\n')
    path = source.with_suffix("." + str(len(os.listdir(folder))))
    subprocess.run([Path(tree) / "bin/tactus-pml", "build", source, "-o", path], check=True)
    return path


def run(path):
    """Seconds and KiB."""
    process = os.posix_spawn(path, [str(path)], {"TACTUS_WORKERS": "1"},
                             file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, used = os.wait4(process, 0)
    if status:
        sys.exit(f"{path}: status {status}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in SORTS:
            paths = [build(tree, name, folder) for tree in sys.argv[1:3]]
            runs = [[run(path) for path in paths] for _ in range(RUNS)]
            for path, which in zip(range(len(paths)), ("before", "after")):
                print(f"{name} {which}: {min(each[path][0] for each in runs):.3f} s, "
                      f"{min(each[path][1] for each in runs) / 1024:.1f} MiB", flush=True)


if __name__ == "__main__":
    main()
