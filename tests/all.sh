#!/usr/bin/env bash
# Every test of the project, in the order of what fails soonest. Needs the Rust toolchain; clients of other
# languages are tested, too, where node and python3 are there.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --workspace --locked
# The committed goldens hold for optimised builds, too: once more with the judge's own crates as a release builds them,
# but for optimising across crates, which takes minutes. The crates of others are those of the tests above.
cargo test --workspace --locked --config tests/optimised.toml -p rules-judge-tests --test suite goldens::
# The service as other programs meet it.
./tests/clients.sh
