#!/usr/bin/env python3
"""Large functions with many objects that live long: frame_slots.py TACTUS_PML [--seed N] [--count N]

Such objects lie in slots of the frame (decision 262). Each program has a function with 150 objects, branches, loops and
handlers. It prints what the interpreter prints, also when each allocation collects and the heap is verified.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

OBJECTS = 150
STATEMENTS = 120
WAYS = [{}, {"TACTUS_PML_STRESS": "1", "TACTUS_PML_VERIFY": "1"}]
START = """
val sum = ref 0
fun see s =
  let fun go i = if i = size s then () else (sum := (!sum * 31 + Char.ord (String.sub (s, i))) mod 1000003; go (i + 1))
  in go 0
  end
fun made n = "<" ^ Int.toString n ^ ">"
"""


def statement(draw, depth=0):
    def any_object():
        return f"x{draw.randrange(OBJECTS)}"

    def nested():
        return statement(draw, depth + 1) if depth < 2 else f"see ({any_object()} ^ {any_object()})"

    kind = draw.randrange(6)
    if kind == 0:
        return f"(if n mod {draw.randrange(2, 5)} = 0 then {nested()} else {nested()})"
    if kind == 1:
        return (f"(let fun loop (i, s) = if i = 0 then see s else loop (i - 1, {any_object()} ^ String.substring (s, 0, 1))"
                f" in loop (3, {any_object()}) end)")
    if kind == 2:
        return f"(({nested()}; if n mod 2 = 0 then raise Fail {any_object()} else ()) handle Fail s => see (s ^ {any_object()}))"
    if kind == 3:
        return f"(let val y = if n > 3 then {any_object()} else {any_object()} in {nested()}; see y end)"
    return f"see ({any_object()} ^ made n)"


def program(seed):
    draw = random.Random(seed)
    text = START + "fun large n =\n  let\n"
    text += "".join(f"    val x{i} = made (n * {i + 1})\n" for i in range(OBJECTS))
    text += "  in\n    " + ";\n    ".join(statement(draw) for _ in range(STATEMENTS)) + "\n  end\n"
    return text + "val () = (app large [1, 2, 5, 6]; print (Int.toString (!sum) ^ \"\\n\"))\n"


def output(command, environment=None):
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    done = subprocess.run(command, capture_output=True, text=True, env={**clean, **(environment or {})}, check=False)
    return done.stdout if done.returncode == 0 else f"status {done.returncode}: {done.stderr[-300:]}"


def check(pml, seed, folder):
    source, native, code = (os.path.join(folder, name) for name in ("large.sml", "large", "large.ll"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(program(seed))
    expected = output([pml, "interpret", source])
    for level in "1", "2":
        subprocess.run([pml, "build", "-O", level, source, "-o", native], capture_output=True, check=True)
        for way in WAYS:
            if (found := output([native], way)) != expected:
                return f"-O {level}, {way}: {found!r}, not {expected!r}"
    subprocess.run([pml, "build", "--emit", "llvm", source, "-o", code], capture_output=True, check=True)
    with open(code, encoding="utf-8") as file:
        return "" if "load volatile ptr addrspace(1)" in file.read() else "no object lies in a slot"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pml")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2)
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            if problem := check(options.pml, seed, folder):
                failed += 1
                print(f"seed {seed}: {problem}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
