#!/usr/bin/env bash
# Builds the judge as a module for WebAssembly into FOLDER (target/module if nothing is said): rules_judge.wasm as it is,
# packed with gzip, and packed with brotli (BROTLI_QUALITY, 0 to 11) where brotli or node is there. It takes rustup's
# target wasm32-unknown-unknown, or Debian's rustc-web, cargo-web, rust-web-src and lld-19; without either it says so and
# ends with 3. Binaryen's wasm-opt is not used: it makes the module a fifteenth smaller, its packed form larger, and its
# judging no quicker.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-target/module}
quality=${BROTLI_QUALITY:-11}
target=wasm32-unknown-unknown
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target/wasm} CARGO_INCREMENTAL=0
build=(build --locked --package rules-judge-wasm --profile wasm --target "$target")

if command -v rustup >/dev/null && rustup target list --installed 2>/dev/null | grep -qx "$target"; then
  cargo "${build[@]}"
elif [ -d /usr/lib/rustlib/src ] && [ -x /usr/bin/cargo ] && command -v wasm-ld-19 >/dev/null; then
  RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 \
    /usr/bin/cargo "${build[@]}" -Zbuild-std=std,panic_abort
else
  echo "no toolchain for $target: rustup target add $target" >&2
  exit 3
fi

mkdir -p "$folder"
module=$folder/rules_judge.wasm
cp "$CARGO_TARGET_DIR/$target/wasm/rules_judge_wasm.wasm" "$module"
rm -f "$module.br" "$module.gz"
gzip -9 -n -k "$module"
if command -v brotli >/dev/null; then
  brotli -q "$quality" -w 24 -o "$module.br" "$module"
elif command -v node >/dev/null; then
  node - "$module" "$quality" <<'JS'
const { readFileSync, writeFileSync } = require("node:fs");
const { brotliCompressSync, constants } = require("node:zlib");
const path = process.argv[2];
const bytes = readFileSync(path);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
const params = {
  [BROTLI_PARAM_QUALITY]: Number(process.argv[3]),
  [BROTLI_PARAM_LGWIN]: 24,
  [BROTLI_PARAM_SIZE_HINT]: bytes.length,
};
writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
JS
fi
wc -c "$folder"/rules_judge.wasm*
