#!/usr/bin/env bash
# The judge's desk: its types, and its deeds in a real Chromium, at the widths of a phone and of a desk, in three languages,
# for every game. Fetches what it needs into node_modules beside its package.json; installs Chromium where that is allowed.
# What is not there is said. tests/desk.sh [URL] tests the service at an address; BLESS=1 writes the pictures of tests/desk/shots.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$PWD/target/desk
mkdir -p "$place"

for command in node npm; do
  if ! command -v "$command" >/dev/null; then
    echo "skipped: the desk, because $command is not on this machine."
    exit 0
  fi
done

# The service that is named, or one of its own.
url=${1:-}
if [ -z "$url" ]; then
  . tests/service.sh
  start_service "$place"
fi

packages() {
  if ! cmp -s "$1/package-lock.json" "$1/node_modules/.lock-of-this"; then
    (cd "$1" && npm ci --no-audit --no-fund --loglevel=error)
    cp "$1/package-lock.json" "$1/node_modules/.lock-of-this"
  fi
}

packages api/desk
(cd api/desk && npm run -s types >/dev/null && npx --no-install tsc -p .)
# The bundle is what the sources and the libraries of the lock give.
rm -rf "$place/bundle-before"
cp -R api/desk/bundle "$place/bundle-before"
(cd api/desk && ./bundle.sh --installed)
diff -r "$place/bundle-before" api/desk/bundle || { echo "bundle/ is not what bundle.sh writes"; exit 1; }
rm -r "$place/bundle-before"

browser() { command -v chromium || command -v chromium-browser || command -v google-chrome || true; }
if [ -z "$(browser)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium) >"$place/apt.log" 2>&1 || true
fi
if [ -z "$(browser)" ]; then
  echo "skipped: the desk in a browser, because Chromium is not on this machine and cannot be installed here."
  exit 0
fi
packages tests/desk
rm -rf "$place"/saved-* "$place"/ruled-*
SHOTS=$place node tests/desk/run.mjs "$url" "$(browser)"
if [ "${BLESS:-}" = 1 ]; then exit 0; fi
# Case files that the page saved are cases.
target/debug/rules-judge case "$place"/saved-*
# Logs that the page let go on after a ruling are logs without an illegal entry.
target/debug/rules-judge verify "$place"/ruled-*.json
