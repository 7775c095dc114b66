#!/usr/bin/env bash
# The alerts and the dashboard of docs/operations against a Prometheus that scrapes two running services: rules that promtool
# accepts, each alert fires and stays silent where it should, and every metric that a rule or a panel names exists. Installs
# prometheus and redis-server where that is allowed, and says what is missing.
# tests/monitoring.sh [PROGRAM]: PROGRAM is the build that is tried.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-}
place=$PWD/target/monitoring
rm -rf "$place" && mkdir -p "$place"
export PATH=$PATH:/usr/sbin:/sbin

store() { command -v redis-server || command -v valkey-server || true; }
missing() {
  [ -n "$(store)" ] || echo redis-server
  command -v prometheus >/dev/null && command -v promtool >/dev/null || echo prometheus
}
if [ -n "$(missing)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(missing)) >"$place/apt.log" 2>&1 || true
fi
command -v python3 >/dev/null || { echo "skipped: monitoring, because python3 is not on this machine."; exit 0; }
if [ -n "$(missing)" ]; then
  echo "skipped: monitoring, because there is no $(missing | paste -sd' ') on this machine and it cannot be installed here."
  exit 0
fi

promtool check rules docs/operations/alerts.yml
promtool test rules tests/monitoring/alerts_test.yml
if [ -z "$program" ]; then
  cargo test --workspace --locked --quiet --no-run
  program=target/debug/rules-judge
fi
python3 tests/monitoring/run.py "$program" "$(store)" "$place"
