"""Measures calls and moves a second in one run, as wall time and as time of the processor.

usage: figures.py [GAME …]    (in a checkout: the logs are its samples)
"""

import json
import pathlib
import sys
import time
from collections.abc import Callable

import rules_judge
from rules_judge.bots import RandomBot
from rules_judge.environment import JudgeEnv
from rules_judge.observe import LAYOUTS
from rules_judge.types import Json

SAMPLES = pathlib.Path(__file__).resolve().parents[4] / "replays" / "samples"


def pace(work: Callable[[], int], least: float = 1.0) -> str:
    """How often something happens in a second: wall (processor)."""
    count, wall, busy = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - wall < least:
        count += work()
    took, used = time.perf_counter() - wall, time.process_time() - busy
    return f"{count / took:.0f} ({count / used:.0f})"


def main() -> None:
    judge = rules_judge.Judge()
    print("| game | verify, entries | verify, calls | moves | moves and views | environment, entries |")
    print("|---|---|---|---|---|---|")
    for name in sys.argv[1:] or sorted(LAYOUTS):
        log: Json = json.loads((SAMPLES / name / "example.json").read_text(encoding="utf-8"))
        body, actions = json.dumps(log).encode(), log["actions"]

        def verified(body: bytes = body) -> int:
            judge.verify(body, listing=0)
            return 1

        def moved(sees: bool, log: Json = log, actions: list[Json] = actions) -> int:
            game = rules_judge.Game({**log, "actions": []}, judge)
            for action in actions:
                if sees:
                    game.view(action["seat"], listing=64)
                game.step(action["seat"], action)
            return len(actions)

        env = rules_judge.env(name, judge=judge)

        def played(env: JudgeEnv = env) -> int:
            env.reset(seed=1)
            bot = RandomBot(1)
            for _ in env.agent_iter():
                _, _, ended, cut, info = env.last()
                env.step(None if ended or cut else bot.choose(info["options"]))
            return len(env.game)

        calls = pace(verified)
        fields = [
            name,
            str(len(actions)),
            calls,
            pace(lambda: moved(False)),
            pace(lambda: moved(True)),
            pace(played),
        ]
        print(f"| {' | '.join(fields)} |", flush=True)


if __name__ == "__main__":
    main()
