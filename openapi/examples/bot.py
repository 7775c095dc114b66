#!/usr/bin/env python3
"""A player: reads what its seat may see, one JSON object a line, and writes the action it chooses.

It never sees the log, the seed or a digest; the host keeps those.
"""

import json
import random
import sys

dice = random.Random(int(sys.argv[1]))
for line in sys.stdin:
    sight = json.loads(line)
    asked = next(one for one in sight["next"] if "listing" in one)
    # Passing first and then nothing else is no game: prefer whatever does something. The kind is chosen before the action:
    # moving cores has more answers than all other kinds of Battle Spirits together.
    acts = [action for action in asked["listing"] if action["type"] != "pass"] or asked["listing"]
    kind = dice.choice(sorted({action["type"] for action in acts}))
    print(json.dumps(dice.choice([action for action in acts if action["type"] == kind])), flush=True)
