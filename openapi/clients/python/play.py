#!/usr/bin/env python3
"""A client in Python. Its package, rules_judge_client, is generated from openapi.json: checks the
decks, plays a game by asking for the legal answers, judges the log, breaks it, and reads the rule
that says so.

usage: play.py URL REPLAY    (the header of REPLAY is played anew)
"""

import json
import pathlib
import sys
from typing import TypeVar

from rules_judge_client import Client
from rules_judge_client.api.judging import check_deck, legal_actions, move, verify
from rules_judge_client.api.rules import get_rule
from rules_judge_client.models.action import Action
from rules_judge_client.models.deck_check import DeckCheck
from rules_judge_client.models.deck_check_deck import DeckCheckDeck
from rules_judge_client.models.entry import Entry
from rules_judge_client.models.illegal import Illegal
from rules_judge_client.models.legal_answer import LegalAnswer
from rules_judge_client.models.move_from_base import MoveFromBase
from rules_judge_client.models.move_from_replay import MoveFromReplay
from rules_judge_client.models.problem import Problem
from rules_judge_client.models.problem_code import ProblemCode
from rules_judge_client.models.replay import Replay
from rules_judge_client.models.verdict import Verdict
from rules_judge_client.models.verdict_kind import VerdictKind
from rules_judge_client.types import UNSET

Answer = TypeVar("Answer")


def answer(result: Answer | Problem | None) -> Answer:
    """What was answered, or the fault as an error."""
    if isinstance(result, Problem):
        raise SystemExit(f"{result.code}: {result.detail}")
    if result is None:
        raise SystemExit("an answer that the document does not know")
    return result


# What ends a seat's turn to speak, or a phase.
ENDS = ["end_phase", "pass"]


def choose(listing: list[Action], turn: int) -> Action:
    """Any action: at first one that does something, as a game of passes has no end worth seeing; then one that goes on."""
    acts = [action for action in listing if (action.type_ in ENDS) == (turn >= 100)] or listing
    dice = ((turn + 1) * 2654435761 % 2**32) >> 8
    return acts[dice % len(acts)]


def main() -> None:
    url, source = sys.argv[1:]
    client = Client(base_url=url)
    text = json.loads(pathlib.Path(source).read_text(encoding="utf-8"))
    replay = Replay.from_dict({**text, "actions": []})

    for player in text["players"]:
        body = DeckCheck(deck=DeckCheckDeck.from_dict(player["deck"]), game=replay.game)
        check = answer(check_deck.sync(client=client, body=body))
        assert check.legal, check.faults

    def judged(log: list[Entry]) -> Verdict:
        body = Replay.from_dict({**text, "actions": [entry.to_dict() for entry in log]})
        return answer(verify.sync(client=client, body=body))

    verdict = judged([])
    while verdict.next_:
        assert len(replay.actions) < 3000, "the game has no end"
        legal = answer(legal_actions.sync(client=client, body=replay))
        assert isinstance(legal, LegalAnswer), "a legal log has legal answers"
        asked = next(one for one in legal.next_ if one.listing)
        assert asked.listing
        action = choose(asked.listing, len(replay.actions))
        assert asked.seat is not None, "with a seed no outcome is asked for"
        entry = Entry.from_dict({**action.to_dict(), "seat": asked.seat.value})
        assert isinstance(verdict.replay_digest, str), "the full view has digests"
        moved = move.sync(client=client, body=MoveFromBase(action=entry, base=verdict.replay_digest))
        if isinstance(moved, Problem) and moved.code == ProblemCode.UNKNOWN_BASE:
            # The judge may have forgotten the game; the log never does.
            moved = move.sync(client=client, body=MoveFromReplay(action=entry, replay=replay))
        verdict = answer(moved)
        assert verdict.verdict == VerdictKind.LEGAL, verdict.illegal
        replay.actions.append(entry)

    whole = judged(replay.actions)
    assert whole.log_digest == verdict.log_digest
    assert whole.outcome, "the game has no outcome"

    broken = judged([*replay.actions, replay.actions[-1]])
    assert broken.verdict == VerdictKind.ILLEGAL and isinstance(broken.illegal, Illegal)
    assert broken.illegal.at == len(replay.actions)
    cited = broken.illegal.refusals[0].cites[0]
    rule = answer(get_rule.sync(replay.game, cited, client=client))
    assert rule.id == cited

    # A fault is typed, too.
    chess = Replay.from_dict({**replay.to_dict(), "game": "chess"})
    fault = verify.sync(client=client, body=chess)
    assert isinstance(fault, Problem) and fault.code == ProblemCode.UNKNOWN_GAME
    assert fault.line is UNSET or fault.line is None

    print(
        f"python: {replay.game}, {len(replay.actions)} entries, {whole.outcome.reason};"
        f" one more is against {cited}: {rule.text}"
    )


if __name__ == "__main__":
    main()
