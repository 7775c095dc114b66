#!/usr/bin/env bash
# Every test of the project, in the order of what fails soonest. Needs the Rust toolchain; clients of other
# languages are tested, too, where node and python3 are there.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --workspace --locked
# The committed goldens hold for optimised builds, too. Optimising across crates takes minutes for each program and
# is left out here.
CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
  cargo test --locked --release -p rules-judge-tests --test goldens
# The service as other programs meet it.
./tests/clients.sh
