#!/usr/bin/env bash
# Every test of the project, in the order of what fails soonest. Needs the Rust toolchain; clients of other
# languages are tested, too, where node and python3 are there.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --workspace --locked
# The committed goldens hold for optimised builds, too: once more with the judge's own crates as a release builds them,
# but for optimising across crates, which takes minutes. The crates of others are those of the tests above.
CARGO_PROFILE_DEV_OPT_LEVEL=3 CARGO_PROFILE_DEV_DEBUG_ASSERTIONS=false CARGO_PROFILE_DEV_OVERFLOW_CHECKS=false \
  cargo test --workspace --locked --test goldens
# The service as other programs meet it.
./tests/clients.sh
