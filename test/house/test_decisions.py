"""test_decisions.py: each decision record has a status with a date and says in ten lines what was decided."""
import re
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs/decisions"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
LONGEST = 10
WIDTH = 130


def section(text, title):
    """The lines of a section that say something, None where there is no such section."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found and [line for line in found[1].splitlines() if line.strip()]


class Decisions(unittest.TestCase):
    def test_status_and_date(self):
        for record in RECORDS:
            with self.subTest(record.name):
                self.assertRegex(record.read_text(), r"\A# [1-9].*\n\nStatus: .*\b20\d\d-\d\d-\d\d\b")

    def test_the_decision_is_short(self):
        for record in RECORDS:
            with self.subTest(record.name):
                decision = section(record.read_text(), "Decision")
                self.assertTrue(decision, "has no section '## Decision'")
                self.assertLessEqual(len(decision), LONGEST, "say the rest under '## In detail'")
                self.assertLessEqual(max(map(len, decision)), WIDTH)

    def test_evidence_has_a_file_of_its_own(self):
        for record in RECORDS:
            with self.subTest(record.name):
                self.assertIsNone(section(record.read_text(), "Evidence"), "move it to evidence/")
        numbers = {record.name[:4] for record in RECORDS}
        for file in (FOLDER / "evidence").iterdir():
            self.assertIn(file.name[:4], numbers)

    def test_each_record_is_listed(self):
        index = (FOLDER / "README.md").read_text()
        for record in RECORDS:
            self.assertIn(f"| [{int(record.name[:4])}]({record.name}) |", index)


if __name__ == "__main__":
    unittest.main()
