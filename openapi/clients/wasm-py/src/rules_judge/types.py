"""Types the requests and answers. What differs by game is `Json`, and stands in `openapi/schemas`."""

from typing import Any, Literal, NotRequired, TypedDict

Json = dict[str, Any]
"""An object of JSON whose fields differ by game."""

GameId = Literal["azur-lane", "battle-spirits", "build-divide", "tianhai", "xinglingwang"]
View = Literal["full", "public", "seat0", "seat1"]
Language = Literal["en", "zh-Hant", "zh-Hans"]
Trace = Literal["none", "events", "states"]
Seat = Literal[0, 1]


class Player(TypedDict, total=False):
    """A seat of a header."""

    name: str
    deck: Json


class Replay(TypedDict):
    """A log with its header. `actions` may be empty."""

    format: str
    game: str
    players: list[Player]
    actions: list[Json]
    seed: NotRequired[str]
    seed_commit: NotRequired[Json]
    chance: NotRequired[str]
    salt: NotRequired[str]
    edition: NotRequired[str]
    pool: NotRequired[str | Json]
    options: NotRequired[Json]
    start: NotRequired[Json]
    claim: NotRequired[Json]


class Slot(TypedDict):
    """A field of a shape, and the values that it may have."""

    name: str
    domain: Json


class Shape(TypedDict):
    """A kind of action with fields to fill in."""

    type: str
    slots: list[Slot]


class Question(TypedDict):
    """Who is asked what. The view of another seat has neither listing nor shapes."""

    kind: str
    seat: int | None
    sealed: bool
    text: str
    count: NotRequired[int | None]
    complete: NotRequired[bool]
    listing: NotRequired[list[Json]]
    texts: NotRequired[list[str]]
    shapes: NotRequired[list[Shape]]
    named_cards: NotRequired[list[Json]]
    about: NotRequired[Json]
    label: NotRequired[str]
    purpose: NotRequired[Json]


class Refusal(TypedDict):
    """A reason why an entry or a header is against the rules."""

    code: str
    message: str
    cites: list[str]
    params: Json
    pointer: str


class Illegal(TypedDict):
    """The first entry that is against the rules."""

    at: int | None
    seat: int | None
    stage: str
    pointer: str
    action: Json | None
    refusals: list[Refusal]
    legal: Json | None


class NotJudged(TypedDict):
    """Why a log was not judged to its end."""

    at: int | None
    code: str
    message: str


class Outcome(TypedDict):
    """How a game ended."""

    kind: Literal["win", "draw"]
    winner: int | None
    reason: str
    cites: list[str]


class Verdict(TypedDict):
    """The answer of `verify`, `moves` and `verdict`."""

    verdict: Literal["legal", "illegal", "legal_with_rulings", "not_judged"]
    game: str
    edition: str
    pool: str
    semantics: int
    accepted: int
    accepted_digest: str | None
    log_digest: str | None
    replay_digest: str | None
    state_digest: str | None
    claim: Json | None
    illegal: Illegal | None
    not_judged: NotJudged | None
    outcome: Outcome | None
    state: Json | None
    next: list[Question]
    standing: list[str]
    trace: NotRequired[list[Json]]
    chance: NotRequired[Json]
    waiting: NotRequired[Json]


class LegalAnswer(TypedDict):
    """The answer of `legal_actions`."""

    game: str
    accepted: int
    next: list[Question]
    standing: list[str]
    verdict: NotRequired[Verdict]
    waiting: NotRequired[Json]


class PositionAnswer(TypedDict):
    """The answer of `positions`."""

    game: str
    edition: str
    pool: str
    semantics: int
    accepted: int
    position: Json | None
    complete: bool
    inexpressible: list[Json]
    cards: list[Json]
    next: list[Json]


class DeckAnswer(TypedDict):
    """The answer of `decks_check`."""

    game: str
    edition: str
    pool: str
    semantics: int
    legal: bool | None
    faults: list[Refusal]
    not_judged: NotJudged | None
    unknown_cards: list[Json]
    deck: NotRequired[Json]
    lines: NotRequired[list[Json]]
    not_exact: NotRequired[list[Json]]
