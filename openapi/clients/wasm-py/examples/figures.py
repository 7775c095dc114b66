"""Measures moves a second of the processor in one run: native, in Node, in Python alone, and 64 games together.

usage: figures.py [--program rules-judge] [GAME …]    (in a checkout: the logs are its samples)

Native is the program of the service, from a file of logs to their verdicts (needs `zstd`). Node and weiss-sim
(`pip install weiss-sim==1.2.0`) are measured where they are installed.
"""

import argparse
import importlib.util
import json
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable

import numpy
import rules_judge
from rules_judge._module import module_path
from rules_judge.types import Json

ROOT = pathlib.Path(__file__).resolve().parents[4]
SAMPLES = ROOT / "replays" / "samples"
TOGETHER = 64


def pace(work: Callable[[], int], least: float = 1.0) -> str:
    """How often something happens in a second of the processor, after it has happened once: the best of three turns."""
    work()
    best = 0.0
    for _ in range(3):
        count, began = 0, time.process_time()
        while time.process_time() - began < least:
            count += work()
        best = max(best, count / (time.process_time() - began))
    return f"{best:,.0f}".replace(",", " ")


def native(program: str | None, name: str) -> str:
    """Entries of the sample logs of a game, each judged by the program: from the file to the verdict as JSON."""
    if program is None or shutil.which("zstd") is None:
        return "-"
    copies = 20
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "games.ndjson"
        with path.open("wb") as logs:
            subprocess.run(
                ["zstd", "-dqc", str(SAMPLES / name / "games.ndjson.zst")], check=True, stdout=logs
            )
        entries = sum(len(json.loads(line)["actions"]) for line in path.open(encoding="utf-8"))
        command = [program, "verify", "--json", "--cores", "1", "--lines", *[str(path)] * copies]
        best = 0.0
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            best = max(best, entries * copies / took)
    return f"{best:,.0f}".replace(",", " ")


def in_node(name: str) -> str:
    """Steps of a log in Node."""
    node = shutil.which("node")
    if node is None:
        return "-"
    script = pathlib.Path(__file__).with_name("figures.mjs")
    command = [node, str(script), str(module_path()), str(SAMPLES / name / "example.json")]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return f"{int(said):,}".replace(",", " ")


def alone(judge: rules_judge.Judge, log: Json) -> list[str]:
    """In Python, one game at a time: steps of a log, chosen answers with their list, and in the environment."""
    actions: list[Json] = log["actions"]

    def stepped() -> int:
        game = rules_judge.Game({**log, "actions": []}, judge)
        for action in actions:
            game.step(action["seat"], action)
        return len(actions)

    dice = numpy.random.default_rng(1)

    def chosen() -> int:
        game = rules_judge.Game({**log, "actions": []}, judge)
        while game.to_act() is not None and len(game) < 1000:
            game.choose(int(dice.integers(len(game.legal(most=64)))))
        return len(game)

    env = rules_judge.env(log["game"], judge=judge, views=False)

    def played() -> int:
        env.reset(seed=1)
        for _ in env.agent_iter():
            _, _, ended, cut, info = env.last()
            env.step(None if ended or cut else int(dice.integers(len(info["options"]))))
        return len(env.game)

    return [pace(stepped), pace(chosen), pace(played)]


def together(name: str) -> str:
    """Steps of many games with one call, with observations and masks."""
    many = rules_judge.vector_env(name, TOGETHER)
    dice = numpy.random.default_rng(1)
    observations, _ = many.reset(seed=1)
    counts = observations["action_mask"].sum(axis=1)

    def stepped() -> int:
        nonlocal counts
        observations, *_ = many.step((dice.random(TOGETHER) * counts).astype(int))
        counts = observations["action_mask"].sum(axis=1)
        return TOGETHER

    return pace(stepped)


def neighbour() -> str:
    """Steps of as many games of weiss-sim, with random legal actions."""
    if importlib.util.find_spec("weiss_sim") is None:
        return "-"
    import weiss_sim

    found = "-"
    with weiss_sim.fast(num_envs=TOGETHER, seed=0) as sim:
        legal = sim.reset().legal
        steps = 0

        def stepped() -> int:
            nonlocal legal, steps
            legal = sim.step(legal.sample_uniform(seed=steps)).legal
            steps += 1
            return TOGETHER

        found = pace(stepped)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", metavar="GAME", nargs="*", help="all if none is named")
    parser.add_argument("--program", help="the program of the service, for the native figure")
    given = parser.parse_args()
    judge = rules_judge.Judge()
    print("| game | native: verify | Node: steps | Python: steps | chosen | env | 64 together |")
    print("|---|---|---|---|---|---|---|")
    for name in given.names or [game["game"] for game in judge.ask("GET", "/v1/games")["games"]]:
        log: Json = json.loads((SAMPLES / name / "example.json").read_text(encoding="utf-8"))
        row = [name, native(given.program, name), in_node(name), *alone(judge, log), together(name)]
        print(f"| {' | '.join(row)} |", flush=True)
    print(f"weiss-sim, {TOGETHER} games together: {neighbour()}")


if __name__ == "__main__":
    main()
