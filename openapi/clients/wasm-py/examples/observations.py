"""Writes the tables of the observations of every game, as the README has them."""

import rules_judge
from rules_judge.observe import Observer

judge = rules_judge.Judge()
for game in judge.ask("GET", "/v1/games")["games"]:
    print(Observer(judge, game["game"]).described(), end="\n\n")
