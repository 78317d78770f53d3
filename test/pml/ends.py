#!/usr/bin/env python3
"""How native programs of Parallel ML end, and what they write until then: ends.py TACTUS_PML

Each case is a program, what it is given, and what comes back: exit status, output, a part of the error output. Cases of
pipes have code of their own. Everything is done with one worker, and with forks that become tasks on four.
"""
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time

WAYS = [{"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": "4", "TACTUS_PROMOTE": "all"}]
SECONDS = 120

# Name: program, status, output, part of the error output ("" for none at all).
CASES = {
    "end of text": ('val _ = print "no newline"', 0, "no newline", ""),
    "exit success": ('val _ = (print "a"; OS.Process.exit OS.Process.success; print "b")', 0, "a", ""),
    "exit failure": ('val _ = (print "a"; ignore (OS.Process.exit OS.Process.failure); print "b")', 1, "a", ""),
    "actions at the end": ('val _ = OS.Process.atExit (fn () => print "1")\nval _ = OS.Process.atExit (fn () => print "2")\n'
                           'val _ = print "0"', 0, "021", ""),
    "actions at exit": ('val _ = OS.Process.atExit (fn () => print "1")\nval _ = OS.Process.exit OS.Process.failure', 1, "1", ""),
    "an action that raises": ('val _ = OS.Process.atExit (fn () => print "1")\nval _ = OS.Process.atExit (fn () => raise Fail "x")\n'
                              'val _ = print "0"', 0, "01", ""),
    "an action that registers": ('val _ = OS.Process.atExit (fn () => (print "1"; OS.Process.atExit (fn () => print "2")))', 0, "1", ""),
    "an action that exits": ('val _ = OS.Process.atExit (fn () => print "1")\n'
                             'val _ = OS.Process.atExit (fn () => OS.Process.exit OS.Process.failure)', 1, "1", ""),
    "terminate": ('val _ = OS.Process.atExit (fn () => print "1")\nval _ = (print "0"; OS.Process.terminate OS.Process.failure)',
                  1, "0", ""),
    "uncaught": ('val _ = print "before"\nval _ = raise Fail "reason"', 1, "before",
                 r"^tactus: error: uncaught exception Fail: reason, raised at \S*program.sml:2:9\n$"),
    "actions after an exception": ('val _ = OS.Process.atExit (fn () => print "1")\nval _ = OS.Process.atExit (fn () => raise Div)\n'
                                   'val _ = print "0"\nval _ = raise Fail "reason"', 1, "01",
                                   r"^tactus: error: uncaught exception Fail: reason, raised at \S*program.sml:4:9\n$"),
    "an action that exits after an exception": ('val _ = OS.Process.atExit (fn () => print "1")\n'
                                                'val _ = OS.Process.atExit (fn () => OS.Process.exit OS.Process.success)\nval _ = raise Div',
                                                0, "1", r"^tactus: error: uncaught exception Div, raised at \S*program.sml:3:9\n$"),
    "registered in many tasks": ('val _ = ForkJoin.parfor 1 (0, 1000) (fn i => OS.Process.atExit (fn () => if i mod 100 = 0 then print "x" else ()))',
                                 0, "x" * 10, ""),
    "exit in many tasks": ('val _ = OS.Process.atExit (fn () => print "1")\n'
                           'val _ = ForkJoin.parfor 1 (0, 1000) (fn _ => OS.Process.exit OS.Process.failure)', 1, "1", ""),
    "a file that is not there": ('val _ = TextIO.openIn "/nonexistent/x"', 1, "",
                                 r'^tactus: error: uncaught exception Io: openIn failed on "/nonexistent/x": No such file or directory, raised at \S*program.sml:1:9\n$'),
    "a folder read as a file": ('val _ = TextIO.inputAll (TextIO.openIn "/tmp")', 1, "",
                                r'^tactus: error: uncaught exception Io: inputAll failed on "/tmp": Is a directory, raised at \S*program.sml:1:9\n$'),
    "a file that cannot be removed": ('val _ = OS.FileSys.remove "/nonexistent/x"', 1, "",
                                      r"^tactus: error: uncaught exception SysErr: No such file or directory, raised at \S*program.sml:1:9\n$"),
    "a long text": ('val _ = raise Fail (String.implode (List.tabulate (10000, fn _ => #"y")))', 1, "",
                    r"^tactus: error: uncaught exception Fail: y{10000}, raised at \S*program.sml:1:9\n$"),
    "an exception with a string": ('exception Mine of string\nval _ = raise Mine "text"', 1, "",
                                   r"^tactus: error: uncaught exception Mine: text, raised at \S*program.sml:2:9\n$"),
    "uncaught without a text": ('exception Mine of int * int\nval _ = raise Mine (1, 2)', 1, "",
                                r"^tactus: error: uncaught exception Mine, raised at \S*program.sml:2:9\n$"),
    "uncaught in a function": ('fun f 0 = hd [] | f n = 1 + f (n - 1)\nval _ = f 3', 1, "",
                               r"^tactus: error: uncaught exception Empty, raised at \S*program.sml:1:11\n$"),
    "raised by the library in a function of the program": (
        'fun open3 name = (TextIO.openIn "/dev/null"; TextIO.openIn "/dev/null"; let val s = TextIO.openIn name in TextIO.closeIn s end)\n'
        'val _ = List.app open3 ["/dev/null", "/nonexistent/x"]', 1, "",
        r"^tactus: error: uncaught exception Io: openIn failed on .*, raised at \S*program.sml:1:85\n$"),
    "a handler that returns": (
        'val _ = OS.Process.atExit (fn () => print "1")\nval _ = MLton.Exn.setTopLevelHandler (fn e => print (exnMessage e))\n'
        'val _ = raise Fail "0"', 1, "Fail: 01", r"^tactus: error: the top-level handler has returned; end the program there\n$"),
    "a handler that raises": (
        'val _ = OS.Process.atExit (fn () => print "1")\nval _ = MLton.Exn.setTopLevelHandler (fn _ => raise Div)\nval _ = raise Fail "0"',
        1, "", r"^tactus: error: the top-level handler has raised an exception; end the program there\n$"),
    "raised in what the library calls": ('fun check 2 = raise Fail "two" | check n = n\nval _ = List.map check [1, 2] handle Empty => []', 1, "",
                                         r"^tactus: error: uncaught exception Fail: two, raised at \S*program.sml:1:15\n$"),
    "uncaught again": ('exception A exception B\nval _ = (raise A) handle A => raise B', 1, "",
                       r"^tactus: error: uncaught exception B, raised at \S*program.sml:2:31\n$"),
    "match": ('fun f 1 = 2\nval _ = f 3', 1, "", r"uncaught exception Match, raised at \S*program.sml:1:"),
    "bind": ('val SOME x = if length (CommandLine.arguments ()) > 5 then SOME 1 else NONE', 1, "",
             r"uncaught exception Bind, raised at \S*program.sml:1:"),
    "overflow": ('val n = valOf Int.maxInt\nval m = n + length (CommandLine.arguments ()) + 1', 1, "",
                 r"uncaught exception Overflow, raised at \S*program.sml:2:"),
    "division": ('val m = 1 div length (CommandLine.arguments ())', 1, "", r"uncaught exception Div, raised at \S*program.sml:1:"),
    "the first branch": ('val _ = ForkJoin.par (fn () => raise Fail "first", fn () => raise Fail "second")', 1, "",
                         r"^tactus: error: uncaught exception Fail: first, raised at \S*program.sml:1:32\n$"),
    "the second branch": ('val _ = ForkJoin.par (fn () => print "first ", fn () => raise Fail "second")', 1, "first ",
                          r"^tactus: error: uncaught exception Fail: second, raised at \S*program.sml:1:57\n$"),
    "exit in a branch": ('val _ = ForkJoin.par (fn () => OS.Process.exit OS.Process.failure, fn () => ())', 1, "", ""),
    "no memory": ('fun grow (l, n) = if n = 0 then length l else grow (n :: l, n + 1)\nval _ = print "start\\n"\nval _ = grow ([], 1)',
                  1, "start\n", r"^tactus: error: out of memory: \d+ bytes more do not fit into a heap of 8 MiB; "
                  r"set TACTUS_HEAP_MB to a larger number\n$"),
    "no memory for one": ('val a = Array.array (100000000, 0)\nval _ = print "made"', 1, "", r"^tactus: error: out of memory: "),
    "no stack": ('fun f n = 1 + f (n + 1)\nval _ = print "start\\n"\nval _ = f 0', 1, "start\n", r"^tactus: error: stack overflow: .* 16 MiB"),
    "imported functions": ('val absolute = _import "llabs" : Int64.int -> Int64.int;\nval hypotenuse = _import "hypot" : real * real -> real;\n'
                           'val letter = _import "toupper" : Int32.int -> Int32.int;\n'
                           'val _ = print (Int64.toString (absolute ~5) ^ Real.toString (hypotenuse (3.0, 4.0)) ^ Int32.toString (letter 97))',
                           0, "55.065", ""),
}
LIMITS = {"TACTUS_HEAP_MB": "8", "TACTUS_STACK_MB": "16"}

# Many tasks write lines, in one call each and in several streams' worth of data.
WRITERS = """
fun line n = String.concat [Int.toString n, ":", StringCvt.padLeft #"x" (n mod 50) "", "\\n"]
fun write (lo, hi) =
  if hi - lo = 1 then print (line lo)
  else let val m = (lo + hi) div 2 in ignore (ForkJoin.par (fn () => write (lo, m), fn () => write (m, hi))) end
val _ = write (0, 3000)
"""
ENDLESS = """
fun go n = (print (Int.toString n ^ "\\n"); go (n + 1))
val _ = go 0 handle IO.Io {function, ...} => TextIO.output (TextIO.stdErr, function ^ " has failed\\n")
val _ = OS.Process.exit OS.Process.success
"""


def run(program, way, **more):
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    return subprocess.run([program], env={**clean, **LIMITS, **way}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=SECONDS, **more)


def build(pml, folder, text):
    source, program = folder / "program.sml", folder / "program"
    source.write_text(text + "\n")
    return program, subprocess.run([pml, "build", source, "-o", program], capture_output=True, text=True)


def check_case(pml, folder, case):
    text, status, output, error = case
    program, built = build(pml, folder, text)
    if built.returncode != 0:
        return [built.stderr]
    problems = []
    for way in WAYS:
        done = run(program, way)
        matches = re.search(error, done.stderr) if error else done.stderr == ""
        if done.returncode != status or done.stdout != output or not matches:
            problems.append(f"{way}: status {done.returncode}, output {done.stdout!r}, errors {done.stderr!r}")
    return problems


def check_missing_import(pml, folder):
    (folder / "program").unlink(missing_ok=True)
    program, built = build(pml, folder, 'val f = _import "tactus_test_is_not_there" : int -> int;\nval _ = f 1')
    good = built.returncode == 1 and "tactus_test_is_not_there" in built.stderr and not program.exists()
    return [] if good else [f"status {built.returncode}: {built.stderr}"]


def check_lines(pml, folder):
    program, built = build(pml, folder, WRITERS)
    wanted = sorted(f"{n}:{'x' * (n % 50)}" for n in range(3000))
    problems = [built.stderr] if built.returncode else []
    for way in [*WAYS, {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1"}]:
        lines = run(program, way).stdout.splitlines()
        if sorted(lines) != wanted:
            problems.append(f"{way}: {len(lines)} lines, not each of 3000 once")
    return problems


def check_closed_pipe(pml, folder):
    """The reader goes away: the program sees an error, and is not killed."""
    program, built = build(pml, folder, ENDLESS)
    if built.returncode:
        return [built.stderr]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    with subprocess.Popen([program], env=clean, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read()
        status = process.wait(SECONDS)
    return [] if (first, status, error) == ("0\n", 0, "output has failed\n") else [f"{first!r}, status {status}, {error!r}"]


def check_reader_is_gone(pml, folder):
    """A program whose output nobody reads any more ends quietly, by an exception or at its end; a handler sees the exception."""
    forever = 'fun go n = (TextIO.output (TextIO.stdOut, Int.toString n ^ "\\n"); go (n + 1))\nval _ = go 0'
    once = 'val _ = TextIO.output (TextIO.stdOut, "text\\n")\nval _ = TextIO.inputAll TextIO.stdIn'
    problems = []
    for text in (forever, once):
        program, built = build(pml, folder, text)
        problems += [built.stderr] if built.returncode else []
        ours, theirs = os.pipe()
        os.close(ours)
        done = subprocess.run([program], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
        os.close(theirs)
        if (done.returncode, done.stderr) != (128 + signal.SIGPIPE, ""):
            problems.append(f"status {done.returncode}, {done.stderr!r}")
    return problems


ASKING = """
val _ = TextIO.output (TextIO.stdOut, "name? ")
val name = valOf (TextIO.inputLine TextIO.stdIn)
val _ = print ("hello " ^ name)
val _ = TextIO.inputLine TextIO.stdIn
"""


def check_questions(pml, folder):
    """Reading from standard input writes what is buffered for standard output first; print writes at once."""
    program, built = build(pml, folder, ASKING)
    if built.returncode:
        return [built.stderr]
    problems = []
    for command in ([program], [pml, "interpret", folder / "program.sml"]):
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            # Without what this tests, the program waits for the answer, and this for the question.
            timer = threading.Timer(SECONDS, process.kill)
            timer.start()
            question = process.stdout.read(6)
            process.stdin.write(b"you\n")
            process.stdin.flush()
            greeting = process.stdout.readline()
            process.stdin.close()
            timer.cancel()
        if (question, greeting) != (b"name? ", b"hello you\n"):
            problems.append(f"{command[1:]}: {question!r}, {greeting!r}")
    return problems


def check_terminal(pml, folder):
    """On a terminal, lines are written when they are complete."""
    program, built = build(pml, folder, 'val _ = TextIO.output (TextIO.stdOut, "line\\nrest")\nval _ = TextIO.output (TextIO.stdErr, "!")\n'
                                        'val _ = OS.Process.sleep (Time.fromSeconds 100)')
    if built.returncode:
        return [built.stderr]
    ours, theirs = os.openpty()
    with subprocess.Popen([program], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE) as process:
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        mark = process.stderr.read(1)
        line = os.read(ours, 100) if select.select([ours], [], [], 1)[0] else b""
        timer.cancel()
        process.kill()
    os.close(ours)
    os.close(theirs)
    return [] if (mark, line) == (b"!", b"line\r\nrest") else [f"{mark!r}, {line!r}"]


def check_full_device(pml, folder):
    """What cannot be written at the very end is an error of the program."""
    program, built = build(pml, folder, 'val _ = print "text"\nval _ = TextIO.flushOut TextIO.stdOut')
    if built.returncode:
        return [built.stderr]
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([program], stdout=full, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
    good = done.returncode == 1 and re.match(r"tactus: error: uncaught exception Io", done.stderr)
    return [] if good else [f"status {done.returncode}, {done.stderr!r}"]


def check_lost_output(pml, folder):
    """What cannot be written when the program ends makes it fail, with a line that says so."""
    program, built = build(pml, folder, 'val _ = TextIO.output (TextIO.stdOut, "text")')
    if built.returncode:
        return [built.stderr]
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([program], stdout=full, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
    good = (done.returncode, done.stderr) == (1, "tactus: error: the last output is lost: No space left on device; "
                                                  "send it to a place with room\n")
    return [] if good else [f"status {done.returncode}, {done.stderr!r}"]


def check_wrong_settings(pml, folder):
    """A wrong value costs one line, as it does in libtactus, and the program runs."""
    program, built = build(pml, folder, 'val _ = print "text"')
    problems = [built.stderr] if built.returncode else []
    for name, expected in (("TACTUS_HEAP_MB", "a whole number of mebibytes from 1 to 16777216"),
                           ("TACTUS_STACK_MB", "a whole number of mebibytes from 1 to 65536"), ("TACTUS_PML_VERIFY", "0 or 1")):
        done = run(program, {name: "much"})
        good = (0, "text", f"tactus: warning: {name}=much: expected {expected}; using the default\n")
        if (done.returncode, done.stdout, done.stderr) != good:
            problems.append(f"{name}: status {done.returncode}, {done.stdout!r}, {done.stderr!r}")
    return problems


WAITING = """
val _ = OS.Process.atExit (fn () => print "never")
val _ = (TextIO.output (TextIO.stdOut, "buffered"); TextIO.output (TextIO.stdErr, "ready\\n"))
val _ = ForkJoin.par (fn () => OS.Process.sleep (Time.fromSeconds 100), fn () => OS.Process.sleep (Time.fromSeconds 100))
"""


def check_signals(pml, folder):
    """Signals that end a program end it, as who waits for it sees; what is buffered is written. nohup holds."""
    program, built = build(pml, folder, WAITING)
    problems = [built.stderr] if built.returncode else []
    for way in WAYS:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with subprocess.Popen([program], env={**os.environ, **way}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                process.stderr.readline()
                process.send_signal(number)
                output = process.stdout.read()
                status = process.wait(SECONDS)
            if (status, output) != (-number, "buffered"):
                problems.append(f"{way}, {number!r}: status {status}, {output!r}")
    with subprocess.Popen(["nohup", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        while "ready" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        if process.poll() is not None:
            problems.append(f"SIGHUP under nohup: status {process.returncode}")
        process.kill()
    return problems


def main():
    pml = sys.argv[1]
    special = {"an imported function that is not there": check_missing_import, "lines of many tasks": check_lines,
               "a closed pipe": check_closed_pipe, "a full device": check_full_device, "a reader that is gone": check_reader_is_gone,
               "questions": check_questions, "a terminal": check_terminal,
               "lost output": check_lost_output, "wrong settings": check_wrong_settings, "signals": check_signals}
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for case in [*CASES, *special]:
            problems = special[case](pml, folder) if case in special else check_case(pml, folder, CASES[case])
            failed += bool(problems)
            print(("FAIL " if problems else "ok   ") + case, flush=True)
            for problem in problems:
                print("     " + problem)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
