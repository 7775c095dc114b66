#!/usr/bin/env python3
"""Judges archives of logs on Apache Spark, and compares what two runs found.

usage: spark-submit archive.py judge --judge PROGRAM INPUT... OUTPUT
       spark-submit archive.py compare OLD NEW [OUTPUT]

INPUT is NDJSON (one log a line) or Parquet (a column of logs) wherever Spark reads from; OUTPUT is Parquet, one row a
log. Each task keeps one process of the judge, which answers line by line. See README.md.
"""

import argparse
import hashlib
import json
import pathlib
import subprocess
import time

from pyspark import SparkFiles
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

# One row a log. `log` is the SHA-256 of the bytes that were judged, `table` that of the table that was reached.
COLUMNS = """source string, id string, log string, game string, edition string, semantics int, verdict string,
    accepted int, at int, code string, cite string, outcome string, winner int, reason string, outcome_cite string,
    pool string, log_digest string, accepted_digest string, replay_digest string, `table` string, micros long,
    answer string"""


class Judge:
    """A judge that stays up: a line in, a line out. Whatever goes wrong with it ends the task, and Spark begins the
    task anew; what a log says never does."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(self, log):
        self.process.stdin.write(log + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise RuntimeError(f"the judge ended with {self.process.wait()}")
        return line

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def row(source, name, log, line, micros, keep):
    """What is asked for of one answer: {"file", "line", "verdict"} or {"file", "line", "problem"}."""
    told = json.loads(line)
    kind = "verdict" if "verdict" in told else "problem"
    answer = told[kind]
    # The bytes as the judge wrote them: all between the name of the field and the end of the line.
    raw = line[line.index(b'"%s":' % kind.encode()) + len(kind) + 3 : -2]
    digest = "sha256:" + hashlib.sha256(log).hexdigest()
    if kind == "problem":
        first, at, verdict, table = answer, None, kind, None
    else:
        stopped = answer["illegal"] or answer["not_judged"] or {}
        first = stopped.get("refusals", [stopped])[0]
        at, verdict = stopped.get("at"), answer["verdict"]
        table = answer["state"]
        if table is not None:
            table = json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()
            table = "sha256:" + hashlib.sha256(table).hexdigest()
    outcome = answer.get("outcome") or {}
    cites, outcome_cites = first.get("cites") or [None], outcome.get("cites") or [None]
    return (
        source, name, digest, answer.get("game"), answer.get("edition"), answer.get("semantics"), verdict,
        answer.get("accepted"), at, first.get("code"), cites[0], outcome.get("kind"), outcome.get("winner"),
        outcome.get("reason"), outcome_cites[0], answer.get("pool"), answer.get("log_digest"),
        answer.get("accepted_digest"), answer.get("replay_digest"), table, micros, raw.decode() if keep else None,
    )


def judged(program, options, keep):
    """Judges the logs of a partition with one process."""

    def run(logs):
        command = [SparkFiles.get(program), "verify", "--json", "--lines", "--cores", "1", *options, "-"]
        judge = Judge(command)
        try:
            for source, name, log in logs:
                # Between the values of JSON the end of a line is a space like any other.
                log = bytes(log).replace(b"\n", b" ").replace(b"\r", b" ")
                begin = time.perf_counter_ns()
                line = judge.answer(log)
                yield row(source, name, log, line, (time.perf_counter_ns() - begin) // 1000, keep)
        finally:
            judge.close()

    return run


def judge(spark, asked):
    if asked.column:
        # A row without a log is one that cannot be read.
        logs = spark.read.parquet(*asked.input).withColumn(asked.column, F.coalesce(F.col(asked.column).cast("binary"), F.lit(b"")))
        log, name = F.col(asked.column), F.col(asked.id).cast("string") if asked.id else F.lit(None).cast("string")
    else:
        # Blank lines are passed over.
        logs = spark.read.text(asked.input, lineSep="\n").where(F.col("value").rlike(r"[^ \t\r\f\v]"))
        log, name = F.col("value"), F.lit(None).cast("string")
    # As bytes, since a log that is no text is answered as such.
    logs = logs.select(F.col("_metadata.file_path"), name, log.cast("binary").alias("log"))
    if asked.partitions:
        logs = logs.repartition(asked.partitions)
    spark.sparkContext.addFile(asked.judge)
    program = pathlib.PurePath(asked.judge).name
    rows = logs.rdd.mapPartitions(judged(program, asked.option, asked.answers))
    spark.createDataFrame(rows, COLUMNS, verifySchema=False).write.mode("errorifexists").parquet(asked.output)
    verdicts = spark.read.parquet(asked.output)
    counts = verdicts.groupBy("game", "verdict").agg(F.count("*").alias("count"), F.sum("micros").alias("micros"))
    print_rows(counts.orderBy("game", "verdict"))


def compare(spark, asked):
    """The same as `rules-judge rejudge`: what changed, by the rule that the new verdict cites first, or else the old."""
    old, new = (
        spark.read.parquet(path).dropDuplicates([asked.by]).alias(side)
        for path, side in ((asked.old, "old"), (asked.new, "new"))
    )
    if asked.by == "id":
        # Names that are missing or stand twice name no log.
        for path in (asked.old, asked.new):
            names = spark.read.parquet(path).select("id")
            if names.where("id is null").count() or names.count() != names.distinct().count():
                raise SystemExit(f"{path}: a log without an id, or an id of several logs")
    both = old.join(new, F.col(f"old.{asked.by}") == F.col(f"new.{asked.by}"), "full")

    def differs(*names):
        pairs = [~F.col(f"old.{name}").eqNullSafe(F.col(f"new.{name}")) for name in names]
        return pairs[0] if len(pairs) == 1 else pairs[0] | differs(*names[1:])

    change = (
        F.when(F.col(f"old.{asked.by}").isNull(), "only_new")
        .when(F.col(f"new.{asked.by}").isNull(), "only_old")
        .when(differs("verdict"), "verdict")
        .when(differs("accepted"), "entry")
        .when(differs("code", "cite"), "reason")
        .when(differs("outcome", "winner", "reason", "outcome_cite"), "outcome")
        .when(differs("table"), "state")
    )
    cites = ("new.cite", "new.outcome_cite", "old.cite", "old.outcome_cite")
    changed = both.select(
        F.coalesce("new.game", "old.game", F.lit("")).alias("game"),
        F.coalesce(*cites).alias("rule"),
        change.alias("change"),
        F.col("old.verdict").alias("old"),
        F.col("new.verdict").alias("new"),
        F.coalesce(f"new.{asked.by}", f"old.{asked.by}").alias(asked.by),
        F.coalesce("new.source", "old.source").alias("source"),
    ).where(F.col("change").isNotNull())
    if asked.output:
        changed.write.mode("errorifexists").parquet(asked.output)
        changed = spark.read.parquet(asked.output)
    kinds = ["game", "rule", "change", "old", "new"]
    counts = changed.groupBy(*kinds).agg(F.count("*").alias("count"), F.min(asked.by).alias("first"))
    print_rows(counts.orderBy(*kinds))


def print_rows(frame):
    """One line of JSON a row; what is not there is left out."""
    for row in frame.collect():
        line = {name: value for name, value in row.asDict().items() if value is not None}
        print(json.dumps(line, ensure_ascii=False), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    one = parts.add_parser("judge", help="judge logs, write verdicts")
    one.add_argument("input", nargs="+")
    one.add_argument("output")
    one.add_argument("--judge", required=True, help="the program rules-judge, which is sent to every executor")
    one.add_argument("--option", action="append", default=[], help="a further option of `rules-judge verify`")
    one.add_argument("--column", help="INPUT is Parquet, and this column has the logs")
    one.add_argument("--id", help="with --column: the column that names a log; it is written to `id`")
    one.add_argument("--partitions", type=int, help="so many tasks; without it as Spark cuts the files")
    one.add_argument("--answers", action="store_true", help="also keep each answer as it is, in `answer`")
    two = parts.add_parser("compare", help="compare two sets of verdicts")
    two.add_argument("old")
    two.add_argument("new")
    two.add_argument("output", nargs="?", help="where every changed log is written")
    two.add_argument("--by", choices=("log", "id"), default="log", help="what names a log in both")
    asked = parser.parse_args()
    spark = SparkSession.builder.appName("rules-judge " + asked.part).getOrCreate()
    try:
        judge(spark, asked) if asked.part == "judge" else compare(spark, asked)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
