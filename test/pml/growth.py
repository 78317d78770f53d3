#!/usr/bin/env python3
"""Programs of growing size, whose code may grow no faster than they do: growth.py TACTUS_PML

Each family is compiled at a size and at four times that size, in little memory. The lines that a stage of the compiler
leaves, without those of the library, may grow by the power 1.3 of what the source, or the size, grows by (decisions 143, 144
and 166). So may the memory of a check where it is what grows (decision 223), and native code where it is (decisions 260, 262).
"""
import os
import resource
import subprocess
import sys
import tempfile

POWER = 1.3
# Of address space, most of which the compiler only reserves.
MOST_BYTES = 3 << 30
# For a compiler that does not end.
MOST_SECONDS = 120


def shows(value):
    return f'val () = print (Int.toString ({value}) ^ "\\n")\n'


# Not known before the program runs.
UNKNOWN = "val unknown = length (CommandLine.arguments ())\n"


def twice(n):
    return "fun twice f x = f (f x)\n" + shows(" ".join(["twice"] * n) + " (fn k => k + 1) 0")


def numerals(n):
    text = "fun one f = f\nfun next n f x = f (n f x)\nfun times m n f = m (n f)\nfun n0 f = one f\n"
    text += "".join(f"fun n{i} f x = next n{i - 1} f x\n" for i in range(1, n))
    return UNKNOWN + text + shows(f"times n{n - 1} n{n - 1} (fn k => k + 1) unknown")


def fixpoints(n):
    text = "datatype 'a knot = Knot of 'a knot -> 'a\n"
    text += "fun fix f = let fun unroll (Knot k) = f (fn a => k (Knot k) a) in unroll (Knot unroll) end\n"
    text += "".join(f"val g{i} = fix (fn self => fn k => if k <= 0 then {i} else self (k - 1) + self (k - 2))\n"
                    for i in range(n))
    return UNKNOWN + text + shows(" + ".join(f"g{i} unknown" for i in range(n)))


def records_of_functions(n):
    text = "fun wrap {get, step} k = {get = fn () => get () + k, step = fn d => step (step (d + k))}\n"
    value = "{get = fn () => 1, step = fn d => d + 1}"
    for i in range(n):
        value = f"wrap ({value}) {i}"
    return text + f"val all = {value}\n" + shows("#get all () + length (CommandLine.arguments ())")


def continuations(n):
    text = "fun f0 a k = k (a + 1)\n"
    text += "".join(f"fun f{i} a k = f{i - 1} (a + {i}) (fn b => f{i - 1} b k)\n" for i in range(1, n))
    return UNKNOWN + text + shows(f"f{n - 1} unknown (fn x => x)")


def objects(n):
    text = "datatype d = D of d -> int\nfun apply (D f) x = f x\n"
    for i in range(n):
        text += f"val w{i} = D (fn (D f) => f (D (fn _ => {i})))\n"
        text += f"val x{i} = apply w{i} (D (fn (D g) => if unknown > {i} then {i} else g (D (fn _ => 1))))\n"
    return UNKNOWN + text + shows(" + ".join(f"x{i}" for i in range(n)))


def closures_of_one_type(n):
    text = "val r : (int -> int) ref = ref (fn x => x)\n"
    text += "".join(f"fun f{i} x = (r := (fn y => y + x + {i}); !r x)\n" for i in range(n))
    return text + shows(" + ".join(f"f{i} {i}" for i in range(n)))


def library_functions(n):
    text = "".join(f"val l{i} = List.map (fn x => x + {i}) (List.filter (fn x => x mod {i + 2} = 0)"
                   f" (List.tabulate (unknown, fn k => k * {i})))\n" for i in range(n))
    return UNKNOWN + text + shows(" + ".join(f"length l{i}" for i in range(n)))


def functors(n):
    text = "signature S = sig type t val x : t val f : t -> int end\n"
    text += "functor F (A : S) : S = struct type t = A.t * int val x = (A.x, 1) fun f (a, b) = A.f a + b end\n"
    text += "structure S0 : S = struct type t = int val x = unknown fun f x = x end\n"
    text += "".join(f"structure S{i} = F (S{i - 1})\n" for i in range(1, n))
    return UNKNOWN + text + shows(f"S{n - 1}.f S{n - 1}.x")


def matches_with_wildcards(n):
    # The second pattern of a row keeps rows apart that the first would bring together.
    rows = ["(" + ", ".join("A" if j == i else "B" if j == (i * 7 + 3) % n else "_" for j in range(n)) + f") => {i}"
            for i in range(n - 1)]
    text = "datatype t = A | B | C\nval some = if unknown > 9 then A else if unknown > 5 then B else C\n"
    text += "fun f at = case (" + ", ".join(f"at {i}" for i in range(n)) + ") of\n  " + "\n| ".join(rows) + "| _ => ~1\n"
    return UNKNOWN + text + shows("f (fn _ => some)")


def matches_of_lists(n):
    rows = ["[" + ", ".join(f"{j}" if (i + j) % 3 else "_" for j in range(i)) + f"] => {i}" for i in range(n)]
    return "fun f l = case l of " + " | ".join(rows) + " | _ => ~1\n" + shows("f (map size (CommandLine.arguments ()))")


def arms_of_numbers(n):
    return UNKNOWN + "fun f x = case x of " + " | ".join(f"{i * 7} => {i}" for i in range(n)) + " | _ => 0\n" + \
        shows("f unknown")


def arms_of_strings(n):
    return UNKNOWN + "fun f x = case x of " + " | ".join(f'"key{i}" => {i}' for i in range(n)) + " | _ => 0\n" + \
        shows("f (CommandLine.name ())")


def long_list(n):
    return "val l = [" + ", ".join(f'({i}, "s{i}", SOME {i})' for i in range(n)) + "]\n" + shows("length l")


def list_of_results(n):
    elements = ['{name = "o%d" ^ x, act = fn b => r := !r + b + %d}' % (i, i) for i in range(n)]
    return UNKNOWN + "fun table (x, r) = [" + ",\n  ".join(elements) + "]\n" + \
        'val r = ref unknown\nval () = List.app (fn {act, ...} => act 1) (table ("x", r))\n' + shows("!r")


def objects_over_calls(n):
    """Each of the objects is live while the others are made."""
    text = "fun table x = let\n" + "".join(f' val s{i} = Int.toString (x + {i})\n' for i in range(n))
    return UNKNOWN + text + "in " + " ^ ".join(f"s{i}" for i in range(n)) + " end\n" + shows("size (table unknown)")


def wide_record(n):
    text = "val r = {" + ", ".join(f'a{i} = Int.fromString "{i}"' for i in range(n)) + "}\n"
    return text + shows(f"valOf (#a{n - 1} r)")


def nested_lets(n):
    text = "".join(f"let val x{i} = {f'x{i - 1} + unknown' if i else 'unknown'} in " for i in range(n))
    return UNKNOWN + f"val v = {text}x{n - 1}" + " end" * n + "\n" + shows("v")


def nested_conditions(n):
    text = "".join(f"if x = {i} then {i * 3} else " for i in range(n))
    return UNKNOWN + f"fun f x = {text}0\n" + shows("f unknown")


# Types with parts that stand in them more than once (decision 166): as trees these have 2 to the power n parts.

def first(n, value):
    return "#1 (" * n + value + ")" * n


def doubled(n):
    """Pairs of the one before, within a function, so that their type is general."""
    return "".join(f" val a{i} = (a{i - 1}, a{i - 1})" for i in range(1, n))


def doubling(n):
    return f"let val a0 = (x, x){doubled(n)} in a{n - 1} end\n"


def pairs(n):
    return UNKNOWN + f"val a0 = (unknown, unknown){doubled(n)}\n" + shows(first(n, f"a{n - 1}"))


def pairs_by_functions(n):
    text = "fun f0 x = (x, x)\n" + "".join(f"fun f{i} x = f{i - 1} (x, x)\n" for i in range(1, n))
    return UNKNOWN + text + shows(first(n, f"f{n - 1} unknown"))


def pairs_composed(n):
    return UNKNOWN + f"fun f x = (x, x)\nval a = {'f (' * n}unknown{')' * n}\n" + shows(first(n, "a"))


def pairs_unified(n):
    """Two types that have been made apart become equal."""
    text = f"fun left x = {doubling(n)}fun right x = {doubling(n)}fun both x = [left x, right x]\n"
    return UNKNOWN + text + shows(first(n, "hd (both unknown)"))


def pairs_compared(n):
    return UNKNOWN + f"fun f x = {doubling(n)}" + shows("if [f unknown] = [f 3] then 1 else 2")


def pairs_in_arrays(n):
    text = f"fun f x = {doubling(n)}val a = Array.tabulate (3 + unknown, fn _ => f ())\n"
    return UNKNOWN + text + "val () = Array.update (a, 1, Array.sub (a, 0))\n" + shows("Array.length a")


def pairs_of_records(n):
    text = "".join(f"val a{i} = let val s = a{i - 1} val {{a, ...}} = s in {{a = s, b = (s, a)}} end\n" for i in range(1, n))
    return UNKNOWN + "val a0 = {a = unknown, b = unknown}\n" + text + shows("#a (" * n + f"a{n - 1}" + ")" * n)


def pairs_of_data(n):
    text = "datatype ('a, 'b) t = P of 'a * 'b | Q of 'b * 'a\nfun first (P (x, _)) = x | first (Q (_, x)) = x\n"
    text += "val a0 = P (unknown, unknown)\n" + "".join(f"val a{i} = P (a{i - 1}, a{i - 1})\n" for i in range(1, n))
    return UNKNOWN + text + shows("first (" * n + f"a{n - 1}" + ")" * n)


def abbreviations(n):
    text = "type 'a p = 'a * 'a\ntype t0 = int p\n" + "".join(f"type t{i} = t{i - 1} * t{i - 1}\n" for i in range(1, n))
    text += f"fun f (x : t{n - 1}) = x\nfun g 0 = raise Fail \"none\" | g k : int{' p' * n} = f (g (k - 1))\n"
    return UNKNOWN + text + shows(first(n, "g unknown"))


def pairs_by_functors(n):
    text = "signature S = sig type t val x : t end\n"
    text += "functor F (A : S) = struct type t = A.t * A.t val x : t = (A.x, A.x) end\n"
    text += "structure S0 = struct type t = int val x = unknown end\n"
    text += "".join(f"structure S{i} = F (S{i - 1})\n" for i in range(1, n))
    return UNKNOWN + text + shows(first(n - 1, f"S{n - 1}.x"))


def copied_twice(n):
    """The parts of each type are equal, but have been copied one by one. A use would ask for copies without end."""
    text = "fun f0 x = (x, x)\n" + "".join(f"fun f{i} x = (f{i - 1} x, f{i - 1} x)\n" for i in range(1, n))
    return text + shows(f"(fn _ => 1) f{n - 1}")


def functors_of_many_structures(n):
    """Each functor takes structures with many values, and names one of them."""
    inner = "\n".join(f" structure S{i} : sig {' '.join(f'val v{j} : t -> t * int' for j in range(n))} end" for i in range(10))
    text = f"signature T = sig type t{inner} end\nsignature P = sig structure A : T structure B : T sharing type A.t = B.t end\n"
    return text + "".join(f"functor F{i} (P : P) = struct open P val x = B.S{i % 10}.v{i} end\n" for i in range(n))


# The smaller size. Where copies stop at what small programs may add, it is beyond that.
FAMILIES = {
    twice: 12, numerals: 12, fixpoints: 12, records_of_functions: 24, continuations: 48, objects: 75,
    closures_of_one_type: 75, library_functions: 12, functors: 30, matches_with_wildcards: 12, matches_of_lists: 12,
    arms_of_numbers: 1250, arms_of_strings: 500, long_list: 1250, wide_record: 300, nested_lets: 300,
    nested_conditions: 300, pairs: 15, pairs_by_functions: 15, pairs_composed: 15, pairs_unified: 15, pairs_compared: 15,
    pairs_in_arrays: 15, pairs_of_records: 15, pairs_of_data: 15, abbreviations: 15, pairs_by_functors: 15,
    copied_twice: 15,
}


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def lines(pml, folder, text, stage):
    """How many lines a stage leaves of a program; a message if it does not compile."""
    source = os.path.join(folder, "program.sml")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    command = [pml, "lower", "--stop-after", stage, source]
    done = subprocess.run(command, capture_output=True, preexec_fn=limit, check=False)
    if done.returncode != 0:
        return f"status {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}"
    return done.stdout.count(b"\n")


def memory(pml, folder, text):
    """KiB that a check takes at most."""
    source = os.path.join(folder, "program.sml")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    with subprocess.Popen([pml, "check", source], stdout=subprocess.DEVNULL, preexec_fn=limit) as checking:
        _, status, usage = os.wait4(checking.pid, 0)
        checking.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss if checking.returncode == 0 else f"status {checking.returncode}"


def native_lines(pml, folder, text):
    """How many lines the code of LLVM has; a message if the program does not compile."""
    source, code = os.path.join(folder, "program.sml"), os.path.join(folder, "program.ll")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([pml, "build", "--emit", "llvm", source, "-o", code], capture_output=True, check=False)
    if done.returncode != 0:
        return f"status {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}"
    with open(code, encoding="utf-8") as file:
        return sum(1 for _ in file)


def judge_native(pml, folder, family, size):
    library, first, second = (native_lines(pml, folder, text) for text in ("", family(size), family(4 * size)))
    if isinstance(first, str) or isinstance(second, str):
        return f"{first}, {second}"
    grown = (second - library) / (first - library)
    return f"from {first} to {second} lines, {library} of them the library" if grown > 4 ** POWER else ""


def judge_memory(pml, folder, family, size):
    library, first, second = (memory(pml, folder, text) for text in ("", family(size), family(4 * size)))
    if isinstance(first, str) or isinstance(second, str):
        return f"{first}, {second}"
    grown = (second - library) / max(first - library, 4096)
    return f"from {first} to {second} KiB, {library} of them the library" if grown > 4 ** POWER else ""


def instances(n):
    """Each function asks for the one before at two types: exponentially many copies, with no way around them."""
    text = "".join(f"fun f{i} x = (f{i - 1} (x, x); f{i - 1} [x]; [x])\n" for i in range(1, n))
    return "fun f0 x = [x]\n" + text + shows(f"length (f{n - 1} 1)")


def variables(n):
    """The type of each function has twice the variables of the one before: no way to make that small."""
    text = "fun f0 (x : int) = x\n" + "".join(f"fun f{i} x = (x f{i - 1}; f{i - 1})\n" for i in range(1, n))
    return text + shows(f"(fn _ => 1) f{n - 1}")


def main():
    pml, failed = sys.argv[1], 0
    with tempfile.TemporaryDirectory() as folder:
        ends = str(lines(pml, folder, instances(40), "ir"))
        if "status 1: " not in ends or "more than 100000 lists of types" not in ends:
            failed += 1
            print("exponentially many instances:", ends)
        ends = str(lines(pml, folder, variables(40), "ir"))
        if "status 1: " not in ends or "the types of this program are too large" not in ends:
            failed += 1
            print("exponentially many variables:", ends)
        if problem := judge_memory(pml, folder, functors_of_many_structures, 100):
            failed += 1
            print("memory of functors_of_many_structures:", problem)
        for family, size in (list_of_results, 50), (objects_over_calls, 150):
            if problem := judge_native(pml, folder, family, size):
                failed += 1
                print(f"native code of {family.__name__}:", problem)
        for stage in "core", "ir":
            library = lines(pml, folder, shows("1"), stage)
            for family, size in FAMILIES.items():
                small, large = family(size), family(4 * size)
                first, second = (lines(pml, folder, text, stage) for text in (small, large))
                if isinstance(first, str) or isinstance(second, str):
                    problem = f"{first}, {second}"
                else:
                    # A few lines are no measure.
                    grown = max(second - library, 1) / max(first - library, 100)
                    most = max(len(large) / len(small), 4) ** POWER
                    problem = f"from {first} to {second} lines, {grown:.1f}, not {most:.1f}" if grown > most else ""
                if problem:
                    failed += 1
                    print(f"{stage} of {family.__name__}, {size}: {problem}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
