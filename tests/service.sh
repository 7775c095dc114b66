# Sourced by tests of the running service: `start_service FOLDER [OPTION…]` builds as the tests before it do, so that nothing is
# built twice, starts the service on a free port, and sets `url` and `service` (its process), which ends with the script.
start_service() {
  local folder=$1
  shift
  cargo test --workspace --locked --quiet --no-run
  # The service is started beside this script, which may look for its address before the file of its output is made.
  : >"$folder/service.out"
  # Tests ask faster than any hall, from one address.
  target/debug/rules-judge serve --listen 127.0.0.1:0 --set rate-per-second=0 "$@" >"$folder/service.out" 2>"$folder/service.log" &
  service=$!
  trap 'kill "$service" 2>/dev/null || true' EXIT
  url=
  for _ in $(seq 100); do
    url=$(sed -n 's/^listening on //p' "$folder/service.out")
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  echo "the service did not start:"
  cat "$folder/service.log"
  return 1
}
