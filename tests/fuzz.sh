#!/usr/bin/env bash
# Fuzzes each target for so many minutes: tests/fuzz.sh MINUTES [TARGET…]. Targets: verify (bytes to a
# verdict), lint (pool to findings), position (position to a table), http (request to an answer).
# What is found lies in tests/findings/<target>/ and is replayed by the tests from then on.
# libFuzzer comes as a library in C++, so a C++ compiler is needed; the counters of coverage are made by
# the compiler of the project. Everything is built once more, with counters, into target/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:?usage: tests/fuzz.sh MINUTES [TARGET…]}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(verify lint position http)
command -v "${CXX:-c++}" >/dev/null || { echo "no C++ compiler (CXX): libFuzzer cannot be built" >&2; exit 2; }
# Made by an ordinary build: what has counters can be linked with libFuzzer only.
cargo run --locked -p rules-judge-tests --bin fuzz-seeds -- target/fuzz/seeds
machine=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares"
# A target of its own keeps build scripts and macros free of counters.
cargo build --release --locked --manifest-path fuzz/Cargo.toml --target "$machine" --target-dir target/fuzz
built=target/fuzz/$machine/release
# Every word of the schemas, as it stands in JSON.
grep -oh '"[a-z_][a-z_0-9]*"' openapi/schemas/*.json | sort -u | sed 's/"\(.*\)"/"\\"\1\\""/' >target/fuzz/words
status=0
for target in "${targets[@]}"; do
  mkdir -p "target/fuzz/corpus/$target" "tests/findings/$target"
  echo "== $target: $minutes minutes"
  set +e
  "$built/$target" "target/fuzz/corpus/$target" "target/fuzz/seeds/$target" -dict=target/fuzz/words -max_len=60000 \
    -max_total_time=$((minutes * 60)) -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="tests/findings/$target/" 2>&1 | grep --line-buffered -E '^(stat::|#.*(DONE|INITED)|==|SUMMARY|artifact|thread|.*panicked)'
  found=${PIPESTATUS[0]}
  set -e
  [ "$found" -eq 0 ] || { echo "$target found something: tests/findings/$target"; status=1; }
  rmdir "tests/findings/$target" 2>/dev/null || true
done
exit $status
