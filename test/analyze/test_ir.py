#!/usr/bin/env python3
"""The summaries of small IR files, against what their comments expect: test_ir.py BUILD."""
import harness


class SmallFiles(harness.Analyses):
    def test_each(self):
        files = sorted((harness.HERE / "ir").glob("*.ll"))
        self.assertTrue(files)
        for file in files:
            analysis, problems = self.analyze(self.build("x.o", "-O1", "-c", file))
            self.assertEqual(problems, "")
            expectations = [line.split()[2:] for line in file.read_text().splitlines() if line.startswith("; EXPECT ")]
            self.assertTrue(expectations, file.name)
            for function, *fields in expectations:
                context = self.context(analysis, function)
                for field in fields:
                    name, value = field.split("=")
                    found = context[name]
                    text = f"{found:g}" if isinstance(found, float) else str(found).replace(" ", "")
                    self.assertEqual(text, value, f"{file.name}: {name} of {function}")


if __name__ == "__main__":
    harness.main()
