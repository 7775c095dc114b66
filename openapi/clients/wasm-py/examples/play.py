"""You play a game against the keen baseline in a terminal: a number takes an option, nothing takes any.

usage: play.py [GAME] [SEED]    (without a game: azur-lane)
"""

import json
import random
import sys
from typing import Any

import rules_judge
from rules_judge.bots import KeenBot


def told(info: dict[str, Any]) -> list[str]:
    """The options in words, where the judge has them; a part of an answer as it is."""
    asked = next(one for one in info["view"]["next"] if one["seat"] == info["question"]["seat"])
    if info["field"] == "answer":
        return [str(text) for text in asked["texts"]]
    return [json.dumps(option, ensure_ascii=False) for option in info["options"]]


def chosen(info: dict[str, Any]) -> int:
    """The place of the option that you take."""
    for place, text in enumerate(told(info)):
        print(f"  {place}: {text}")
    while True:
        try:
            said = input(f"{info['field']}? ").strip()
        except EOFError:
            sys.exit(0)
        if not said:
            return random.randrange(len(info["options"]))
        if said.isdecimal() and int(said) < len(info["options"]):
            return int(said)
        print("a number of the list, or nothing")


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "azur-lane"
    env = rules_judge.env(name, render_mode="ansi")
    env.reset(seed=int(sys.argv[2]) if len(sys.argv) > 2 else None)
    keen = KeenBot()
    for agent in env.agent_iter():
        _, _, ended, cut, info = env.last(observe=False)
        if ended or cut:
            env.step(None)
        elif agent == "seat0":
            hand = info["view"]["state"]["players"][0]["hand"]["cards"]
            print(f"\n{env.render()}\nyour hand: {', '.join(card['name'] for card in hand)}")
            env.step(chosen(info))
        else:
            env.step(keen.choose(info["options"]))
    print(f"\n{env.render()}\nyou are seat 0")


if __name__ == "__main__":
    main()
