"""A game that is being played: a handle beside the calls, with a log that `verify` takes."""

import copy
import hashlib
import importlib.resources
import json
import secrets
import weakref
from collections.abc import Sequence
from typing import cast

from ._module import Instance, Op, Played, Report
from .judge import FULL, Forgotten, Judge
from .types import Json, Language, Outcome, Player, Question, Replay, Verdict

FORMAT = "rules-judge/1"
_PUBLIC = 2
_CHANCE = 2


def _written(value: Json) -> bytes:
    # In the order of canonical bytes, which are read most quickly.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def decks(game: str) -> list[Json]:
    """Two legal decks of the invented cards of a game, one for each seat."""
    text = importlib.resources.files(__package__).joinpath("decks.json").read_text(encoding="utf-8")
    known: dict[str, list[Json]] = json.loads(text)
    if game not in known:
        raise ValueError(f"unknown game {game!r}: one of {', '.join(sorted(known))}")
    return known[game]


def seed_of(seed: int | str) -> str:
    """The seed that an integer or a text makes."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def header(game: str, decks: Sequence[Json] | None = None, seed: int | str | None = None) -> Replay:
    """A header without entries. An integer or a text makes the seed; without one it is drawn at random."""
    dealt = _bundled(game) if decks is None else decks
    made = secrets.token_hex(32) if seed is None else seed_of(seed)
    players: list[Player] = [{"deck": deck} for deck in dealt]
    return {"format": FORMAT, "game": game, "seed": made, "players": players, "actions": []}


_bundled = decks


class Game:
    """A game from a header, a log or a position on.

    A step that is against the rules raises `Refused` with the reasons, and changes nothing. Nothing is rendered
    but what is asked for: a step gives no verdict, `verdict` and `view` do. Without a seed the header gets a
    random `salt`, as nobody could name its log else. Like its judge, a game may be handed from thread to
    thread; use it in one at a time.
    """

    def __init__(
        self,
        replay: Replay | Json,
        judge: Judge | None = None,
        *,
        listing: int = 0,
        language: Language | None = None,
    ) -> None:
        self.judge = Judge() if judge is None else judge
        self._header = copy.deepcopy(cast(Json, replay))
        entries: list[Json] = self._header.pop("actions", [])
        if not {"seed", "seed_commit", "salt"} & self._header.keys():
            self._header["salt"] = secrets.token_hex(16)
        self._listing = listing
        self._language = language
        # Entries as JSON, which no caller changes any more.
        self._entries = [_written(entry) for entry in entries]
        self._verdict: Verdict | None = None
        self._of: Judge | None = None
        self._instance: Instance | None = None
        self._begin()

    @classmethod
    def at(
        cls, game: str, position: Json, judge: Judge | None = None, *, seed: int | str | None = None
    ) -> "Game":
        """A game that begins with a position, as `positions` makes it."""
        replay: Json = {"format": FORMAT, "game": game, "players": [{}, {}], "start": {"position": position}}
        if seed is not None:
            replay["seed"] = seed_of(seed)
        return cls(replay, judge)

    def _begin(self) -> None:
        """Begins with the log so far."""
        self._instance, played = self.judge.play(
            Op.BEGIN,
            None,
            body=_written(cast(Json, self.log())),
            listing=self._listing,
            language=self._language,
        )
        self._of, self._report = self.judge, played.report
        weakref.finalize(self, self.judge.give_up, self._instance, played.report.handle).atexit = False

    def _play(
        self, op: Op, body: bytes = b"", *, place: int = 0, view: int = FULL, listing: int | None = None
    ) -> Played:
        """The answer to a request about this game."""
        most = self._listing if listing is None else listing
        while True:
            try:
                if self._of is not self.judge:
                    raise Forgotten
                _, played = self.judge.play(
                    op,
                    self._instance,
                    self._report.handle,
                    body,
                    place=place,
                    view=view,
                    listing=most,
                    language=self._language,
                )
            except Forgotten:
                # The judge may have forgotten the game; the log never does.
                self._begin()
            else:
                self._report = played.report
                return played

    def __len__(self) -> int:
        """How many entries the log has."""
        return len(self._entries)

    @property
    def game(self) -> str:
        """The id of the game that is played."""
        return str(self._header["game"])

    @property
    def report(self) -> Report:
        """Where the game stands, as numbers."""
        return self._report

    @property
    def verdict(self) -> Verdict:
        """The verdict of the whole table: it shows hidden cards and the digest, so give it to no player."""
        if self._verdict is None:
            self._verdict = self._shown(FULL, self._listing)
        return self._verdict

    @property
    def next(self) -> list[Question]:
        """Who is asked; empty when the game is over."""
        return self.verdict["next"]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None`: it has not."""
        return self.verdict["outcome"] if self._report.over else None

    def to_act(self) -> int | None:
        """The seat that is asked first; `None`: no seat is, or an outcome of chance is asked for."""
        return self._report.asks if 0 <= self._report.asks < _CHANCE else None

    def step(self, seat: int | None, action: Json) -> None:
        """Plays an action of a seat; with declared chance the seat of an outcome is `None`."""
        self._taken(self._play(Op.STEP, _written({**action, "seat": seat})))

    def choose(self, place: int) -> None:
        """Plays the answer of a place in `legal(most=64)` of the seat that is asked first."""
        self._taken(self._play(Op.CHOOSE, place=place))

    def _taken(self, played: Played) -> None:
        self._entries.append(played.body)
        self._verdict = None

    def legal(self, seat: int | None = None, *, most: int = 1000) -> list[Json]:
        """Up to `most` (at most 1 000) legal answers of a seat; without one, of that which is asked first.

        `question(seat)["complete"]` says whether these are all; its `shapes` describe all without a list.
        """
        asked = self.question(self.to_act() if seat is None else seat, most=most)
        return [] if asked is None else asked.get("listing", [])

    def question(self, seat: int | None, *, most: int = 64) -> Question | None:
        """What a seat is asked, with its legal answers and without sentences; `None`: nothing.

        A seat gets what its view has. The seat of an outcome of chance is `None`.
        """
        if seat is None:
            shown = self._shown(FULL, most)
            return next((question for question in shown["next"] if question["seat"] is None), None)
        return cast(Question | None, json.loads(self._play(Op.QUESTION, view=seat, listing=most).body))

    def view(self, seat: int | None, *, listing: int = 0) -> Verdict:
        """What a seat may see, and what it is asked; `None`: what an onlooker may see."""
        return self._shown(_PUBLIC if seat is None else seat, listing)

    def _shown(self, view: int, listing: int) -> Verdict:
        return cast(Verdict, json.loads(self._play(Op.VERDICT, view=view, listing=listing).body))

    def observe(self, seat: int, field: Json | None = None) -> bytearray:
        """What a seat sees as numbers of four bytes, laid out as `Observer` says.

        The options are the answers of the seat that is asked first, or those of `field`: its name, the type of
        the answer, and the values.
        """
        if field is None:
            return self._play(Op.OBSERVE, view=seat).numbers
        return self._play(Op.OBSERVE_OPTIONS, _written(field), view=seat).numbers

    def undo(self) -> Json:
        """Takes the last entry back, and gives it."""
        if not self._entries:
            raise IndexError("the log has no entry to take back")
        self._play(Op.UNDO)
        self._verdict = None
        entry: Json = json.loads(self._entries.pop())
        return entry

    def log(self) -> Replay:
        """The log, as `verify` takes it. It has the seed: give it to no player while the game goes on."""
        entries = [json.loads(entry) for entry in self._entries]
        return cast(Replay, {**copy.deepcopy(self._header), "actions": entries})
