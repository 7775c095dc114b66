#!/usr/bin/env bash
# The service as other programs meet it: the examples of the README, clients generated from openapi.json play a game over it, a
# host lets bots play that never see the log, and schemathesis asks whatever the document allows and
# what it does not. Everything beyond Rust is fetched, each at one version, into target/clients.
# A part whose language is not on the machine is left out, and that is said.
set -euo pipefail
cd "$(dirname "$0")/.."
place=target/clients
examples=${SCHEMATHESIS_EXAMPLES:-25}
mkdir -p "$place"

# Verdicts are signed where openssl makes a key.
signed=()
if command -v openssl >/dev/null; then
  rm -f "$place/sign.pem"
  (umask 077 && openssl genpkey -algorithm ed25519 -out "$place/sign.pem")
  signed=(--sign "$place/sign.pem")
fi
. tests/service.sh
start_service "$place" "${signed[@]}"

# Copies a folder's files without touching what is there already and the same.
copy() { mkdir -p "$2" && cp -R "$1/." "$2"; }

# What a client printed has boards, questions and what happened; its last line says how the game went.
shown() {
  local boards questions events
  boards=$(grep -cE '^(turn|round) ' "$1"); questions=$(grep -c '^? ' "$1"); events=$(grep -cE '^    .*\[.+\]' "$1")
  if [ "$boards" -lt 3 ] || [ "$questions" -lt 10 ] || [ "$events" -lt 50 ]; then
    echo "$1 shows too little: $boards boards, $questions questions, $events events"
    exit 1
  fi
  tail -n 1 "$1"
}

typescript() {
  local client=$place/typescript
  copy openapi/clients/typescript "$client"
  if ! cmp -s "$client/package-lock.json" "$client/node_modules/.lock-of-this"; then
    (cd "$client" && npm ci --no-audit --no-fund --loglevel=error)
    cp "$client/package-lock.json" "$client/node_modules/.lock-of-this"
  fi
  (cd "$client" && npx --no-install openapi-typescript ../../../openapi/openapi.json -o src/api.d.ts >/dev/null && npx --no-install tsc)
  # The compiler takes an any that somebody writes down; here nobody may. Comments may say the word.
  if sed 's|//.*||; s|/\*.*\*/||; s|^ *\*.*||' "$client"/src/*.ts | grep -nE '(:|<|\||as) *any\b'; then
    echo "the TypeScript client has an any"
    exit 1
  fi
  for game in "${games[@]}"; do
    node "$client/dist/play.js" "$url" "$place/$game.json" >"$place/$game.typescript.txt" || { tail -n 20 "$place/$game.typescript.txt"; exit 1; }
    shown "$place/$game.typescript.txt"
    node "$client/dist/shapes.js" "$url" "$place/$game.json" 5
  done
}

python() {
  local client=$place/python
  copy openapi/clients/python "$client"
  "$venv/bin/openapi-python-client" generate --path openapi/openapi.json --meta none --overwrite --fail-on-warning \
    --config "$client/generator.yaml" --output-path "$client/rules_judge_client" >/dev/null
  (cd "$client" && ../venv/bin/mypy --no-error-summary play.py draw.py)
  for game in "${games[@]}"; do
    (cd "$client" && ../venv/bin/python play.py "$url" "../$game.json" >"../$game.python.txt") || { tail -n 20 "$place/$game.python.txt"; exit 1; }
    shown "$place/$game.python.txt"
  done
}

# Whole games from shapes alone, as openapi/shapes.md says.
shapes() {
  for game in "${games[@]}"; do
    python3 openapi/examples/shapes.py "$url" "$place/$game.json" 5
  done
}

# What the bots were sent holds neither seed nor digest; the proof that views keep secrets is elsewhere.
host() {
  for game in "${games[@]}"; do
    rm -f "$place/hosted.json" "$place/sights.ndjson"
    # Once with a seed, once as a paper game whose outcomes the host tells.
    python3 - "$place/$game.json" "$place/paper.json" <<'PAPER'
import json, sys
replay = json.load(open(sys.argv[1], encoding="utf-8"))
del replay["seed"]
replay["chance"] = "declared"
json.dump(replay, open(sys.argv[2], "w", encoding="utf-8"))
PAPER
    for header in "$game" paper; do
      rm -f "$place/hosted.json" "$place/sights.ndjson"
      python3 openapi/examples/host.py "$url" "$place/$header.json" "$place/hosted.json" --sights "$place/sights.ndjson"
      python3 - "$place/hosted.json" "$place/sights.ndjson" <<'CHECK'
import json, sys
log = json.load(open(sys.argv[1], encoding="utf-8"))
sights = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
assert len(sights) >= sum(entry["seat"] is not None for entry in log["actions"]) > 0, "a bot was not asked"
for sight in sights:
    text = json.dumps(sight)
    assert log.get("seed", "no seed") not in text and "actions" not in sight, "a bot saw the log"
    assert all(sight[name] is None for name in sight if name.endswith("_digest")), "a bot saw a digest"
outcomes = [entry for entry in log["actions"] if entry["seat"] is None]
assert bool(outcomes) == ("chance" in log), "outcomes are told where chance is declared"
CHECK
    done
  done
}

# The cases of every game as another engine would run them, against this one; and logs, read without the engine.
conformance() {
  python3 openapi/vectors/check.py
  for game in "${games[@]}"; do
    target/debug/rules-judge case --export tests/cases/"$game"* >"$place/cases.ndjson"
    python3 openapi/examples/conformance.py "$url" "$place/cases.ndjson"
    # A refusal at another entry, a fact that is none: the runner has to notice both.
    sed 's/"illegal":{"at":0,/"illegal":{"at":9,/; s/"is":\["[^"]*",/"is":["\/none",/' "$place/cases.ndjson" >"$place/wrong.ndjson"
    status=0
    python3 openapi/examples/conformance.py "$url" "$place/wrong.ndjson" >/dev/null || status=$?
    [ "$status" = 1 ] || { echo "cases of $game that do not hold end with $status"; exit 1; }
    for log in example illegal; do
      curl -sf "$url/v1/verify" -H 'content-type: application/json' --data-binary "@replays/samples/$game/$log.json" >"$place/verdict.json"
      python3 openapi/examples/read_log.py "replays/samples/$game/$log.json" "$place/verdict.json" | tail -n 1
    done
    # The digests of every log of a case, of none with an entry less.
    python3 - "$url" "$place/cases.ndjson" <<'LOGS'
import json, sys, urllib.request
sys.path.insert(0, "openapi/examples")
import read_log
url, suite = sys.argv[1:]
logs = [item["log"] for item in map(json.loads, open(suite, encoding="utf-8")) if item["kind"] == "case"]
for log in logs:
    body = json.dumps(log).encode()
    with urllib.request.urlopen(urllib.request.Request(url + "/v1/verify", body, {"content-type": "application/json"})) as answer:
        verdict = json.load(answer)
    log = read_log.parsed(body)
    read_log.check(log)
    assert not read_log.differences(log, verdict)[1], f"other digests: {body}"
    if log["actions"]:
        log["actions"].pop(0)
        assert "log_digest" in read_log.differences(log, verdict)[1], f"the digests of a shorter log: {body}"
print(f"the digests of {len(logs)} logs are those of the verdicts")
LOGS
  done
}

# What was kept of an answer is checked without the service: by the command, in Python, and by openssl alone.
signatures() {
  local example=replays/samples/azur-lane/example.json signature header
  curl -sfD "$place/head.txt" -o "$place/answer.json" "$url/v1/verify" -H 'content-type: application/json' --data-binary "@$example"
  curl -sf "$url/v1/keys" -o "$place/keys.json"
  signature=$(sed -n 's/^verdict-signature: //p' "$place/head.txt" | tr -d '\r')
  target/debug/rules-judge check-signature "$place/answer.json" --keys "$place/keys.json" --signature "$signature" --replay "$example"
  "$venv/bin/python" openapi/examples/check_signature.py "$place/answer.json" "$signature" "$place/keys.json"
  header=${signature%%..*}
  { printf '%s.' "$header"; cat "$place/answer.json"; } >"$place/signed.bin"
  python3 - "${signature##*.}" "$place" <<'PARTS'
import base64, json, pathlib, sys
place = pathlib.Path(sys.argv[2])
(place / "signature.bin").write_bytes(base64.urlsafe_b64decode(sys.argv[1] + "=="))
(place / "public.pem").write_text(json.loads((place / "keys.json").read_text())["keys"][0]["pem"])
PARTS
  openssl pkeyutl -verify -pubin -inkey "$place/public.pem" -rawin -in "$place/signed.bin" -sigfile "$place/signature.bin"
  sed -i 's/"legal"/"Legal"/' "$place/answer.json"
  if target/debug/rules-judge check-signature "$place/answer.json" --keys "$place/keys.json" --signature "$signature" ||
    "$venv/bin/python" openapi/examples/check_signature.py "$place/answer.json" "$signature" "$place/keys.json" 2>/dev/null; then
    echo "another answer passes for the one that was signed"
    exit 1
  fi
}

# Both descriptions, and what the service answers, by validators that are not ours.
description() {
  "$venv/bin/python" tests/description.py "$url" replays/samples/*/*.json
}

redocly() {
  local linter=$place/redocly
  copy tests/redocly "$linter"
  if ! cmp -s "$linter/package-lock.json" "$linter/node_modules/.lock-of-this"; then
    (cd "$linter" && npm ci --no-audit --no-fund --loglevel=error)
    cp "$linter/package-lock.json" "$linter/node_modules/.lock-of-this"
  fi
  "$linter/node_modules/.bin/redocly" lint --config "$linter/redocly.yaml" openapi/openapi.json openapi/openapi-3.0.json
}

# Lines of JSON are no body that schemathesis can write; the tests of the service ask for batches.
schemathesis() {
  "$venv/bin/schemathesis" --config-file tests/schemathesis.toml run openapi/openapi.json --url "$url" \
    --exclude-operation-id verifyBatch --max-examples "$examples" --seed 1 --no-color --warnings off --no-shrink
}

./tests/readme.sh "$url"

mapfile -t games < <(ls replays/samples)
for game in "${games[@]}"; do
  target/debug/rules-judge play --game "$game" --seed 11 --bots random,keen --out "$place/$game.json" >/dev/null
done
# Nothing in this game makes players come to an end: they agree on a last round.
sed -i 's/"game":"tianhai"/&,"options":{"max_rounds":9}/' "$place/tianhai.json"

if ! command -v npm >/dev/null || ! command -v node >/dev/null; then
  echo "skipped: the TypeScript client and redocly, because node and npm are not on this machine."
else
  typescript
  redocly
fi
if ! command -v python3 >/dev/null; then
  echo "skipped: the Python client, the host and schemathesis, because python3 is not on this machine."
else
  host
  shapes
  conformance
  if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    echo "skipped: the Python client and schemathesis, because they need Python 3.10 or newer with venv and pip."
  else
    venv=$place/venv
    if ! cmp -s tests/requirements.txt "$venv/requirements-of-this.txt"; then
      python3 -m venv --clear "$venv"
      "$venv/bin/pip" install --quiet --disable-pip-version-check -r tests/requirements.txt
      cp tests/requirements.txt "$venv/requirements-of-this.txt"
    fi
    python
    description
    [ ${#signed[@]} = 0 ] || signatures
    schemathesis
  fi
fi

kill -TERM "$service"
wait "$service" || { echo "the service did not end well:"; tail "$place/service.log"; exit 1; }
if grep -E 'panic|ERROR rules_judge' "$place/service.log"; then
  echo "the log of the service has errors"
  exit 1
fi
if [ ${#signed[@]} != 0 ] && grep -qF "$(sed -n 2p "$place/sign.pem")" "$place/service.log" "$place/service.out"; then
  echo "the service told its key"
  exit 1
fi
echo "clients: done"
