"""Tests recorded requests of the service: the module answers each with the same status and the same bytes."""

import hashlib
import json
import unittest

from .common import SAMPLES, judge

RECORDED = SAMPLES.parents[1] / "target" / "module" / "requests.ndjson"


@unittest.skipUnless(RECORDED.is_file(), f"{RECORDED.name} was not recorded beside the module")
class Recorded(unittest.TestCase):
    def test_answers_have_the_same_bytes(self) -> None:
        with RECORDED.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                asked = json.loads(line)
                path, _, query = asked["uri"].partition("?")
                answer = judge().request(
                    asked["method"],
                    path,
                    asked["body"],
                    query=query,
                    headers={"content-type": "", **dict(asked["headers"])},
                )
                with self.subTest(line=number + 1, uri=asked["uri"]):
                    wanted = asked["answer"]
                    self.assertEqual(answer.status, wanted["status"])
                    self.assertEqual(f"sha256:{hashlib.sha256(answer.body).hexdigest()}", wanted["body"])
                    self.assertEqual(answer.headers.get("content-type"), wanted["content-type"])


if __name__ == "__main__":
    unittest.main()
