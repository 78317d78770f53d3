#!/usr/bin/env python3
"""Runs the programs of run/, core/ and basis/, and compares what they print with what their .out files say.

    run.py --pml TACTUS-PML                   by our compiler and the interpreter of its PCall IR, for each size of int
    run.py --pml TACTUS-PML --native          by native code, also with a collection at every allocation, and where int is IntInf
    run.py --pml TACTUS-PML --turns           the same, for 64 bits and one of the other sizes, in turn
    run.py --poly POLY --smlnj SML            by the oracles, which have to agree with the .out files
    run.py --poly POLY --write                makes the .out files anew

Programs print lines that begin with "> ". Where an oracle deviates, KNOWN says why.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = ["run", "core", "basis"]

KNOWN = {
    ("smlnj", "data.sml"): "\\u in strings is not read",
    ("smlnj", "edges.sml"): "Vector.update checks no index, Bool.fromString minds case, toCString writes \\0",
    ("smlnj", "numbers.sml"): "Real.fmt EXACT is not there",
    # core/
    ("smlnj", "flexible_resolution.sml"): "a record's fields have to be known within the innermost declaration",
    ("smlnj", "flexible_later.sml"): "a record's fields have to be known within the innermost declaration",
    ("smlnj", "val_rec_patterns.sml"): "val rec binds one variable, without a layer",
    # basis/
    ("poly", "bytes_in_sources.sml"): "strings of sources have printable characters of ASCII only",
    ("poly", "scan_prefixes.sml"): "0w is a prefix of hexadecimal words; Time.fmt takes a negative number of digits",
    ("smlnj", "scan_prefixes.sml"): "0w is a prefix of hexadecimal words",
    ("poly", "array2_regions.sml"): "the compiler raises Overflow",
    ("smlnj", "mono_array2.sml"): "they are not there",
    ("smlnj", "string_parts.sml"): "isSubstring finds neither the empty string nor what stands at the end",
    ("smlnj", "string_cvt.sml"): "\\r is no white space",
    ("smlnj", "int32.sml"): "~2147483648 div ~1 raises Div",
    ("smlnj", "intinf_bits.sml"): "pow (1, ~1) is 0",
    ("poly", "intinf_borders.sml"): "there is no Int64",
    ("smlnj", "intinf_borders.sml"): "andb and xorb of ~1 and some others are wrong",
    ("smlnj", "intinf_text.sml"): "hexadecimal digits are small letters",
    ("smlnj", "real_special.sml"): "NAN has an argument",
    ("smlnj", "real_nan_sign.sml"): "NAN has an argument",
    ("poly", "real_rounding.sml"): "rounding loses the sign of zero",
    ("smlnj", "real_rounding.sml"): "nextAfter is not there",
    ("smlnj", "real_format.sml"): "exponents have two digits",
    ("poly", "real_text.sml"): "no infinities; a point is a number",
    ("smlnj", "real_text.sml"): "no infinities",
    ("poly", "ieee_real.sml"): "zeros at the ends of digits are kept",
    ("smlnj", "ieee_real.sml"): "NAN has an argument",
    ("poly", "real_exponents.sml"): "zeros in front of digits are kept; an exponent that is no int raises Overflow",
    ("smlnj", "real_exponents.sml"): "Real.fromDecimal gives no option",
    ("poly", "string_gaps.sml"): "a long code raises Overflow",
    ("smlnj", "string_gaps.sml"): "a gap alone is no string; a long code raises Overflow",
    ("smlnj", "vector_edges.sml"): "update checks no index",
    ("smlnj", "slices.sml"): "a slice may begin behind the end",
    ("smlnj", "date_calendar.sml"): "days have one digit",
    ("smlnj", "date_format.sml"): "days have one digit",
    ("smlnj", "date_scan.sml"): "days have one digit",
    ("poly", "os_path_arcs.sml"): "getParent of a path that ends with . or ..",
    ("poly", "os_file_sys_times.sml"): "setTime raises Size before 1970",
    ("smlnj", "os_path_names.sml"): "mkRelative from the root",
    ("poly", "os_process.sml"): "OS.syserror knows ENOENT",
    ("poly", "unix.sml"): "each textInstreamOf makes a stream, which lacks what the one before has read ahead",
    ("smlnj", "unix.sml"): "a program that is not there has been started; a signal becomes a status",
    ("poly", "text_io_lines.sml"): "the names of functions in IO.Io have their structure",
    ("smlnj", "text_io_lines.sml"): "inputN raises Subscript",
    ("poly", "text_io_buffers.sml"): "canInput says what was asked for",
    ("poly", "bin_io.sml"): "the names of functions in IO.Io have their structure",
    ("poly", "general.sml"): "exnMessage has its own form",
    ("poly", "large_arrays.sml"): "MLton alone has these, and prints the same",
    ("smlnj", "large_arrays.sml"): "MLton alone has these, and prints the same",
    ("poly", "narrow_numbers.sml"): "MLton alone has these sizes, and prints the same",
    ("smlnj", "narrow_numbers.sml"): "MLton alone has these sizes, and prints the same",
    ("poly", "prim_io.sml"): "what a reader raises is no cause of IO.Io",
    ("poly", "os_io.sml"): "a reader of standard input has no descriptor",
    ("smlnj", "os_io.sml"): "/dev/null is no device",
    ("poly", "mlton_structures.sml"): "MLton alone has these structures, and prints the same",
    ("smlnj", "mlton_structures.sml"): "MLton alone has these structures, and prints the same",
    ("poly", "mlton_exn.sml"): "MLton alone has these structures, and prints the same",
    ("smlnj", "mlton_exn.sml"): "MLton alone has these structures, and prints the same",
    ("poly", "mlton_conversions.sml"): "MLton alone has these structures",
    ("smlnj", "mlton_conversions.sml"): "MLton alone has these structures",
    ("poly", "posix_process.sml"): "a child of fork does not go on",
    ("smlnj", "posix_process.sml"): "ST.mode has no kind of file",
    ("smlnj", "prim_io.sml"): "filePosIn wants a reader that can be set",
}
# Programs that want an int with bounds, which they are about.
BOUNDED = {"exceptions.sml", "numbers.sml", "int_extremes.sml", "int_scan.sml",
           "intinf_text.sml", "real_rounding.sml", "real_exponents.sml"}


def lines_of(command, environment=None):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                          env={**os.environ, **(environment or {})})
    text = done.stdout.decode("utf-8", "replace")
    return [line for line in text.splitlines() if line.startswith("> ")], done


def sizes_of_int(options, program, others):
    """64 bits and the others: for a program that is not about numbers, with --turns, at most one of them, always the same."""
    if program.name in BOUNDED:
        return ["64"] + [size for size in others if size != "IntInf"]
    turn = zlib.crc32(program.name.encode()) % (len(others) + 1)
    return ["64"] + (others[turn:turn + 1] if options.turns else others)


def runs(options, program):
    """Names of systems, how each runs the program, and with what settings."""
    if options.pml and options.native:
        for size in sizes_of_int(options, program, ["IntInf"]):
            native = pathlib.Path(options.folder) / f"{program.stem}-{size}"
            build = [options.pml, "build", "--default-int", size, str(program), "-o", str(native)]
            built = subprocess.run(build, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
            yield f"native, int {size}", [str(native)] if built.returncode == 0 else build, {"TACTUS_WORKERS": "2"}
            if built.returncode == 0 and size == "64":
                yield "native, with collections", [str(native)], {"TACTUS_PML_STRESS": "1", "TACTUS_PML_VERIFY": "1"}
    elif options.pml:
        for size in sizes_of_int(options, program, ["32", "63", "IntInf"]):
            yield f"int {size}", [options.pml, "interpret", "--check", "--default-int", size, str(program)], {}
    if options.poly:
        yield "poly", [options.poly, "-q", "--error-exit", "--use", str(program)], {}
    if options.smlnj:
        yield "smlnj", [options.smlnj, str(program)], {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pml")
    parser.add_argument("--native", action="store_true", help="compile to native code instead of interpreting")
    parser.add_argument("--turns", action="store_true", help="at most one size of int beside 64 bits for each program")
    parser.add_argument("--poly")
    parser.add_argument("--smlnj")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options.folder = folder
        failures = check(options)
    sys.exit(1 if failures else 0)


def check(options):
    failures = counted = 0
    for program in sorted(path for folder in FOLDERS for path in (HERE / folder).glob("*.sml")):
        if not re.search(options.filter, program.name):
            continue
        expected = program.with_suffix(".out")
        for system, command, environment in runs(options, program):
            if (system, program.name) in KNOWN:
                continue
            counted += 1
            lines, done = lines_of(command, environment)
            if options.write:
                expected.write_text("\n".join(lines) + "\n")
            elif lines != expected.read_text().splitlines() or (options.pml and done.returncode != 0):
                failures += 1
                print(f"{program.name}, {system}: it prints\n" + "\n".join(lines[:40]))
                print(done.stderr.decode("utf-8", "replace")[:2000])
    if counted == 0:
        sys.exit("tactus: error: no program has been run; look at --filter and at the systems that are named")
    print(f"{counted} runs, {failures} wrong")
    return failures


if __name__ == "__main__":
    main()
