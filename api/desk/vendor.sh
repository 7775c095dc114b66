#!/usr/bin/env bash
# Writes vendor/ anew from the versions of package-lock.json: one module for each library, with imports by
# relative path (a page under a strict content security policy has no import map), and their licences.
set -euo pipefail
cd "$(dirname "$0")"
[ "${1:-}" = --installed ] || npm ci --silent
rm -rf vendor
mkdir vendor
put() {
  sed -e 's|from"preact"|from"./preact.js"|g' -e 's|from"preact/hooks"|from"./hooks.js"|g' \
    -e 's|from"@preact/signals-core"|from"./signals-core.js"|g' -e '/^\/\/# sourceMappingURL/d' \
    "node_modules/$1" >"vendor/$2.js"
}
put preact/dist/preact.module.js preact
put preact/hooks/dist/hooks.module.js hooks
put htm/dist/htm.module.js htm
put @preact/signals-core/dist/signals-core.module.js signals-core
put @preact/signals/dist/signals.module.js signals
# For the checker of types, which finds the libraries' own in node_modules.
echo 'export * from "preact";' >vendor/preact.d.ts
echo 'export * from "preact/hooks";' >vendor/hooks.d.ts
echo 'declare const htm: { bind<T>(h: T): (strings: TemplateStringsArray, ...values: unknown[]) => any }; export default htm;' >vendor/htm.d.ts
echo 'export * from "@preact/signals";' >vendor/signals.d.ts
for package in preact htm @preact/signals @preact/signals-core; do
  version=$(node -p "require('./node_modules/$package/package.json').version")
  printf '%s %s\n\n' "$package" "$version"
  cat "node_modules/$package/LICENSE"
  printf '\n'
done >vendor/LICENSES.txt
if grep -lE 'from"[^.]' vendor/*.js; then
  echo "these modules still import by a bare name"
  exit 1
fi
