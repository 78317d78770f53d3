#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Commands that are ended by signals at random moments: the file that they write is there whole or as it was, nothing else is left,
no process runs on, and the shell sees the signal.

    test_interrupted.py [SEED [ROUNDS]]
"""

import os
import random
import signal
import sys
import time
import unittest

from commands import LIVE, SECONDS, TACTUS, WRITERS, OutputTest, Writer

OLD = "what was there\n"
SEED, ROUNDS = 1, 4
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# They write no file of the user's, and must leave none.
OTHERS = {
    "pml run": Writer([TACTUS, "pml", "run", "a.sml"], None, runs=True),
    "doctor": Writer([TACTUS, "doctor"], None),
    "simulate": Writer([TACTUS, "simulate", "--check", "trace.json"], None, runs=True),
}


def processes_of(session):
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                state, _, _, number = file.read().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(number) == session and state != "Z":
            found.append(int(name))
    return found


class InterruptedTest(OutputTest):
    def interrupt(self, writer, out, moment, number, whole_group):
        """Sends the signal after so many seconds, to all that the command has started, as a terminal does, or to it alone."""
        process = self.start(writer, out, start_new_session=True)
        time.sleep(moment)
        if process.poll() is None:
            os.killpg(process.pid, number) if whole_group else process.send_signal(number)
        _, errors = process.communicate(timeout=SECONDS)
        return process, errors

    def check(self, what, writer, process, number, errors):
        # Those that a terminal has ended with the command may be slower.
        deadline = time.monotonic() + SECONDS
        while processes_of(process.pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(processes_of(process.pid), [], what)
        if writer.runs and process.returncode == 1:  # it says what became of the program
            self.assertRegex(errors, r"^(tactus: wrote .*\n)?tactus: error: .*\n$", what)
            return
        self.assertNotIn("error: ", errors, what)
        self.assertIn(process.returncode, (0, -number, *([128 + number] if writer.runs else [])), (what, errors))

    def clear_whole_one(self, what, name, writer):
        """Signals of users' programs are theirs. One that takes a signal on another thread between the two steps of moving a
        file leaves it, whole, under the name that it has for that moment."""
        if writer.environment:
            for path in self.place.glob(".tactus-unfinished-*"):
                self.assertTrue(name in LIVE or writer.is_whole(path), what)
                path.unlink()

    def test_each_command(self):
        choice = random.Random(SEED)
        for name, writer in {**WRITERS, **OTHERS}.items():
            out = self.place / f"out{writer.suffix}"
            began = time.monotonic()
            self.run_writer(writer, out)
            taken = time.monotonic() - began
            for number in [choice.choice(SIGNALS) for _ in range(ROUNDS)]:
                whole_group, moment = choice.random() < 0.5, choice.random() * taken
                what = f"{name}, seed {SEED}: {signal.Signals(number).name} after {moment:.3f} s{', all' * whole_group}"
                out.write_text(OLD)
                process, errors = self.interrupt(writer, out, moment, number, whole_group)
                with self.subTest(what):
                    self.check(what, writer, process, number, errors)
                    left = out.read_text(errors="replace") if out.exists() else None
                    if left is None:
                        self.assertTrue(writer.links, what)
                    elif left != OLD and name not in LIVE:
                        self.assertTrue(writer.is_whole(out), what)
                    self.clear_whole_one(what, name, writer)
                    self.check_nothing_is_left(what, *([out.name] if out.exists() else []))
            self.clear()

    def test_ignored_signals_stay_ignored(self):
        writer, out = WRITERS["pml build"], self.place / "out"
        process = self.start(writer, out, start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        time.sleep(0.1)
        process.send_signal(signal.SIGHUP)
        _, errors = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, writer.is_whole(out)), (0, True), errors)
        self.clear()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        SEED, ROUNDS = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    unittest.main(argv=sys.argv[:1])
