"""Calls the judge: each method is a call of the service, answered in this process."""

import copy
import json
import os
import pathlib
import threading
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import quote, urlencode

from ._module import Answer, Instance, Op, Played, Status, Trapped, compiled, module_path, written_head
from .types import DeckAnswer, Json, Language, LegalAnswer, PositionAnswer, Replay, Trace, Verdict, View

_JSON = "application/json"
_LANGUAGES: dict[Language, int] = {"en": 0, "zh-Hant": 1, "zh-Hans": 2}
FULL = 3
# The words of the service for a judge that broke.
_BROKEN = {
    "en": (
        "The judge broke on this request",
        "A check inside the judge failed. The request id finds it in the log.",
    ),
    "zh-Hant": ("裁判在此請求上出錯", "裁判的內部檢查未通過；可由 request id 在日誌中找到。"),
    "zh-Hans": ("裁判在此请求上出错", "裁判的内部检查未通过；可由 request id 在日志中找到。"),
}


class Problem(Exception):
    """A request that the judge cannot answer (RFC 9457): status, code, detail, and where the fault lies."""

    def __init__(self, document: Json) -> None:
        super().__init__(document)
        self.document = document
        self.status = int(document.get("status", 500))
        self.code = str(document.get("code", "internal"))
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        pointer = document.get("pointer")
        self.pointer = None if pointer is None else str(pointer)
        self.nearest = [str(name) for name in document.get("nearest", [])]

    def __str__(self) -> str:
        place = "" if self.pointer is None else f" ({self.pointer})"
        return f"{self.status} {self.code}{place}: {self.detail}"


class Judge:
    """A judge in this process.

    Any thread may call it. Calls of one judge happen one after the other; several judges share the compiled
    module and run in parallel, since Python's lock is free while the module works. A judge belongs to the
    process that made it: make another after a fork.

    It keeps what it judged lately (8 MiB), so that `moves` and `verdict` go on from a `replay_digest`.
    """

    def __init__(self, module: str | os.PathLike[str] | None = None, language: Language = "en") -> None:
        self._code = compiled(module_path() if module is None else pathlib.Path(module))
        self._lock = threading.Lock()
        self._instance: Instance | None = Instance(self._code)
        # Handles that nobody has any more: the collector of garbage may not wait for the lock.
        self._given_up: list[tuple[Instance, int]] = []
        self.language: Language = language

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: Mapping[str, object] | str | None = None,
        headers: Mapping[str, str] | None = None,
        language: Language | None = None,
    ) -> Answer:
        """Any call of the service, such as `request("GET", "/v1/games")`; a problem is an answer here, too.

        A body of bytes or text goes as it is, any other value as JSON. Parameters of `None` are left out;
        a query of text goes as it is. An empty header takes away what is sent without it.
        """
        words = language or self.language
        sent: dict[str, str] = {"accept-language": words}
        if body is not None:
            sent["content-type"] = _JSON
        if headers:
            sent |= {name.lower(): value for name, value in headers.items()}
            sent = {name: value for name, value in sent.items() if value}
        if isinstance(body, str):
            data = body.encode()
        elif isinstance(body, bytes | bytearray | memoryview):
            data = bytes(body)
        else:
            data = (
                b"" if body is None else json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
            )
        if isinstance(query, str):
            parameters = query
        else:
            parameters = urlencode(
                [(name, value) for name, value in (query or {}).items() if value is not None]
            )
        head = written_head(method.upper(), path, parameters, tuple(sent.items()))
        with self._lock:
            if self._instance is None:
                self._instance = Instance(self._code)
            try:
                return self._instance.answer(head, data)
            except Trapped:
                self._instance = None
        kept = {
            "content-type": "application/problem+json",
            "content-language": words,
            "cache-control": "no-store",
        }
        return Answer(500, kept, json.dumps(_broken(words), ensure_ascii=False).encode())

    def play(
        self,
        op: Op,
        instance: Instance | None,
        handle: int = -1,
        body: bytes = b"",
        *,
        place: int = 0,
        view: int = FULL,
        listing: int = 0,
        language: Language | None = None,
    ) -> tuple[Instance, Played]:
        """The answer to a request about a game as a handle, and the instance that has the game.

        A handle belongs to its instance: `Forgotten` is raised where another one has taken its place. A problem
        is raised as `Problem`, a log or step that is not taken as `Refused`.
        """
        words = language or self.language
        with self._lock:
            if self._instance is None:
                self._instance = Instance(self._code)
            have = self._instance
            if instance is not None and instance is not have:
                raise Forgotten
            try:
                while self._given_up:
                    of, free = self._given_up.pop()
                    if of is have:
                        have.play(Op.END, free, 0, FULL, 0, 0, b"")
                played = have.play(op, handle, place, view, listing, _LANGUAGES[words], body)
            except Trapped:
                self._instance = None
                raise Problem(_broken(words)) from None
        status = played.report.status
        if status == Status.FAULT:
            raise Problem(json.loads(played.body))
        if status in (Status.REFUSED, Status.NOT_JUDGED):
            raise Refused(json.loads(played.body))
        return have, played

    def another(self) -> "Judge":
        """A judge beside this one, of the same module."""
        beside = copy.copy(self)
        beside._lock, beside._given_up = threading.Lock(), []
        beside._instance = Instance(self._code)
        return beside

    def give_up(self, instance: Instance, handle: int) -> None:
        """Takes a handle back, before the next game begins."""
        self._given_up.append((instance, handle))

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: Mapping[str, object] | None = None,
        language: Language | None = None,
    ) -> Any:
        """The value that a call answers; a problem is raised as `Problem`."""
        answer = self.request(method, path, body, query=query, language=language)
        value = json.loads(answer.body) if answer.body else None
        if answer.status >= 400:
            raise Problem(cast(Json, value))
        return value

    def verify(
        self,
        log: Replay | Json | str | bytes,
        *,
        view: View | None = None,
        language: Language | None = None,
        trace: Trace | None = None,
        at: int | None = None,
        listing: int | None = None,
        abilities: str | None = None,
        digest: str | None = None,
    ) -> Verdict:
        """The verdict on a log, or on its first `at` entries. An illegal log has a verdict, too."""
        query = {
            "view": view,
            "trace": trace,
            "at": at,
            "listing": listing,
            "abilities": abilities,
            "digest": digest,
        }
        return cast(Verdict, self.ask("POST", "/v1/verify", log, query=query, language=language))

    def legal_actions(
        self,
        log: Replay | Json | str | bytes,
        *,
        view: View | None = None,
        language: Language | None = None,
        at: int | None = None,
        listing: int | None = None,
        abilities: str | None = None,
    ) -> LegalAnswer:
        """Who is asked after a log, and every legal answer."""
        query = {"view": view, "at": at, "listing": listing, "abilities": abilities}
        return cast(LegalAnswer, self.ask("POST", "/v1/legal-actions", log, query=query, language=language))

    def moves(
        self,
        action: Json,
        *,
        base: str | None = None,
        replay: Replay | Json | None = None,
        view: View | None = None,
        language: Language | None = None,
        trace: Trace | None = None,
        listing: int | None = None,
        abilities: str | None = None,
        digest: str | None = None,
    ) -> Verdict:
        """The verdict with one entry more, after the log `replay`, or the log of the digest `base`."""
        body: Json = {"action": action}
        body |= {} if base is None else {"base": base}
        body |= {} if replay is None else {"replay": cast(Json, replay)}
        query = {"view": view, "trace": trace, "listing": listing, "abilities": abilities, "digest": digest}
        return cast(Verdict, self.ask("POST", "/v1/moves", body, query=query, language=language))

    def verdict(
        self,
        replay_digest: str,
        *,
        view: View | None = None,
        language: Language | None = None,
        listing: int | None = None,
        digest: str | None = None,
    ) -> Verdict:
        """A verdict that this judge still keeps; else the problem `unknown_verdict`."""
        path = f"/v1/verdicts/{quote(replay_digest)}"
        query = {"view": view, "listing": listing, "digest": digest}
        return cast(Verdict, self.ask("GET", path, query=query, language=language))

    def positions(
        self,
        log: Replay | Json | str | bytes,
        *,
        at: int | None = None,
        view: View | None = None,
        language: Language | None = None,
    ) -> PositionAnswer:
        """The table after a log as a position, to be sent as `start.position` of another log.

        A log against the rules has none: its verdict says why, and is raised as `Refused`.
        """
        value = self.ask("POST", "/v1/positions", log, query={"at": at, "view": view}, language=language)
        if "position" not in value:
            raise Refused(cast(Verdict, value["verdict"]))
        return cast(PositionAnswer, value)

    def decks_check(
        self,
        game: str,
        deck: Json | None = None,
        *,
        list: str | None = None,
        edition: str | None = None,
        pool: str | Json | None = None,
        options: Json | None = None,
        language: Language | None = None,
    ) -> DeckAnswer:
        """Whether a deck may be played with; `list` is one as players post it, line by line."""
        given = {"deck": deck, "list": list, "edition": edition, "pool": pool, "options": options}
        body = {"game": game} | {name: value for name, value in given.items() if value is not None}
        return cast(DeckAnswer, self.ask("POST", "/v1/decks/check", body, language=language))

    def memory_bytes(self) -> int:
        """Bytes of the memory of the instance."""
        with self._lock:
            return 0 if self._instance is None else self._instance.memory_bytes()


class Forgotten(Exception):
    """The instance that had a game is gone: the game begins anew with its log."""


def _broken(words: Language) -> Json:
    """The problem of a judge that broke."""
    title, detail = _BROKEN[words]
    return {
        "code": "internal",
        "detail": detail,
        "status": 500,
        "title": title,
        "type": "/problems/internal",
    }


class Refused(Exception):
    """An entry or a header that was not taken: its verdict, and the reasons of the rules."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict
        illegal = verdict["illegal"]
        self.refusals = [] if illegal is None else illegal["refusals"]

    def __str__(self) -> str:
        not_judged = self.verdict["not_judged"]
        if not_judged is not None:
            return f"{not_judged['code']}: {not_judged['message']}"
        return "; ".join(f"{one['code']}: {one['message']}" for one in self.refusals)
