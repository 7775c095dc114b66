#!/usr/bin/env bash
# Runs the examples of README.md and of the pages of docs/ against a running service and the command of the debug build:
# tests/readme.sh [URL]. Each has to succeed and to print something. A block of output that stands directly below its example
# has to be what the example prints: JSON by its values, text line by line without blank lines, where a line … stands for any lines.
# Every link to a file of the project has to lead somewhere.
# What is left out: building, starting the service, the container, the tests and the bench; and coverage, which the tests
# `observed` work out.
set -euo pipefail
cd "$(dirname "$0")/.."
url=${1:-http://127.0.0.1:8080}
for tool in curl jq zstd; do
  command -v "$tool" >/dev/null || { echo "skipped: the examples of the pages, because $tool is not on this machine."; exit 0; }
done
export PATH="$PWD/target/debug:$PATH"
mkdir -p target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pages=(README.md docs/*.md)

# Links to files, and to headings of them.
slugs() {
  sed -n '/^```/,/^```/d; s/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[`*,.:;?!()“”’—/]//g; s/ /-/g'
}
for page in "${pages[@]}" ARCHITECTURE.md CHANGELOG.md NON-CLAIMS.md; do
  while IFS= read -r link; do
    case $link in http:* | https:*) continue ;; esac
    file=${link%%#*} heading=
    case $link in *'#'*) heading=${link#*#} ;; esac
    target=$(dirname "$page")/$file
    [ -n "$file" ] || target=$page
    [ -e "$target" ] || { echo "$page: the link $link leads nowhere"; exit 1; }
    [ -z "$heading" ] || slugs "$target" | grep -qxF -- "$heading" || { echo "$page: no heading for the link $link"; exit 1; }
  done < <(grep -oE '\]\([^) ]+\)' "$page" | sed 's/^](//; s/)$//')
done

# Every block of commands in a file of its own, named by page and line, with the block of output directly below it.
for page in "${pages[@]}"; do
  awk -v base="$work/$(basename "$page" .md)" '
    /^```sh$/ { file = sprintf("%s:%04d.sh", base, NR); command = file; next }
    /^```/ && file != "" { below = file == command ? command : ""; file = ""; next }
    /^```(json)?$/ && below != "" { file = below; sub(/sh$/, /json/ ? "json" : "text", file); below = ""; next }
    /^```/ { below = ""; next }
    file != "" { print > file; next }
    NF { below = "" }' "$page"
done

# Whether the lines of a file, in which … stands for any, are those that were printed.
printed() {
  local rest chunk=$'\n' line start=1
  rest=$'\n'$(sed '/^[[:space:]]*$/d' "$2")$'\n'
  while IFS= read -r line; do
    if [ "$line" != … ]; then
      chunk+=$line$'\n'
      continue
    fi
    [[ $rest == *"$chunk"* ]] && { [ "$start" = 0 ] || [[ $rest == "$chunk"* ]]; } || return 1
    rest=$'\n'${rest#*"$chunk"}
    chunk=$'\n' start=0
  done < <(sed '/^[[:space:]]*$/d' "$1")
  [ "$chunk" = $'\n' ] || { if [ "$start" = 1 ]; then [ "$rest" = "$chunk" ]; else [[ $rest == *"$chunk" ]]; fi; }
}

ran=0 left=0 answers=0 texts=0
declare -A examples
for block in "$work"/*.sh; do
  place=$(basename "$block" .sh)
  if grep -qE 'cargo (build|test|install)|api/wasm/build\.sh|(rules-judge|--) (serve|coverage|bench)|podman|systemctl|tests/[a-z]+\.sh|release/storm|^export PATH' "$block"; then
    continue
  fi
  # Not every machine has what some examples need, and not every service signs.
  for tool in openssl python3 sha256sum; do
    if grep -qw "$tool" "$block" && ! command -v "$tool" >/dev/null; then
      echo "skipped: the example $place, because $tool is not on this machine."
      left=$((left + 1))
      continue 2
    fi
  done
  if grep -qE '/v1/keys|keys\.json' "$block" && ! curl -s "$url/v1/keys" | jq -e '.keys | length > 0' >/dev/null; then
    echo "skipped: the example $place, because the service signs nothing."
    left=$((left + 1))
    continue
  fi
  sed -i -e 's|cargo run --release -q -p rules-judge --|rules-judge|' -e "s|http://127.0.0.1:8080|$url|" "$block"
  # A fault is an answer only where it is shown.
  grep -qs '"status": 4' "${block%sh}json" || sed -i 's|curl |curl --fail-with-body |' "$block"
  # `head` ends a pipe before everything is read.
  strict=(-o pipefail)
  if grep -q '| head' "$block"; then strict=(); fi
  # What is shown to be against the rules ends with 1.
  expected=0
  if grep -qE '^rules-judge verify .*illegal\.json$' "$block" || grep -qs '^error\[' "${block%sh}text"; then expected=1; fi
  status=0
  bash -eu "${strict[@]}" "$block" >"$work/out" 2>"$work/err" || status=$?
  if [ "$status" -ne "$expected" ] || [ ! -s "$work/out" ]; then
    echo "the example $place ends with $status:"
    cat "$block" "$work/out" "$work/err"
    exit 1
  fi
  if [ -e "${block%sh}json" ]; then
    diff <(jq -S . "${block%sh}json") <(jq -S . "$work/out") ||
      { echo "below the example $place stands another answer (<) than the service gives (>)"; exit 1; }
    answers=$((answers + 1))
  elif [ -e "${block%sh}text" ]; then
    printed "${block%sh}text" "$work/out" ||
      { diff "${block%sh}text" "$work/out" || true; echo "below the example $place stands something else (<) than is printed (>)"; exit 1; }
    texts=$((texts + 1))
  fi
  examples[${place%%:*}]=1
  ran=$((ran + 1))
done
[ $((ran + left)) -ge 35 ] || { echo "only $ran examples were found"; exit 1; }
for page in README judges bots clients cards rulings operations; do
  [ -n "${examples[$page]:-}" ] || { echo "no example of $page was run"; exit 1; }
done
if [ "$answers" -lt 3 ] || [ "$texts" -lt 5 ]; then
  echo "only $answers answers and $texts texts are shown"
  exit 1
fi
echo "pages: $ran examples run, $answers answers and $texts texts compared"
