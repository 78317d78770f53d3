"""test_recorded_outputs.py: a record counts for the program that it was made of, and for no other."""
import pathlib
import tempfile
import unittest
from unittest import mock

import harness
import recorded_outputs


class RecordedOutputs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "programs", "sum")
        self.path.mkdir(parents=True)
        self.source = self.path / "main.c"
        self.source.write_text("int main(void) { return 0; }\n")
        record = mock.patch.object(recorded_outputs, "record_of", lambda path: path.parent.parent / f"{path.name}.out")
        record.start()
        self.addCleanup(record.stop)

    def program(self, *flags, **environment):
        return harness.Program(name="sum", sources=[self.source], flags=list(flags), environment=environment)

    def test_without_a_record(self):
        self.assertIsNone(recorded_outputs.find(self.program("-O2"), self.path))

    def test_what_is_written_is_found(self):
        recorded_outputs.write(self.program("-O2"), self.path, "1\n\n2\n")
        self.assertEqual(recorded_outputs.find(self.program("-O2"), self.path), "1\n\n2\n")

    def test_another_program(self):
        recorded_outputs.write(self.program("-O2"), self.path, "1\n")
        self.assertIsNone(recorded_outputs.find(self.program("-O3"), self.path))
        self.assertIsNone(recorded_outputs.find(self.program("-O2", OMP_NUM_THREADS="1"), self.path))
        (self.path / "other.c").write_text("")
        self.assertIsNone(recorded_outputs.find(self.program("-O2"), self.path))


unittest.main()
