#!/usr/bin/env python3
"""Asks the service through a proxy with a shared cache that serves it under /judge/: encodings, languages, every link.

usage: proxy.py ORIGIN
"""

import gzip
import html.parser
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = sys.argv[1] + "/judge/"


def get(address, **headers):
    request = urllib.request.Request(address, headers={name.replace("_", "-"): value for name, value in headers.items()})
    for _ in range(100):
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.headers, answer.read()
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            # The proxy has only just been started.
            time.sleep(0.1)
    raise SystemExit("the proxy does not answer")


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found += [value for name, value in attrs if name in ("href", "src")]


# One address, clients that take different things, each twice: the second answer may come from the cache.
address = ROOT + "v1/games/azur-lane/cards?limit=20"
bodies = {}
hits = 0
for _ in range(3):
    for encoding in ("gzip", None):
        for language in ("en", "zh-Hant"):
            headers, body = get(address, accept_language=language, **({"accept_encoding": encoding} if encoding else {}))
            hits += headers["x-cache"] == "HIT"
            assert headers["content-encoding"] == encoding, (encoding, headers["content-encoding"])
            assert headers["content-language"] == language, headers["content-language"]
            body = gzip.decompress(body) if encoding else body
            assert bodies.setdefault(language, body) == body, "another body with the same language"
            json.loads(body)
assert hits >= 4, f"the cache was asked in vain: {hits}"

# Every link of the pages and of the answers leads to an answer under the prefix.
waiting = [ROOT, ROOT + "rules", ROOT + "docs", ROOT + "proofs", ROOT + "v1/games/tianhai/rules?limit=500"]
seen = set()
while waiting and len(seen) < 400:
    address = waiting.pop()
    if address in seen:
        continue
    seen.add(address)
    headers, body = get(address)
    links = [re.match(r"<([^>]*)>", link)[1] for link in headers.get_all("link") or []]
    if headers["content-type"].startswith("text/html"):
        page = Links()
        page.feed(body.decode())
        links += page.found
    for link in links:
        target = urllib.parse.urljoin(address, link).split("#")[0]
        assert target.startswith(ROOT), f"{address} leads to {target}"
        # Of a long list some are enough.
        if target not in seen and sum(target.rsplit("/", 1)[0] == one.rsplit("/", 1)[0] for one in seen) < 5:
            waiting.append(target)
print(f"proxy: {hits} answers from the cache, {len(seen)} addresses under the prefix")
