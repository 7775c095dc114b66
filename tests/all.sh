#!/usr/bin/env bash
# Every test of the project, in the order of what fails soonest, and how long each suite takes. Needs the Rust
# toolchain; clients of other languages are tested, too, where node and python3 are there, and the page where Chromium is.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/tests
export TIMES=$PWD/target/tests/times.tsv
: >"$TIMES"
report() {
  printf '\n%-44s %8s %10s\n' suite wall processor
  awk -F'\t' '
    function clock(s) { return sprintf("%d:%02d", s / 60, s % 60) }
    { printf "%-44s %8s %10s\n", $1, clock($2), clock($3); wall += $2; processor += $3 }
    END { printf "%-44s %8s %10s\n", "all", clock(wall), clock(processor) }' "$TIMES"
}
trap report EXIT
timed=$PWD/tests/timed.sh

"$timed" "build" cargo test --workspace --locked --no-run
# Each program of tests is run through the clock. What is tested checks for overflow, so that an optimised build
# computes the same.
cargo test --workspace --locked --config "target.'cfg(all())'.runner = ['$timed']"
# The service as other programs meet it.
"$timed" "README, clients, schemathesis" ./tests/clients.sh
# The page for judges, in a browser.
"$timed" "desk" ./tests/desk.sh
# Replicas that share what they judged, some of which are killed.
"$timed" "replicas" ./tests/replicas.sh
