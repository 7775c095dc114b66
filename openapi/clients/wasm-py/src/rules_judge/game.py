"""A game that is being played: a handle beside the calls, with a log that `verify` takes."""

import copy
import hashlib
import importlib.resources
import json
import secrets
from collections.abc import Sequence
from typing import cast

from .judge import Judge, Problem, Refused
from .types import Json, Language, Outcome, Player, Question, Replay, Verdict, View

FORMAT = "rules-judge/1"
_ACCEPTED = ("legal", "legal_with_rulings")
_VIEWS: dict[int | None, View] = {None: "public", 0: "seat0", 1: "seat1"}


def _written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def decks(game: str) -> list[Json]:
    """Two legal decks of the invented cards of a game, one for each seat."""
    text = importlib.resources.files(__package__).joinpath("decks.json").read_text(encoding="utf-8")
    known: dict[str, list[Json]] = json.loads(text)
    if game not in known:
        raise ValueError(f"unknown game {game!r}: one of {', '.join(sorted(known))}")
    return known[game]


def header(game: str, decks: Sequence[Json] | None = None, seed: int | str | None = None) -> Replay:
    """A header without entries. An integer or a text makes the seed; without one it is drawn at random."""
    dealt = _bundled(game) if decks is None else decks
    made = secrets.token_hex(32) if seed is None else hashlib.sha256(str(seed).encode()).hexdigest()
    players: list[Player] = [{"deck": deck} for deck in dealt]
    return {"format": FORMAT, "game": game, "seed": made, "players": players, "actions": []}


_bundled = decks


class Game:
    """A game from a header, a log or a position on.

    A step that is against the rules raises `Refused` with the reasons, and changes nothing. Without a seed
    the header gets a random `salt`, so that the judge may keep the game and steps need not send the log.
    Like its judge, a game may be handed from thread to thread; use it in one at a time.
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
        # Entries as JSON, which no caller changes any more, and the digest before each, where it is known.
        self._entries = [_written(entry) for entry in entries]
        self._digests: list[str | None] = [None] * len(entries)
        self._verdict = self._taken(self._verified())

    @classmethod
    def at(
        cls, game: str, position: Json, judge: Judge | None = None, *, seed: int | str | None = None
    ) -> "Game":
        """A game that begins with a position, as `positions` makes it."""
        replay: Json = {"format": FORMAT, "game": game, "players": [{}, {}], "start": {"position": position}}
        if seed is not None:
            replay["seed"] = hashlib.sha256(str(seed).encode()).hexdigest()
        return cls(replay, judge)

    @staticmethod
    def _taken(verdict: Verdict) -> Verdict:
        if verdict["verdict"] not in _ACCEPTED:
            raise Refused(verdict)
        return verdict

    def _verified(self, view: View | None = None, listing: int | None = None) -> Verdict:
        """The verdict on the whole log."""
        most = self._listing if listing is None else listing
        return self.judge.verify(self.log(), view=view, listing=most, language=self._language)

    def __len__(self) -> int:
        """How many entries the log has."""
        return len(self._entries)

    @property
    def game(self) -> str:
        """The id of the game that is played."""
        return str(self._header["game"])

    @property
    def verdict(self) -> Verdict:
        """The verdict of the whole table: it shows hidden cards and the digest, so give it to no player."""
        return self._verdict

    @property
    def next(self) -> list[Question]:
        """Who is asked; empty when the game is over."""
        return self.verdict["next"]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.verdict["outcome"]

    def to_act(self) -> int | None:
        """The seat that is asked first; `None`: no seat is, or an outcome of chance is asked for."""
        return next((question["seat"] for question in self.next), None)

    def step(self, seat: int | None, action: Json) -> Verdict:
        """Plays an action of a seat; with declared chance the seat of an outcome is `None`."""
        entry = _written({**action, "seat": seat})
        base = self._verdict["replay_digest"]
        verdict = None
        if base is not None:
            try:
                verdict = self._moved(f'{{"action":{entry},"base":"{base}"}}')
            except Problem as problem:
                # The judge may have forgotten the game; the log never does.
                if problem.code != "unknown_base":
                    raise
        if verdict is None:
            verdict = self._moved(f'{{"action":{entry},"replay":{_written(cast(Json, self.log()))}}}')
        self._verdict = self._taken(verdict)
        self._entries.append(entry)
        self._digests.append(base)
        return verdict

    def _moved(self, body: str) -> Verdict:
        query = {"listing": self._listing}
        return cast(Verdict, self.judge.ask("POST", "/v1/moves", body, query=query, language=self._language))

    def legal(self, seat: int | None = None, *, most: int = 1000) -> list[Json]:
        """Up to `most` (at most 1 000) legal answers of a seat; without one, of that which is asked first.

        `question(seat)["complete"]` says whether these are all; its `shapes` describe all without a list.
        """
        asked = self.question(self.to_act() if seat is None else seat, most=most)
        return [] if asked is None else asked.get("listing", [])

    def question(self, seat: int | None, *, most: int = 64) -> Question | None:
        """What a seat is asked, with its legal answers; `None`: nothing. A seat gets what its view has."""
        shown = self._shown("full", most) if seat is None else self.view(seat, listing=most)
        return next((question for question in shown["next"] if question["seat"] == seat), None)

    def view(self, seat: int | None, *, listing: int = 0) -> Verdict:
        """What a seat may see, and what it is asked; `None`: what an onlooker may see."""
        return self._shown(_VIEWS[seat], listing)

    def _shown(self, view: View, listing: int) -> Verdict:
        return self._kept(self._verdict["replay_digest"], view, listing) or self._verified(view, listing)

    def _kept(self, digest: str | None, view: View, listing: int) -> Verdict | None:
        """A verdict that the judge keeps; `None`: it does not."""
        if digest is None:
            return None
        try:
            return self.judge.verdict(digest, view=view, listing=listing, language=self._language)
        except Problem as problem:
            if problem.code != "unknown_verdict":
                raise
            return None

    def undo(self) -> Json:
        """Takes the last entry back, and gives it."""
        if not self._entries:
            raise IndexError("the log has no entry to take back")
        entry: Json = json.loads(self._entries.pop())
        self._verdict = self._kept(self._digests.pop(), "full", self._listing) or self._verified()
        return entry

    def log(self) -> Replay:
        """The log, as `verify` takes it. It has the seed: give it to no player while the game goes on."""
        entries = [json.loads(entry) for entry in self._entries]
        return cast(Replay, {**copy.deepcopy(self._header), "actions": entries})
