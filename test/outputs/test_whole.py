#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What becomes of a file that a command writes: it is there whole, or as it was. commands.py has the commands."""

import os
import resource
import signal
import stat
import unittest

import commands
from commands import WRITERS, OutputTest

OLD = "what was there\n"
# The smallest file that any of them writes is larger.
LARGEST = 16


def full_disk():
    """Writing fails for all files, as on a full disk, with another reason."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))


class WholeTest(OutputTest):
    def each(self, check):
        """Does the check with each command: a decorator."""
        for name, writer in WRITERS.items():
            with self.subTest(name):
                check(name, writer)
            self.clear()

    def check_error(self, status, errors, *names):
        """One line that says what, where, and what to do; what compilers say in front is theirs."""
        self.assertNotEqual(status, 0)
        self.assertRegex(errors, r"(?m)^tactus: error: .*; .*$")
        for name in names:
            self.assertIn(str(name), errors)

    def test_what_was_there_is_replaced(self):
        @self.each
        def _(name, writer):
            out = self.place / f"out{writer.suffix}"
            out.write_text(OLD)
            out.chmod(0o640)
            status, errors = self.run_writer(writer, out)
            self.assertEqual((status, writer.is_whole(out)), (0, True), errors)
            if not writer.links:
                self.assertEqual(stat.S_IMODE(out.stat().st_mode) & ~0o111, 0o640)
            self.check_nothing_is_left(name, out.name)

    def test_a_new_file_has_the_usual_permissions(self):
        @self.each
        def _(name, writer):
            out = self.place / f"out{writer.suffix}"
            status, errors = self.run_writer(writer, out, umask=0o027)
            self.assertEqual(status, 0, errors)
            self.assertEqual(stat.S_IMODE(out.stat().st_mode) & ~0o111, 0o640, name)

    def test_links_stay(self):
        @self.each
        def _(name, writer):
            target, link = self.place / f"target{writer.suffix}", self.place / f"link{writer.suffix}"
            if writer.links:  # linkers remove links
                return
            target.write_text(OLD)
            link.symlink_to(target.name)
            status, errors = self.run_writer(writer, link)
            self.assertEqual((status, writer.is_whole(target), link.is_symlink()), (0, True, True), errors)
            self.check_nothing_is_left(name, link.name, target.name)

    def test_the_link_of_what_is_not_there_yet(self):
        @self.each
        def _(name, writer):
            target, link = self.place / f"target{writer.suffix}", self.place / f"link{writer.suffix}"
            if writer.links or name == "trace":
                return
            link.symlink_to(target.name)
            status, errors = self.run_writer(writer, link)
            self.assertEqual((status, writer.is_whole(target), link.is_symlink()), (0, True, True), errors)

    def test_other_names_keep_the_old_content(self):
        other = self.place / "other"

        @self.each
        def _(name, writer):
            out = self.place / f"out{writer.suffix}"
            out.write_text(OLD)
            other.hardlink_to(out)
            status, errors = self.run_writer(writer, out)
            self.assertEqual((status, writer.is_whole(out), other.read_text()), (0, True, OLD), errors)

    def test_devices_stay(self):
        # A device of our own would need rights; a link in our folder keeps the real one from being removed by name.
        @self.each
        def _(name, writer):
            if writer.links:
                return
            link = self.place / f"null{writer.suffix}"
            link.symlink_to("/dev/null")
            status, errors = self.run_writer(writer, link)
            if name == "trace":  # it needs a file
                self.assertIn("tactus: error: TACTUS_TRACE", errors)
            else:
                self.assertEqual((status, errors.count("error")), (0, 0), errors)
            self.assertTrue(link.is_char_device() and link.is_symlink())
            self.check_nothing_is_left(name, link.name)

    def test_pipes(self):
        @self.each
        def _(name, writer):
            if writer.links or writer.environment:
                return
            reader, end = os.pipe()
            process = self.start(writer, f"/dev/fd/{end}", pass_fds=[end])
            os.close(end)
            copy = self.place / "copy"
            with os.fdopen(reader, "rb") as stream:
                copy.write_bytes(stream.read())
            copy.chmod(0o755)
            _, errors = process.communicate(timeout=commands.SECONDS)
            self.assertEqual((process.returncode, writer.is_whole(copy)), (0, True), errors)

    def test_full_disks(self):
        @self.each
        def _(name, writer):
            out = self.place / f"out{writer.suffix}"
            out.write_text(OLD)
            status, errors = self.run_writer(writer, out, preexec_fn=full_disk)
            if writer.environment:  # the program ends as it would without us
                self.assertRegex(errors, r"(?m)^tactus: error: TACTUS_\w+: .*; .*$")
            elif writer.command[0] == commands.CLANG:  # clang's own objects have no room
                self.assertNotEqual(status, 0)
            else:
                self.check_error(status, errors)
            if not writer.links:
                self.assertEqual(out.read_text(), OLD)
            if writer.command[0] != commands.CLANG:
                self.check_nothing_is_left(name, out.name)

    def test_places_that_cannot_be_written(self):
        for place in ("/sys/kernel/out", str(self.work / "none/out")):
            @self.each
            def _(name, writer, place=place):
                status, errors = self.run_writer(writer, place + writer.suffix)
                if writer.environment:
                    self.assertIn("tactus: error: ", errors)
                elif not writer.links:
                    self.check_error(status, errors, place, writer.advice)
                self.check_nothing_is_left(name)

    def test_folders(self):
        @self.each
        def _(name, writer):
            if writer.links or name == "compile report" or writer.environment:  # a folder has a meaning there
                return
            status, errors = self.run_writer(writer, self.place)
            self.check_error(status, errors, self.place, writer.advice)
            self.check_nothing_is_left(name)

    def test_no_input_is_lost(self):
        @self.each
        def _(name, writer):
            if not writer.reads:
                return
            same = self.place / "same"
            same.symlink_to(self.work / writer.reads)
            for out in (self.work / writer.reads, same):
                status, errors = self.run_writer(writer, out)
                self.check_error(status, errors, writer.reads if out != same else "", writer.advice)
                self.check_nothing_is_left(name, "same")

    def test_a_file_in_a_folder_that_may_not_be_written(self):
        self.work.chmod(0o755)
        self.temporary.chmod(0o777)
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
        if nobody and os.system(f"setpriv --reuid=65534 --clear-groups test -x {commands.TACTUS}") != 0:
            self.skipTest("nobody may not run what is tested")

        @self.each
        def _(name, writer):
            out = self.place / f"out{writer.suffix}"
            if writer.links or name in ("compile report", "analysis", "trace"):  # they write other files as well
                return
            out.write_text(OLD * 10000)
            out.chmod(0o666)
            self.place.chmod(0o555)
            status, errors = self.run_writer(writer, out, **nobody)
            self.place.chmod(0o755)
            self.assertEqual(status, 0, errors)
            out.chmod(0o755)
            self.assertTrue(writer.is_whole(out), name)

    def test_two_at_a_time(self):
        @self.each
        def _(name, writer):
            out = self.place / f"out{writer.suffix}"
            if writer.links or "-c" in writer.command or name == "analysis":  # they write another file as well
                return
            both = [self.start(writer, out) for _ in range(2)]
            for process in both:
                _, errors = process.communicate(timeout=commands.SECONDS)
                self.assertEqual(process.returncode, 0, errors)
            self.assertTrue(writer.is_whole(out), name)
            self.check_nothing_is_left(name, out.name)

    def test_objects_beside_the_program_stay(self):
        out = self.place / "prog"
        beside = self.place / "prog.o"
        beside.write_text(OLD)
        self.assertEqual(self.run_writer(WRITERS["pml build"], out)[0], 0)
        self.assertEqual(beside.read_text(), OLD)
        self.clear()


if __name__ == "__main__":
    unittest.main()
