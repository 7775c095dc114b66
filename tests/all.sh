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
  # Some suites run beside each other.
  awk -F'\t' -v all="$SECONDS" '
    function clock(s) { return sprintf("%d:%02d", s / 60, s % 60) }
    { printf "%-44s %8s %10s\n", $1, clock($2), clock($3); processor += $3 }
    END { printf "%-44s %8s %10s\n", "all", clock(all), clock(processor) }' "$TIMES"
}
trap report EXIT
timed=$PWD/tests/timed.sh

"$timed" "build" cargo test --workspace --locked --no-run
# The service as other programs meet it, and replicas that share what they judged, some of which are killed: both mostly
# wait, beside everything else; in a group of their own, which ends with this script.
beside=target/tests/beside.log
others() {
  "$timed" "README, clients, schemathesis" ./tests/clients.sh
  "$timed" "replicas" ./tests/replicas.sh
  "$timed" "monitoring" ./tests/monitoring.sh
  # Tests make schemas, which the program as people build it reads as data: it has to compile without them, too.
  CARGO_TARGET_DIR=target/plain "$timed" "without schemas" cargo check --locked --quiet -p rules-judge
  # Only where a toolchain for WebAssembly is.
  "$timed" "module" ./tests/wasm.sh
  RULES_JUDGE_MODULE=$PWD/target/tests/module/rules_judge.wasm "$timed" "Python package" ./tests/wheel.sh
}
set -m
others >"$beside" 2>&1 &
running=$!
set +m
trap 'kill -- "-$running" 2>/dev/null || true; report' EXIT
# Each program of tests is run through the clock. What is tested checks for overflow, so that an optimised build
# computes the same.
cargo test --workspace --locked --config "target.'cfg(all())'.runner = ['$timed']"
# The page for judges, in a browser.
"$timed" "desk" ./tests/desk.sh
status=0
wait "$running" || status=$?
cat "$beside"
exit "$status"
