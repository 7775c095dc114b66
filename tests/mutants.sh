#!/usr/bin/env bash
# Changes the engine at many places, one at a time, and looks whether cases, proofs, goldens, properties and the tests
# of the kernel (what no game uses yet is proven there) notice: tests/mutants.sh [SAMPLE [PATTERN]]. Without arguments
# a fixed sample of 150; with a pattern, mutations whose file or description contains it. All of a sample are built at
# once, each behind a switch (tests/mutants), because a build for each would take hours. What nothing notices is listed
# at the end, apart from what tests/mutants/unnoticed.tsv gives the reason for. Exit code 1 if less than nine tenths of
# the others are noticed.
set -euo pipefail
cd "$(dirname "$0")/.."
sample=${1:-150}
pattern=${2:-}
tree=$PWD/target/mutants/tree
results=$PWD/target/mutants/results.tsv
log=$PWD/target/mutants/log
# A mutant that takes ten times as long as the engine takes goes on without end.
patience=10
# Memory of one program, in KiB.
memory=4000000

cargo build --quiet --locked --manifest-path tests/mutants/Cargo.toml --target-dir target/mutants/tool
mkdir -p "$tree"
rm -rf "$tree/engine/src"
git ls-files -z | tar --null --files-from=- --create | tar --extract --directory "$tree"
export CARGO_TARGET_DIR=$PWD/target CARGO_INCREMENTAL=0
target/mutants/tool/debug/rules-judge-mutants "$tree" "$sample" "$pattern"

# Builds one program of tests: build CRATE PROGRAM.
build() {
  (cd "$tree" && cargo test --locked -p "$1" --test "$2" --no-run 2>&1 | tee "$log" |
    sed -n "s/.*Executable .*(\(.*\/$2-[0-9a-f]*\))$/\1/p") || { tail -40 "$log" >&2; exit 2; }
}

export PROPTEST_RNG_SEED=1 PROPTEST_MAX_SHRINK_ITERS=0 PROPTEST_DISABLE_FAILURE_PERSISTENCE=true
# Runs those of a program's tests that match one of the filters, with a mutation in force (0: none), up to the first
# that fails: passes MUTATION SECONDS PROGRAM [FILTER…]. Succeeds if none does.
passes() {
  local number=$1 seconds=$2 program=$3
  shift 3
  # When grep has found a failure it goes, and the program with it.
  (cd "$tree/tests" && ulimit -v $memory && RULES_JUDGE_MUTANT=$number exec timeout "$seconds" \
    "$program" "$@" 2>&1) | tee "$log" | grep -q -m 1 -E '\.\.\. FAILED$' && return 1
  # Neither did it end early: a panic outside of a test, memory, time.
  grep -q -E '^test result: ok' "$log"
}
# Runs a part with each mutation that nothing has noticed so far: part NAME PROGRAM [FILTER…].
part() {
  local name=$1 program=$2 began=$SECONDS limit number place key
  shift 2
  passes 0 3600 "$program" "$@" || { tail -40 "$log"; echo "$name fail without any mutation"; exit 2; }
  limit=$(((SECONDS - began + 2) * patience))
  echo "== $name: $((SECONDS - began)) s without a mutation, $(wc -l <"$left") mutations"
  : >"$left.next"
  while IFS=$'\t' read -r number place key <&3; do
    # The cases of one game say nothing of the other.
    if [ "$name" = cases ]; then
      set --
      if [[ $place =~ /games/([a-z_]+)/ ]]; then set -- "${BASH_REMATCH[1]//_/-}/"; fi
    fi
    if passes "$number" "$limit" "$program" "$@"; then
      printf '%s\t%s\t%s\n' "$number" "$place" "$key" | tee -a "$left.next"
    else
      printf '%s\t%s\t%s\n' "$name" "$place" "$key" >>"$results"
    fi
  done 3<"$left"
  mv "$left.next" "$left"
}

left=$PWD/target/mutants/left.tsv
cp "$tree/mutants.tsv" "$left"
: >"$results"
cases=$(build rules-judge-tests cases)
part cases "$cases"
kernel=$(build rules-judge-engine suite)
part kernel "$kernel"
suite=$(build rules-judge-tests suite)
# With rules suspended one by one, and what the linter finds.
part proofs "$suite" observed::every meta:: lint_xinglingwang:: lint_azur_lane:: limits::
service=$(build rules-judge suite)
part service "$service" rules:: findings::
part goldens "$suite" goldens:: positions::
part chance "$suite" declared:: faces::
part properties "$suite" properties::
while IFS=$'\t' read -r number place key; do
  reason=$(awk -F'\t' -v key="$key" '$1 == key { print $2 }' tests/mutants/unnoticed.tsv)
  printf -- '-\t%s\t%s\t%s\n' "$place" "$key" "$reason" >>"$results"
done <"$left"

awk -F'\t' '
  $1 != "-" { noticed[$1]++; all++ }
  $1 == "-" && $4 != "" { same++ }
  $1 == "-" && $4 == "" { missed++; list = list "\n  " $2 "  " $3 }
  END {
    for (by in noticed) printf "noticed by %s: %d\n", by, noticed[by]
    printf "without a meaning, for the reason given: %d\n", same
    printf "not noticed: %d%s\n", missed, list
    exit missed * 10 > all + missed
  }' "$results"
