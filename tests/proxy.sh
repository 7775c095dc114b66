#!/usr/bin/env bash
# The service behind nginx: a shared cache gives each client the encoding and the language that it takes, and everything stays
# under a path prefix, the page in a browser as well. Installs nginx where that is allowed; what is not there is said.
# tests/proxy.sh [URL] tests the service at an address.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$PWD/target/proxy
mkdir -p "$place"
export PATH=$PATH:/usr/sbin:/sbin

if ! command -v nginx >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light) >"$place/apt.log" 2>&1 || true
fi
for command in nginx python3; do
  if ! command -v "$command" >/dev/null; then
    echo "skipped: the service behind a proxy, because there is no $command on this machine and it cannot be installed here."
    exit 0
  fi
done

url=${1:-}
if [ -z "$url" ]; then
  . tests/service.sh
  start_service "$place"
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
rm -rf "$place/nginx" && mkdir -p "$place/nginx/cache"
cat >"$place/nginx/nginx.conf" <<CONF
daemon off;
worker_processes 1;
pid $place/nginx/pid;
error_log $place/nginx/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path $place/nginx/body;
  proxy_temp_path $place/nginx/proxy;
  fastcgi_temp_path $place/nginx/fastcgi;
  uwsgi_temp_path $place/nginx/uwsgi;
  scgi_temp_path $place/nginx/scgi;
  proxy_cache_path $place/nginx/cache keys_zone=judge:1m;
  server {
    listen 127.0.0.1:$port;
    location /judge/ {
      proxy_pass $url/;
      proxy_cache judge;
      proxy_set_header Host \$host;
      add_header x-cache \$upstream_cache_status;
    }
  }
}
CONF
user=()
[ "$(id -u)" != 0 ] || user=(-g "user $(id -un);")
nginx -e "$place/nginx/error.log" -c "$place/nginx/nginx.conf" "${user[@]}" >"$place/nginx/out.log" 2>&1 &
proxy=$!
trap 'kill "$proxy" ${service:+"$service"} 2>/dev/null || true' EXIT

python3 tests/proxy.py "http://127.0.0.1:$port"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ] || [ ! -d tests/desk/node_modules ]; then
  echo "skipped: the page behind the proxy, because Chromium or what tests/desk.sh installs is not there."
else
  SHOTS=$place node tests/desk/run.mjs "http://127.0.0.1:$port/judge" "$browser" offline pages rule
fi
echo "proxy: done"
