#!/usr/bin/env python3
"""Both descriptions by validators that are not ours: the documents, their examples, and verdicts of the service.

usage: description.py URL LOG…    (each log is judged, and its verdict and legal answers are compared with their schemas)
"""

import json
import sys
import urllib.request

from openapi_schema_validator import OAS30Validator, OAS31Validator
from openapi_spec_validator import validate

URL, LOGS = sys.argv[1], sys.argv[2:]


def asked(path, body):
    request = urllib.request.Request(URL + path, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def examples(document):
    """Each example of a body or an answer, with where its schema stands."""
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            bodies = {"request": call.get("requestBody", {}), **call.get("responses", {})}
            for name, body in bodies.items():
                media = body.get("content", {}).get("application/json", {})
                shown = [one["value"] for one in media.get("examples", {}).values()]
                shown += [media["example"]] if "example" in media else []
                for example in shown:
                    yield f"{method} {path} {name}", media["schema"], example


def faults(validator, document, schema, value):
    whole = {**schema, "components": document["components"]}
    return [f"{'/'.join(map(str, fault.absolute_path))}: {fault.message[:200]}" for fault in validator(whole).iter_errors(value)]


def main():
    count = 0
    answers = []
    for log in LOGS:
        body = open(log, "rb").read()
        answers += [(log, "Verdict", asked("/v1/verify", body))]
        answers += [(log, "LegalAnswer", asked("/v1/legal-actions?at=9", body))]
    for file, validator in (("openapi.json", OAS31Validator), ("openapi-3.0.json", OAS30Validator)):
        with open(f"openapi/{file}", encoding="utf-8") as text:
            document = json.load(text)
        validate(document)
        values = list(examples(document))
        values += [(log, {"$ref": f"#/components/schemas/{name}"}, value) for log, name, value in answers]
        for name, schema, value in values:
            found = faults(validator, document, schema, value)
            assert not found, f"{file}: {name}: {found[:3]}"
            count += 1
        # A field that nobody knows is noticed.
        verdict = {**answers[0][2], "accepted": "many"}
        assert faults(validator, document, {"$ref": "#/components/schemas/Verdict"}, verdict), file
    print(f"the description: two documents, {count} examples and answers fit")


main()
