#!/usr/bin/env bash
# How many decisions of a card game a processor second takes: those of weiss-sim, a simulator for learning with a core in
# Rust, which draws legal actions at random, and ours from the file to the verdict as JSON, game by game. What is counted
# is processor time, so that cores do not matter: tests/neighbour.sh [PROGRAM]. Needs python3 with venv, and the network once.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/dist/rules-judge}
folder=target/neighbour
command -v python3 >/dev/null && command -v zstd >/dev/null || { echo "skipped: python3 or zstd is not on this machine."; exit 0; }
[ -x "$program" ] || { echo "$program is not built"; exit 2; }
if [ ! -x "$folder/bin/python" ]; then
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet weiss-sim==1.2.0 numpy==2.4.6
fi
for game in replays/samples/*/; do
  game=$(basename "$game")
  zstd -dqc "replays/samples/$game/games.ndjson.zst" >"$folder/$game.ndjson"
done
"$folder/bin/python" - "$program" "$folder" <<'PYTHON'
import json, pathlib, resource, subprocess, sys, time

import weiss_sim

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
ROUNDS = 5


def child_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def neighbour():
    """Steps of 256 games at once for a second of processor time."""
    envs = 256
    with weiss_sim.fast(num_envs=envs, seed=0) as sim:
        legal, steps = sim.reset().legal, 0
        start = time.process_time()
        while time.process_time() - start < 1:
            legal = sim.step(legal.sample_uniform(seed=steps)).legal
            steps += 1
        return steps * envs / (time.process_time() - start)


def judge(log, entries, copies):
    """Entries of all samples, so often that starting the program does not count."""
    before = child_seconds()
    command = [program, "verify", "--json", "--cores", "1", "--lines", *[str(log)] * copies]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return entries * copies / (child_seconds() - before)


logs = {log.stem: log for log in sorted(folder.glob("*.ndjson"))}
entries = {game: sum(len(json.loads(line)["actions"]) for line in log.open()) for game, log in logs.items()}
rates = {"weiss-sim": []} | {game: [] for game in logs}
for _ in range(ROUNDS):
    rates["weiss-sim"].append(neighbour())
    for game, log in logs.items():
        rates[game].append(judge(log, entries[game], 10))
for name, measured in rates.items():
    measured.sort()
    print(f"{name:16} {measured[len(measured) // 2]:>12,.0f} a second, from {measured[0]:,.0f} to {measured[-1]:,.0f}")
PYTHON
