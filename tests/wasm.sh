#!/usr/bin/env bash
# The judge as a module for WebAssembly: it is built, asked the same requests as the service, which gave the same bytes, used
# as the package for JavaScript that `npm pack` makes, used in a page, and measured. Where no toolchain for WebAssembly or no
# node is, that is said and nothing is tested. It builds quickly, into target/tests/module; MODULE_BUILT=1 takes what
# api/wasm/build.sh has put into target/module.
set -euo pipefail
cd "$(dirname "$0")/.."
place=target/tests/module
if [ -n "${MODULE_BUILT:-}" ]; then place=target/module; fi
mkdir -p "$place"
if ! command -v node >/dev/null; then
  echo "skipped: there is no node"
  exit 0
fi
if [ -z "${MODULE_BUILT:-}" ]; then
  # What is sent over networks is optimised as a whole, for twice the time of the processor. Here it answers the same,
  # and packing is quick.
  export CARGO_PROFILE_WASM_LTO=off CARGO_PROFILE_WASM_CODEGEN_UNITS=16 CARGO_PROFILE_WASM_OPT_LEVEL=1 BROTLI_QUALITY=5
  code=0
  api/wasm/build.sh "$place" || code=$?
  if [ "$code" = 3 ]; then
    echo "skipped: there is no toolchain for WebAssembly"
    exit 0
  fi
  [ "$code" = 0 ] || exit "$code"
fi

# What the service answers.
MODULE_REQUESTS=$PWD/$place/requests.ndjson MODULE_COUNT=${MODULE_COUNT:-6} CARGO_INCREMENTAL=0 \
  cargo test -p rules-judge --test suite -- --exact module::an_instance_answers_as_a_service_does --nocapture
node tests/wasm/equal.mjs "$place"

# The package, as a program has it that installs it.
cp "$place/rules_judge.wasm" openapi/clients/wasm-js/
package=$place/package
rm -rf "$package"
mkdir -p "$package"
(cd openapi/clients/wasm-js && npm pack --silent --pack-destination "../../../$package")
rm openapi/clients/wasm-js/rules_judge.wasm
tar -xzf "$package"/rules-judge-module-*.tgz -C "$package"
cp tests/wasm/client.mjs tests/wasm/drag.mjs tests/wasm/traps.mjs "$package/"
(cd "$package" && npm install --no-save --no-audit --no-fund --loglevel=error openapi-fetch@0.17.0)
node "$package/client.mjs" replays/samples
node "$package/drag.mjs" replays/samples
node "$package/traps.mjs"

# In a page, where Chromium is.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -n "$browser" ]; then
  . tests/service.sh
  start_service "$place" --module "$place"
  (cd tests/desk && npm ci --no-audit --no-fund --loglevel=error)
  node tests/desk/module.mjs "$url" "$browser" replays/samples
else
  echo "skipped: the module in a browser, because Chromium is not on this machine."
fi

node tests/wasm/bench.mjs "$place" replays/samples
