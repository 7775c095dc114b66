#!/usr/bin/env bash
# Generators of clients as people have them, each on the description that it takes: generated, and type-checked strictly; two
# of the clients play. Everything is fetched, each at one version, into target/matrix. It takes some minutes, and is not
# among the tests that run with every change: tests/clients.sh has a client of TypeScript and one of Python, which play.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$PWD/target/matrix
new=$PWD/openapi/openapi.json old=$PWD/openapi/openapi-3.0.json
mkdir -p "$place"
for command in node npm python3; do
  command -v "$command" >/dev/null || { echo "skipped: the matrix of generators, because $command is not on this machine."; exit 0; }
done
cp tests/matrix/* "$place"
cd "$place"
if ! cmp -s package-lock.json node_modules/.lock-of-this; then
  npm ci --no-audit --no-fund --loglevel=error
  cp package-lock.json node_modules/.lock-of-this
fi
venv=$place/venv
if ! cmp -s requirements.txt "$venv/requirements-of-this.txt"; then
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
  cp requirements.txt "$venv/requirements-of-this.txt"
fi

failed=0
# Runs a step in a folder of its own; what it prints is shown where it fails.
step() {
  local name=$1
  shift
  rm -rf "out/$name" && mkdir -p "out/$name"
  if "$@" >"out/$name.log" 2>&1; then
    echo "$name: good"
  else
    echo "$name: failed"
    tail -n 20 "out/$name.log"
    failed=1
  fi
}
# The files of a folder, with the strictest types.
types() {
  printf '{"extends": "%s/tsconfig.json", "include": ["%s/**/*.ts"]}' "$place" "$place/$1" >"$1/tsconfig.json"
  npx --no-install tsc -p "$1/tsconfig.json"
}

openapi_typescript() { npx --no-install openapi-typescript "$new" -o out/openapi-typescript/api.ts && types out/openapi-typescript; }
hey_api() {
  npx --no-install openapi-ts -i "$new" -o out/hey-api -p @hey-api/client-fetch @hey-api/typescript @hey-api/sdk && types out/hey-api
}
orval() {
  echo "module.exports = { judge: { input: '$new', output: { target: 'out/orval/api.ts', client: 'fetch' } } }" >out/orval/config.cjs
  npx --no-install orval --config out/orval/config.cjs
  types out/orval
}
swagger_typescript_api() { npx --no-install swagger-typescript-api generate -p "$new" -o out/swagger-typescript-api -n api.ts && types out/swagger-typescript-api; }
datamodel_code_generator() {
  "$venv/bin/datamodel-codegen" --input "$new" --input-file-type openapi --output out/datamodel-code-generator/models.py \
    --output-model-type pydantic_v2.BaseModel --target-python-version 3.11 --disable-timestamp
  (cd out/datamodel-code-generator && "$venv/bin/python" -c 'import models')
}
typescript_fetch() {
  "$venv/bin/openapi-generator-cli" generate -i "$old" -g typescript-fetch -o out/openapi-generator-typescript-fetch --skip-validate-spec
  types out/openapi-generator-typescript-fetch
}
python_client() {
  "$venv/bin/openapi-generator-cli" generate -i "$old" -g python -o out/openapi-generator-python --package-name judge
  (cd out/openapi-generator-python && "$venv/bin/pip" install --quiet --disable-pip-version-check . && "$venv/bin/python" -c 'import judge')
}

step openapi-typescript openapi_typescript
step hey-api hey_api
step orval orval
step swagger-typescript-api swagger_typescript_api
step datamodel-code-generator datamodel_code_generator
if command -v java >/dev/null; then
  step openapi-generator-typescript-fetch typescript_fetch
  step openapi-generator-python python_client
else
  echo "skipped: openapi-generator, because java is not on this machine."
fi

# Two of them play a whole game of each book against a service of this tree.
cd - >/dev/null
. tests/service.sh
start_service "$place"
cd "$place"
plays() {
  npx --no-install esbuild "../../tests/matrix/$1.ts" --bundle --platform=node --format=esm --log-level=warning --outfile="out/$1-plays/play.mjs"
  node "out/$1-plays/play.mjs" "$url" ../../replays/samples/*/example.json
}
step hey-api-plays plays hey-api
if command -v java >/dev/null; then step typescript-fetch-plays plays typescript-fetch; fi
# A cache and a path prefix in front of it, by nginx.
step proxy ../../tests/proxy.sh "$url"
exit "$failed"
