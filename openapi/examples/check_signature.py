#!/usr/bin/env python3
"""Checks the signature of a verdict from the bytes that were kept of it: check_signature.py ANSWER SIGNATURE KEYS

ANSWER is the body of an answer as it came, SIGNATURE the value of its header verdict-signature, KEYS the answer of /v1/keys.
Python's library has no Ed25519: this needs the package `cryptography`."""

import base64
import datetime
import json
import pathlib
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def unpacked(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


answer, signature, keys = sys.argv[1:]
header, signature = signature.strip().split("..")
said = json.loads(unpacked(header))
assert (said["alg"], said["b64"], said["crit"]) == ("EdDSA", False, ["b64"]), "not a signature of a verdict"
key = next(key for key in json.loads(pathlib.Path(keys).read_text())["keys"] if key["kid"] == said["kid"])
signed = header.encode() + b"." + pathlib.Path(answer).read_bytes()
# Raises InvalidSignature unless this key signed these bytes.
Ed25519PublicKey.from_public_bytes(unpacked(key["x"])).verify(unpacked(signature), signed)
created = datetime.datetime.fromtimestamp(said["created"], datetime.timezone.utc)
print("signed by", said["kid"], "at", created.isoformat())
