#!/usr/bin/env bash
# The archive job on Apache Spark, with a cluster of this machine: archive.sh [GAMES [PROGRAM]]. GAMES (600) different
# games of all samples, some of them spoilt, are judged by the job while one process of the judge is killed; the
# verdicts have to be those of the command, byte by byte, and the job has to find the same changes as `rejudge`. The same
# from Parquet, where logs have names.
# Fetches Spark into target/archive (half a gigabyte), so that tests/all.sh leaves it out. ARCHIVE_MASTER is another
# master of Spark, ARCHIVE_MEMORY that of the driver (2g).
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-600}
place=$PWD/target/archive
mkdir -p "$place"
for command in python3 java zstd; do
  if ! command -v "$command" >/dev/null; then
    echo "skipped: the archive job, because $command is not on this machine."
    exit 0
  fi
done
program=${2:-}
if [ -z "$program" ]; then
  cargo test --workspace --locked --quiet --no-run
  program=target/debug/rules-judge
fi
program=$(realpath "$program")

venv=$place/venv
if ! cmp -s openapi/examples/archive/requirements.txt "$venv/requirements-of-this.txt"; then
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r openapi/examples/archive/requirements.txt
  cp openapi/examples/archive/requirements.txt "$venv/requirements-of-this.txt"
fi
# A name of this machine may lead to an address that nothing can be reached at.
export SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON=$venv/bin/python PYSPARK_DRIVER_PYTHON=$venv/bin/python
# Many games get a cluster of this machine: two executors with a core and a gigabyte each. Few get two threads, which
# start in half the time. A task is tried up to four times in both.
master=local[2,4]
[ "$games" -lt 5000 ] || master=local-cluster[2,1,1024]
master=${ARCHIVE_MASTER:-$master}
spark() {
  "$venv/bin/spark-submit" --master "$master" --driver-memory "${ARCHIVE_MEMORY:-2g}" --conf spark.ui.enabled=false \
    --conf spark.driver.host=127.0.0.1 --conf spark.driver.bindAddress=127.0.0.1 \
    --conf "spark.sql.shuffle.partitions=$((games < 5000 ? 4 : 32))" --conf spark.log.level=WARN "$@"
}

rm -rf "$place/work"
mkdir "$place/work"
cd "$place/work"
for samples in "$OLDPWD"/replays/samples/*/games.ndjson.zst; do zstd -dcq "$samples"; done >samples.ndjson
# Different games: each has another name of a player. Every 20th leaves an entry out, every 50th breaks off.
python3 - "$games" <<'GAMES'
import json, random, sys
games = int(sys.argv[1])
with open("samples.ndjson", encoding="utf-8") as file:
    samples = [json.loads(line) for line in file]
random.Random(1).shuffle(samples)
with open("games.ndjson", "w", encoding="utf-8") as file:
    for number in range(games):
        log = samples[number % len(samples)]
        log["players"][0]["name"] = f"game {number}"
        kept = log["actions"]
        if number % 20 == 7 and len(kept) > 9:
            log["actions"] = kept[:9] + kept[10:]
        text = json.dumps(log, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        log["actions"] = kept
        # What is left of a log that breaks off does not have the name any more, and is to be another one, too.
        file.write((text[: len(text) // 2] + str(number) if number % 50 == 13 else text) + "\n")
GAMES

seconds() { awk -v begin="$1" -v end="$(date +%s.%N)" 'BEGIN { printf "%.1f", end - begin }'; }

begin=$(date +%s.%N)
"$program" verify --json games.ndjson >command.ndjson || true
echo "the command: $games games in $(seconds "$begin") s"
[ "$(wc -l <command.ndjson)" = "$games" ] || { echo "the command did not answer every line"; exit 1; }

# The processes below one, by their numbers.
below() {
  ps -e -o pid=,ppid=,args= | awk -v top="$1" '
    { parent[$1] = $2; $2 = ""; line[$1] = $0 }
    END { for (pid in parent) for (p = pid; p in parent; p = parent[p]) if (parent[p] == top) { print line[pid]; break } }'
}
begin=$(date +%s.%N)
partitions=$((games < 5000 ? 6 : 48))
spark "$OLDPWD/openapi/examples/archive/archive.py" judge --judge "$program" --partitions "$partitions" --answers \
  "file://$PWD/games.ndjson" "file://$PWD/verdicts" >job.out 2>job.log &
job=$!
# One process of the judge is killed in the middle: as soon as a task has ended and others run.
killed=
while kill -0 "$job" 2>/dev/null; do
  victim=
  if compgen -G 'verdicts/_temporary/0/task_*' >/dev/null; then
    victim=$(below "$job" | awk '/ verify --json --lines / { print $1; exit }')
  fi
  if [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null; then
    killed=$victim
    break
  fi
  sleep 0.05
done
wait "$job" || { echo "the job failed:"; tail -n 40 job.log; exit 1; }
echo "the job, a process of the judge killed: $games games in $(seconds "$begin") s, with the start of Spark"
[ -n "$killed" ] || { echo "no process of the judge was killed"; exit 1; }
grep -q 'Lost task' job.log || { echo "no task was lost"; tail -n 40 job.log; exit 1; }
cat job.out

# The same logs as Parquet, each with a name.
cat >parquet.py <<'PARQUET'
import sys
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
spark = SparkSession.builder.getOrCreate()
logs = spark.read.text(f"file://{sys.argv[1]}/games.ndjson", lineSep="\n").withColumnRenamed("value", "game_log")
logs.withColumn("number", F.monotonically_increasing_id()).write.parquet(f"file://{sys.argv[1]}/games.parquet")
spark.stop()
PARQUET
spark parquet.py "$PWD" 2>parquet.log || { tail -n 40 parquet.log; exit 1; }

# Judges the logs of the Parquet file by a program.
from_parquet() {
  spark "$OLDPWD/openapi/examples/archive/archive.py" judge --judge "$1" --partitions "$partitions" --answers --column game_log \
    --id number "file://$PWD/games.parquet" "file://$PWD/$2" >"$2.out" 2>"$2.log" || { tail -n 40 "$2.log"; exit 1; }
}
from_parquet "$program" named

# Another set of verdicts, as another build could give it: it cites other rules, and some verdicts and places differ.
cat >another-build.sh <<ANOTHER
#!/bin/sh
"$program" "\$@" | sed -u -e 's/"cites":\["\([^"]*\)"/"cites":["\1-b"/' -e 's/"accepted":\([0-9]*\)7,/"accepted":\16,/' \
  -e '/"game":"azur-lane"/s/"verdict":"illegal"/"verdict":"legal"/'
ANOTHER
chmod +x another-build.sh
./another-build.sh verify --json games.ndjson >later.ndjson
from_parquet "$PWD/another-build.sh" later
compare() {
  local name=$1
  shift
  spark "$OLDPWD/openapi/examples/archive/archive.py" compare "$@" >"$name.out" 2>"$name.log" || { tail -n 40 "$name.log"; exit 1; }
}
compare changes "file://$PWD/verdicts" "file://$PWD/later"
compare changes-by-id --by id "file://$PWD/named" "file://$PWD/later"
"$program" rejudge --json command.ndjson later.ndjson >changes.ndjson || [ $? = 1 ] || { echo "rejudge failed"; exit 1; }

# Every answer of the command is that of the job, and there is no other.
cat >equal.py <<'EQUAL'
import hashlib, json, sys
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
games, place = int(sys.argv[1]), sys.argv[2]
with open("games.ndjson", "rb") as logs, open("command.ndjson", "rb") as told, open("expected.tsv", "wb") as file:
    for log, line in zip(logs, told, strict=True):
        begin = min(at for at in (line.find(b'"verdict":{'), line.find(b'"problem":{')) if at >= 0)
        digest = hashlib.sha256(log.rstrip(b"\n")).hexdigest()
        file.write(b"sha256:" + digest.encode() + b"\t" + line[begin + 10 : -2] + b"\n")
spark = SparkSession.builder.getOrCreate()
expected = spark.read.text(f"file://{place}/expected.tsv", lineSep="\n")
expected = expected.select(F.substring("value", 1, 71).alias("log"), F.expr("substring(value, 73)").alias("expected"))
for name in ("named", "verdicts"):
    verdicts = spark.read.parquet(f"file://{place}/{name}")
    both = verdicts.join(expected, "log", "full")
    same = both.where(F.col("answer").cast("binary") == F.col("expected").cast("binary")).count()
    assert (verdicts.count(), both.count(), same) == (games, games, games), (name, verdicts.count(), both.count(), same)
named = spark.read.parquet(f"file://{place}/named").select("id").distinct().count()
assert named == games, named
problems = verdicts.where("verdict = 'problem' and code = 'unreadable_json'").count()
assert problems == len(range(13, games, 50)), problems
assert verdicts.where("verdict = 'illegal' and cite is not null and at is not null").count() > games // 50
told = verdicts.where("verdict = 'legal'").agg(*(F.count(name).alias(name) for name in ("game", "edition", "semantics", "winner", "outcome_cite", "replay_digest", "micros"))).first()
assert min(told) > games // 2, told
spark.stop()


def kinds(name, done):
    with open(name, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    of = lambda line: tuple(str(line.get(part)) for part in ("game", "rule", "change", "old", "new", "count"))
    return sorted(of(line) for line in lines if not done or not line.get("done"))


ours = kinds("changes.ndjson", True)
for name in ("changes.out", "changes-by-id.out"):
    theirs = kinds(name, False)
    assert ours == theirs and len(ours) > 3, (name, set(ours) ^ set(theirs))
print(f"{same} answers are those of the command, byte by byte, from lines and from Parquet; {len(ours)} kinds of changes are those of rejudge")
EQUAL
spark equal.py "$games" "$PWD" 2>equal.log || { grep -v WARN equal.log | tail -n 40; exit 1; }
echo "archive: done"
