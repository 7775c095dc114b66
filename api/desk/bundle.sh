#!/usr/bin/env bash
# Writes bundle/ anew from app/, desk.css and the libraries of package-lock.json: what the service serves. `main.js` and
# `chunk.js` are the first page, `pages.js` is the rest. A relative path joins them: a page under a strict content
# security policy has no import map. bundle/sources.txt has the digests of what they were made from.
set -euo pipefail
cd "$(dirname "$0")"
[ "${1:-}" = --installed ] || npm ci --silent
rm -rf bundle
mkdir bundle
npx --no-install esbuild app/main.js desk.css --bundle --splitting --minify --format=esm --target=es2022 --charset=utf8 \
  --legal-comments=none --outdir=bundle --entry-names='[name]' --chunk-names='[name]' --log-level=warning
for package in preact htm @preact/signals @preact/signals-core; do
  version=$(node -p "require('./node_modules/$package/package.json').version")
  printf '%s %s\n\n' "$package" "$version"
  cat "node_modules/$package/LICENSE"
  printf '\n'
done >bundle/LICENSES.txt
sha256sum app/*.js desk.css package-lock.json >bundle/sources.txt
