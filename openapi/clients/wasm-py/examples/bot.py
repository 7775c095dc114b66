"""A bot plays a game against itself in this process, and writes the log.

usage: bot.py GAME SEED OUT
"""

import json
import pathlib
import random
import sys

from rules_judge import Game, header

name, seed, out = sys.argv[1:]
dice = random.Random(seed)
game = Game(header(name, seed=seed))
while (seat := game.to_act()) is not None and len(game) < 1000:
    # The answers of this seat as its view has them. The type is chosen before the answer.
    answers = game.legal(seat, most=64)
    acts = [answer for answer in answers if answer["type"] != "pass"] or answers
    kind = dice.choice(sorted({answer["type"] for answer in acts}))
    game.step(seat, dice.choice([answer for answer in acts if answer["type"] == kind]))
pathlib.Path(out).write_text(json.dumps(game.log(), ensure_ascii=False), encoding="utf-8")
print(f"{name}: {len(game)} entries, {game.outcome}")
