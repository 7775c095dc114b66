#!/usr/bin/env bash
# Three replicas behind haproxy that share a shelf on a Redis server: moves by digest land on any of them while a replica drains
# and stops, is killed, then the server is killed, and both come back. A server with TLS and a cluster are tried for a moment.
# Then faults: missing rights, keys that differ, a change of the key, lies, a server that freezes, a full disk. Installs haproxy
# and redis-server where that is allowed, and says what is missing.
# tests/replicas.sh [long] [PROGRAM]: `long` measures 1, 2 and 3 replicas as well; PROGRAM is the build that is tried.
set -euo pipefail
cd "$(dirname "$0")/.."
form=short
if [ "${1:-}" = long ]; then
  form=long
  shift
fi
program=${1:-}
place=$PWD/target/replicas
mkdir -p "$place"

if ! command -v python3 >/dev/null; then
  echo "skipped: the replicas, because python3 is not on this machine."
  exit 0
fi
# haproxy lies where only the system looks.
export PATH=$PATH:/usr/sbin:/sbin
store() { command -v redis-server || command -v valkey-server || true; }
missing() {
  [ -n "$(store)" ] || echo redis-server
  command -v haproxy >/dev/null || echo haproxy
}
if [ -n "$(missing)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  # The packages would start services of their own: these are not needed, and a container has nobody who starts them.
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(missing)) >"$place/apt.log" 2>&1 || true
fi
if [ -n "$(missing)" ]; then
  echo "skipped: the replicas, because there is no $(missing | paste -sd' ') on this machine and it cannot be installed here."
  exit 0
fi

if [ -z "$program" ]; then
  # As the tests before this part build it, so that nothing is built twice.
  cargo test --workspace --locked --quiet --no-run
  program=target/debug/rules-judge
fi
python3 tests/replicas/run.py "$form" "$program" "$(store)" "$place"
python3 tests/replicas/faults.py "$program" "$(store)" "$place"
