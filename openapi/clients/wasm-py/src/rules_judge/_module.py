"""Runs the module for WebAssembly: a request goes into its memory, an answer comes out of it."""

import functools
import importlib.resources
import json
import os
import pathlib
import struct
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
