"""Runs the module for WebAssembly: a request goes into its memory, an answer comes out of it."""

import ctypes
import functools
import importlib.resources
import json
import os
import pathlib
import struct
from enum import IntEnum
from typing import NamedTuple

import wasmtime

_NAME = "rules_judge.wasm"
_U32 = 0xFFFF_FFFF
# A request of the largest size the service takes fits; the module answers longer bodies with a problem.
_MOST_BODY = 32 * 1024 * 1024


class Trapped(Exception):
    """The module broke on a request, and its instance cannot be used any more."""


class Answer(NamedTuple):
    """The answer to a request: status, headers with names in small letters, and the body."""

    status: int
    headers: dict[str, str]
    body: bytes


class Op(IntEnum):
    """What is asked about a game as a handle."""

    BEGIN = 0
    END = 1
    STEP = 2
    CHOOSE = 3
    QUESTION = 4
    VERDICT = 5
    UNDO = 6
    LOG = 7
    LAYOUT = 8
    OBSERVE = 9
    OBSERVE_OPTIONS = 10
    MANY = 11


class Status(IntEnum):
    """What became of a request about a game."""

    DONE = 0
    FAULT = 1
    REFUSED = 2
    NOT_JUDGED = 3


class Report(NamedTuple):
    """What became of a request about a game, and where the game stands then; -1: nobody, or not known."""

    status: int
    handle: int
    entries: int
    asks: int
    over: int
    winner: int
    choices: int
    seen_by: int


class Played(NamedTuple):
    """The answer to a request about a game: a report, a body, and numbers of four bytes."""

    report: Report
    body: bytes
    numbers: bytearray


# Numbers before the body of a request and of an answer: its length and what it asks; lengths and the report.
_ASKED = struct.Struct("<I6i")
_TOLD = struct.Struct("<3I8i")


def module_path() -> pathlib.Path:
    """The file of the module: named by RULES_JUDGE_MODULE, or inside this package."""
    named = os.environ.get("RULES_JUDGE_MODULE")
    inside = pathlib.Path(str(importlib.resources.files(__package__) / _NAME))
    return pathlib.Path(named) if named else inside


class Compiled(NamedTuple):
    """The module as machine code, and the engine that made it."""

    engine: wasmtime.Engine
    module: wasmtime.Module


@functools.cache
def compiled(path: pathlib.Path) -> Compiled:
    """The module as machine code, which instances share. Wasmtime keeps it on disk for the next process."""
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is missing: build the module with api/wasm/build.sh, and install the package "
            "again or name the file in RULES_JUDGE_MODULE"
        )
    config = wasmtime.Config()
    try:
        config.cache = True
    except wasmtime.WasmtimeError:
        config = wasmtime.Config()  # Without a folder for caches each process compiles anew.
    engine = wasmtime.Engine(config)
    return Compiled(engine, wasmtime.Module(engine, path.read_bytes()))


@functools.lru_cache(maxsize=256)
def written_head(method: str, path: str, query: str, headers: tuple[tuple[str, str], ...]) -> bytes:
    """The head of a request. Programs send few different ones, so that they are kept."""
    head = {"method": method, "path": path, "query": query, "headers": dict(headers)}
    return json.dumps(head).encode()


class Instance:
    """One instance of the module, with a memory of its own. It serves one thread at a time."""

    def __init__(self, code: Compiled) -> None:
        self._store = wasmtime.Store(code.engine)
        exports = wasmtime.Instance(self._store, code.module, []).exports(self._store)
        self._alloc = self._function(exports["alloc"])
        self._call = self._function(exports["call"])
        self._free = self._function(exports["free"])
        self._play = self._function(exports["play"])
        # The block for requests about games, which is kept: it grows with the requests.
        self._block, self._room = 0, 0
        memory = exports["memory"]
        if not isinstance(memory, wasmtime.Memory):
            raise TypeError("the module exports no memory")
        self._memory = memory

    @staticmethod
    def _function(export: object) -> wasmtime.Func:
        if not isinstance(export, wasmtime.Func):
            raise TypeError("the module does not export a function that it should")
        return export

    def memory_bytes(self) -> int:
        """Bytes of the memory of the instance."""
        return int(self._memory.data_len(self._store))

    def answer(self, head: bytes, body: bytes) -> Answer:
        """The answer to a request. `Trapped`: the instance is lost."""
        try:
            return self._answer(head, body[: _MOST_BODY + 1])
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise Trapped(str(error)) from error

    def _answer(self, head: bytes, body: bytes) -> Answer:
        store, memory = self._store, self._memory
        request = self._alloc(store, 4 + len(head) + len(body)) & _U32
        if request == 0:
            raise ValueError("the head of the request is too long")
        memory.write(store, struct.pack("<I", len(head)) + head + body, request)
        answer = self._call(store, request) & _U32
        length, of_head = struct.unpack("<II", memory.read(store, answer, answer + 8))
        block = bytes(memory.read(store, answer + 8, answer + 4 + length))
        self._free(store, answer)
        said = json.loads(block[:of_head])
        return Answer(said["status"], dict(said["headers"]), block[of_head:])

    def play(
        self, op: Op, handle: int, place: int, view: int, listing: int, language: int, body: bytes
    ) -> Played:
        """The answer to a request about a game. `Trapped`: the instance is lost."""
        try:
            return self._played(op, handle, place, view, listing, language, body[: _MOST_BODY + 1])
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise Trapped(str(error)) from error

    def _played(self, op: Op, *asked: int | bytes) -> Played:
        *numbers, body = asked
        assert isinstance(body, bytes)
        store = self._store
        needed = _ASKED.size + len(body)
        if needed > self._room:
            if self._block:
                self._free(store, self._block)
            self._room = max(4096, needed)
            self._block = self._alloc(store, self._room) & _U32
        request = _ASKED.pack(needed - 4, op, *numbers) + body
        ctypes.memmove(self._base() + self._block, request, needed)
        # The memory may lie elsewhere after the call.
        answer = (self._play(store, self._block) & _U32) + self._base()
        length, address, count, *report = _TOLD.unpack(ctypes.string_at(answer, _TOLD.size))
        said = ctypes.string_at(answer + _TOLD.size, length)
        shown = bytearray(4 * count)
        if count:
            room = (ctypes.c_char * len(shown)).from_buffer(shown)
            ctypes.memmove(room, self._base() + address, len(shown))
        return Played(Report(*report), said, shown)

    def _base(self) -> int:
        """Where the memory of the module begins in that of the process."""
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)
