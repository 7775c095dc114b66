"""Tests the programs of the README: each runs as it stands."""

import contextlib
import io
import pathlib
import re
import unittest

from .common import sample

README = pathlib.Path(__file__).parents[1] / "README.md"


class Readme(unittest.TestCase):
    def test_the_programs_run(self) -> None:
        programs = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.S | re.M)
        self.assertEqual(len(programs), 4)
        log = sample("tianhai")
        for program in programs:
            # What the page calls a log, an action and a deck without saying which.
            names = {"log": log, "action": log["actions"][-1], "deck": log["players"][0]["deck"]}
            said = io.StringIO()
            with self.subTest(program=program), contextlib.redirect_stdout(said):
                exec(compile(program, "README.md", "exec"), names)


if __name__ == "__main__":
    unittest.main()
