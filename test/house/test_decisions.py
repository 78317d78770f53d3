"""test_decisions.py: each decision record has a status with a date, says in ten lines what was decided, and whether a later one
has undone it."""
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


def status(text):
    return re.search(r"^Status: .*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)[0]


def named(verb, text):
    """The numbers in `verb [1](...), [2](...).`"""
    links = r"\[\d+\]\([^)]*\)"
    return {int(number) for sentence in re.findall(rf"{verb} ({links}(?:, {links})*)", text)
            for number in re.findall(r"\[(\d+)\]", sentence)}


def relation(verb, texts):
    """{number of a record: numbers that its text names behind the verb}"""
    return {number: others for number, text in texts.items() if (others := named(verb, text))}


def turned(relation):
    result = {}
    for number, others in relation.items():
        for other in others:
            result.setdefault(other, set()).add(number)
    return result


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

    def test_what_is_undone_says_so_in_its_first_line(self):
        statuses = {int(record.name[:4]): status(record.read_text()) for record in RECORDS}
        first_lines = {number: text.splitlines()[0] for number, text in statuses.items()}
        for active, passive in (("Undoes", "Undone by"), ("Undoes a part of", "Undone in part by")):
            undone = relation(passive, statuses)
            self.assertEqual(turned(relation(active, statuses)), undone, f"'{active}' and '{passive}' name each other's records")
            self.assertEqual(relation(passive, first_lines), undone, f"'{passive}' stands in the first line")

    def test_what_is_in_force_is_listed_by_topic(self):
        page = (FOLDER / "in-force.md").read_text()
        for record in RECORDS:
            is_undone = named("Undone by", status(record.read_text()))
            with self.subTest(record.name):
                self.assertEqual(f"]({record.name})" in page, not is_undone)

    def test_each_record_is_listed(self):
        index = (FOLDER / "README.md").read_text()
        for record in RECORDS:
            title = re.match(r"# \d+\. (.*)", record.read_text())[1]
            self.assertIn(f"| [{int(record.name[:4])}]({record.name}) | {title} |\n", index)


if __name__ == "__main__":
    unittest.main()
