"""Plays many games of the two baselines, prints a table of the results, and writes the log of the last game.

usage: tournament.py [--games N] [--out FILE] [GAME …]
"""

import argparse
import collections
import json
import pathlib
import time

import rules_judge
from rules_judge.bots import Bot, KeenBot, RandomBot


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="GAME", nargs="*", help="all if none is named")
    parser.add_argument("--games", type=int, default=1000, help="how many games of each (1000)")
    parser.add_argument("--out", default="game.json", help="where the log of the last game is written")
    given = parser.parse_args()
    judge = rules_judge.Judge()
    print("| game | games | keen | random | drawn or cut | entries | entries a second |")
    print("|---|---|---|---|---|---|---|")
    for name in given.names or [game["game"] for game in judge.ask("GET", "/v1/games")["games"]]:
        # The baselines read the options alone, so that no view is rendered and no vector is made.
        env = rules_judge.env(name, judge=judge, views=False)
        wins: collections.Counter[str] = collections.Counter()
        entries, began = 0, time.perf_counter()
        for number in range(given.games):
            # The seats change, since the first player may have it easier.
            bots: dict[str, Bot] = {"keen": KeenBot(number), "random": RandomBot(number)}
            seats = dict(
                zip(env.possible_agents, list(bots) if number % 2 else list(bots)[::-1], strict=True)
            )
            env.reset(seed=number)
            for agent in env.agent_iter():
                _, reward, ended, cut, info = env.last(observe=False)
                if reward > 0:
                    wins[seats[agent]] += 1
                env.step(None if ended or cut else bots[seats[agent]].choose(info["options"]))
            entries += len(env.game)
        rest = given.games - wins.total()
        pace = round(entries / (time.perf_counter() - began))
        print(f"| {name} | {given.games} | {wins['keen']} | {wins['random']} | {rest} | {entries} | {pace} |")
        text = json.dumps(env.game.log(), ensure_ascii=False)
        pathlib.Path(given.out).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
