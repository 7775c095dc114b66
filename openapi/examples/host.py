#!/usr/bin/env python3
"""A host: holds the log of a game, asks the judge, and lets two bots answer that never see it.

The header of REPLAY is played anew, with its decks and its seed, or with another seed; the log is written to OUT. A bot is a
program that reads what its seat may see, one JSON object a line, and writes an action for each; its argument is its seat.

With "chance": "declared" in the header there is no seed: then the host deals, as somebody at a real table
would shuffle and draw, and logs what comes out. It adds a salt that nobody can guess.

At the end it prints why it stopped: the game is over, an entry was refused or not judged, or the log is too long.
"""

import argparse
import hashlib
import json
import pathlib
import secrets
import subprocess
import sys
import urllib.error
import urllib.request

MOST_ENTRIES = 1000
BOT = pathlib.Path(__file__).with_name("bot.py")
parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("url", metavar="URL", help="the service")
parser.add_argument("source", metavar="REPLAY", help="a log; its entries are left out")
parser.add_argument("out", metavar="OUT", help="where the new log is written")
parser.add_argument("--bot", action="append", metavar="FILE", help="a bot in Python; given twice: one for each seat")
parser.add_argument("--seed", metavar="TEXT", help="a new seed is made of this text")
parser.add_argument("--sights", metavar="FILE", help="everything that the bots are sent is written here, too")
given = parser.parse_args()
URL, SIGHTS = given.url.rstrip("/"), given.sights


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def explained(fault):
    """Ends with what the judge says against a request."""
    problem = json.load(fault)
    sys.exit(f"{problem['status']} {problem['code']}: {problem['detail']}")


def submit(replay, verdict, action):
    """The verdict of the log with one entry more."""
    try:
        return call("/v1/moves", {"base": verdict["replay_digest"], "action": action})
    except urllib.error.HTTPError as fault:
        # The judge may have forgotten the game; the log never does.
        if fault.code != 404:
            explained(fault)
    try:
        return call("/v1/moves", {"replay": replay, "action": action})
    except urllib.error.HTTPError as fault:
        explained(fault)


def reason(answer):
    """Why the host stops at an entry; None: it is legal."""
    if answer["verdict"] == "not_judged":
        return f"an entry was not judged: {answer['not_judged']['message']}"
    if answer["verdict"] != "legal":
        return f"an entry was refused: {answer['illegal']['refusals'][0]['message']}"
    return None


def main():
    replay = json.loads(pathlib.Path(given.source).read_text(encoding="utf-8"))
    replay["actions"] = []
    if given.seed is not None and "seed" in replay:
        replay["seed"] = hashlib.sha256(given.seed.encode()).hexdigest()
    if "chance" in replay:
        # Without a seed digests could be guessed card by card, and the judge would keep nothing to go on from.
        replay.setdefault("salt", secrets.token_hex(32))
    for player in replay["players"]:
        check = call("/v1/decks/check", {"game": replay["game"], "deck": player["deck"]})
        assert check["legal"], check["faults"]
    files = given.bot or [BOT]
    bots = [
        subprocess.Popen([sys.executable, file, str(seat)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for seat, file in enumerate([files[0], files[-1]])
    ]
    verdict = call("/v1/verify", replay)
    stopped = None
    while verdict["next"] and stopped is None:
        if len(replay["actions"]) == MOST_ENTRIES:
            stopped = f"the host plays no more than {MOST_ENTRIES} entries"
            break
        asked = verdict["next"][0]
        seat = asked["seat"]
        if asked["kind"] == "chance":
            # Everything that may lie there is listed, up to 64: no zone of these games is larger. At a real table
            # asked["purpose"] says which card to turn up (from, depth), where it goes (to) and for whom (seen_by).
            action = {"seat": None, **secrets.choice(asked["listing"])}
            answer = submit(replay, verdict, action)
            stopped = reason(answer)
            if answer["verdict"] == "illegal":
                # What came out shows that the entry that waited for it is against the rules: it is not played.
                del replay["actions"][answer["accepted"] :]
                verdict = call("/v1/verify", replay)
            elif stopped is None:
                verdict = answer
                replay["actions"].append(action)
            continue
        # What the bot gets is what its seat may see: no digest, no seed, no hidden card.
        try:
            sight = call(f"/v1/verdicts/{verdict['replay_digest']}?view=seat{seat}")
        except urllib.error.HTTPError as fault:
            if fault.code != 404:
                raise
            sight = call(f"/v1/verify?view=seat{seat}", replay)
        if SIGHTS:
            with open(SIGHTS, "a", encoding="utf-8") as sights:
                sights.write(json.dumps(sight) + "\n")
        bots[seat].stdin.write(json.dumps(sight) + "\n")
        bots[seat].stdin.flush()
        action = {"seat": seat, **json.loads(bots[seat].stdout.readline())}
        answer = submit(replay, verdict, action)
        stopped = reason(answer)
        if stopped is None:
            verdict = answer
            replay["actions"].append(action)
    for bot in bots:
        bot.stdin.close()
        bot.wait()
    whole = call("/v1/verify", replay)
    assert whole["log_digest"] == verdict["log_digest"], "the log is not the game that was played"
    pathlib.Path(given.out).write_text(json.dumps(replay), encoding="utf-8")
    print("stopped:", stopped or "the game is over")
    print("the log without refused entries:", whole["verdict"] + ",", len(replay["actions"]), "entries,", end=" ")
    print("outcome:", json.dumps(whole["outcome"]))


if __name__ == "__main__":
    main()
