#!/usr/bin/env python3
"""A client in Python. Its package, rules_judge_client, is generated from openapi.json: checks the decks, plays a game by
asking for the legal answers, prints the board, the question and the log, judges the log, breaks it, and reads the rule
that says so. It knows nothing that the document does not say.

usage: play.py URL REPLAY    (the header of REPLAY is played anew)
"""

import json
import pathlib
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, TypeVar

from draw import Question, Verdict, board, log, question
from rules_judge_client import Client
from rules_judge_client.api.judging import check_deck, legal_actions, move, verify
from rules_judge_client.api.rules import get_rule
from rules_judge_client.models.azur_lane_deck_check import AzurLaneDeckCheck
from rules_judge_client.models.azur_lane_replay import AzurLaneReplay
from rules_judge_client.models.battle_spirits_deck_check import BattleSpiritsDeckCheck
from rules_judge_client.models.battle_spirits_replay import BattleSpiritsReplay
from rules_judge_client.models.build_divide_deck_check import BuildDivideDeckCheck
from rules_judge_client.models.build_divide_replay import BuildDivideReplay
from rules_judge_client.models.move_from_base import MoveFromBase
from rules_judge_client.models.move_from_replay import MoveFromReplay
from rules_judge_client.models.problem import Problem
from rules_judge_client.models.tianhai_deck_check import TianhaiDeckCheck
from rules_judge_client.models.tianhai_replay import TianhaiReplay
from rules_judge_client.models.tianhai_state import TianhaiState
from rules_judge_client.models.xinglingwang_deck_check import XinglingwangDeckCheck
from rules_judge_client.models.xinglingwang_replay import XinglingwangReplay
from rules_judge_client.types import UNSET, Unset

Replay = AzurLaneReplay | XinglingwangReplay | BattleSpiritsReplay | BuildDivideReplay | TianhaiReplay
Json = dict[str, object]


def stop(result: Problem | None) -> NoReturn:
    """A fault as an error."""
    raise SystemExit(f"{result.code}: {result.detail}" if result else "an answer that the document does not know")


def judged(result: Verdict | Problem | None) -> Verdict:
    """The verdict that was answered."""
    if result is None or isinstance(result, Problem):
        stop(result)
    return result


def read(replay: Json) -> Replay:
    """A replay of any game."""
    if replay["game"] == "azur-lane":
        return AzurLaneReplay.from_dict(replay)
    if replay["game"] == "battle-spirits":
        return BattleSpiritsReplay.from_dict(replay)
    if replay["game"] == "build-divide":
        return BuildDivideReplay.from_dict(replay)
    if replay["game"] == "tianhai":
        return TianhaiReplay.from_dict(replay)
    return XinglingwangReplay.from_dict(replay)


class Action(Protocol):
    """What every action has."""

    @property
    def type_(self) -> str: ...


Some = TypeVar("Some", bound=Action)

# What ends a seat's turn to speak, or a phase.
ENDS = ["end_phase", "pass", "end_step", "flash_pass", "no_block"]


def choose(listing: Sequence[Some], turn: int) -> Some:
    """Any action: at first one that does something, as a game of passes has no end worth seeing; then one that goes on."""
    acts = [action for action in listing if (action.type_ in ENDS) == (turn >= 100)] or listing
    dice = ((turn + 1) * 2654435761 % 2**32) >> 8
    return acts[dice % len(acts)]


def entry(asked: Question, turn: int) -> Json:
    """The answer to a question, as it is logged."""
    assert not isinstance(asked.listing, Unset) and asked.seat is not None, "with a seed no outcome is asked for"
    return {**choose(asked.listing, turn).to_dict(), "seat": asked.seat}


def main() -> None:
    url, source = sys.argv[1:]
    client = Client(base_url=url)
    header: Json = json.loads(pathlib.Path(source).read_text(encoding="utf-8"))
    entries: list[Json] = []

    def replay() -> Replay:
        return read({**header, "actions": entries})

    start = replay()
    for player in start.players:
        deck = player.to_dict()["deck"]
        body: Json = {"deck": deck, "game": start.game}
        check: (
            AzurLaneDeckCheck | XinglingwangDeckCheck | BattleSpiritsDeckCheck | BuildDivideDeckCheck | TianhaiDeckCheck
        )
        if isinstance(start, AzurLaneReplay):
            check = AzurLaneDeckCheck.from_dict(body)
        elif isinstance(start, BattleSpiritsReplay):
            check = BattleSpiritsDeckCheck.from_dict(body)
        elif isinstance(start, BuildDivideReplay):
            check = BuildDivideDeckCheck.from_dict(body)
        elif isinstance(start, TianhaiReplay):
            check = TianhaiDeckCheck.from_dict(body)
        else:
            check = XinglingwangDeckCheck.from_dict(body)
        checked = check_deck.sync(client=client, body=check)
        if checked is None or isinstance(checked, Problem):
            stop(checked)
        assert checked.legal, checked.faults

    verdict = judged(verify.sync(client=client, body=start, trace="events"))
    print("\n".join(log(verdict)))
    turn = -1
    while verdict.next_:
        assert len(entries) < 3000, "the game has no end"
        state = verdict.state
        now = turn if state is None else state.round_ if isinstance(state, TianhaiState) else state.turn
        if now != turn:
            turn = now
            print("\n".join(board(verdict)))
        legal = legal_actions.sync(client=client, body=replay())
        if legal is None or isinstance(legal, Problem):
            stop(legal)
        assert not legal.verdict, "a legal log has legal answers"
        asked = next(one for one in legal.next_ if one.listing)
        print("\n".join(question(asked)))
        action = entry(asked, len(entries))
        assert isinstance(verdict.replay_digest, str), "the full view has digests"
        base = MoveFromBase.from_dict({"action": action, "base": verdict.replay_digest})
        moved = move.sync(client=client, body=base, trace="events")
        if isinstance(moved, Problem) and moved.code == "unknown_base":
            # The judge may have forgotten the game; the log never does.
            longer = MoveFromReplay.from_dict({"action": action, "replay": replay().to_dict()})
            moved = move.sync(client=client, body=longer, trace="events")
        verdict = judged(moved)
        assert verdict.verdict == "legal", verdict.illegal
        print("\n".join(log(verdict)))
        entries.append(action)

    whole = judged(verify.sync(client=client, body=replay()))
    assert whole.log_digest == verdict.log_digest
    assert whole.outcome, "the game has no outcome"
    print("\n".join(board(whole)))

    entries.append(entries[-1])
    broken = judged(verify.sync(client=client, body=replay()))
    assert broken.verdict == "illegal" and broken.illegal is not None
    assert broken.illegal.at == len(entries) - 1
    cited = broken.illegal.refusals[0].cites[0]
    rule = get_rule.sync(whole.game, cited, client=client)
    if rule is None or isinstance(rule, Problem):
        stop(rule)
    assert rule.id == cited

    # A fault is typed, too.
    fault = get_rule.sync("chess", cited, client=client)
    assert isinstance(fault, Problem) and fault.code == "unknown_game"
    assert fault.line is UNSET or fault.line is None

    print(
        f"python: {whole.game}, {len(entries) - 1} entries, {whole.outcome.reason};"
        f" one more is against {cited}: {rule.text}"
    )


if __name__ == "__main__":
    main()
