#!/usr/bin/env bash
# Runs the examples of the README against a running service and the command of the debug build: tests/readme.sh [URL].
# Each has to succeed and to print something; the answer and the refusal that the README shows have to be those of the service and of the command.
# What is left out: starting the service, the container, the tests and the bench; and coverage, which the tests
# `observed` work out.
set -euo pipefail
cd "$(dirname "$0")/.."
url=${1:-http://127.0.0.1:8080}
for tool in curl jq zstd; do
  command -v "$tool" >/dev/null || { echo "skipped: the examples of the README, because $tool is not on this machine."; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Every block of commands, and the first block of JSON, in a file each.
awk -v work="$work" '
  /^```sh$/ { file = sprintf("%s/%03d.sh", work, ++blocks); next }
  /^```json$/ { file = answers++ ? "" : work "/answer.json"; next }
  /^```/ { file = ""; next }
  file != "" { print > file }' README.md
ran=0
answer=
for block in "$work"/*.sh; do
  if grep -qE -- '-- (serve|coverage)|podman|tests/all.sh|--profile dist' "$block"; then continue; fi
  sed -i -e 's|cargo run --release -q -p rules-judge --|target/debug/rules-judge|' -e "s|http://127.0.0.1:8080|$url|" \
    -e 's|curl |curl --fail-with-body |' "$block"
  expected=0
  # One log is there to be refused.
  if grep -q 'verify replays.*illegal.json' "$block"; then expected=1; fi
  status=0
  bash -eu "$block" >"$work/out" 2>"$work/err" || status=$?
  if [ "$status" -ne "$expected" ] || [ ! -s "$work/out" ]; then
    echo "an example of the README ends with $status:"
    cat "$block" "$work/out" "$work/err"
    exit 1
  fi
  if grep -qF '.target = 28' "$block"; then answer=$work/answered.json && cp "$work/out" "$answer"; fi
  ran=$((ran + 1))
done
[ "$ran" -ge 15 ] || { echo "only $ran examples of the README were found"; exit 1; }
diff <(jq -S . "$work/answer.json") <(jq -S . "${answer:?the README shows an answer, and no example asks for it}") ||
  { echo "the README shows another answer (<) than the service gives (>)"; exit 1; }
awk '/^```$/ { open = !open && !seen++; next } open' README.md >"$work/refused.txt"
diff "$work/refused.txt" <(target/debug/rules-judge verify replays/samples/azur-lane/illegal.json | sed '/^$/d') ||
  { echo "the README shows another refusal (<) than the command prints (>)"; exit 1; }
echo "README: $ran examples run"
