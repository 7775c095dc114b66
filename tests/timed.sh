#!/usr/bin/env bash
# Runs a command and adds a line to the file that TIMES names: what it was, its seconds and its seconds of processor
# time. timed.sh NAME COMMAND…; without a name (as cargo's runner: timed.sh PROGRAM…) the name is that of crate and program.
set -euo pipefail
name=$1
if [ -x "$name" ]; then
  program=${name##*/}
  name=${PWD##*/}/${program%-*}
else
  shift
fi
file=$(mktemp)
trap 'rm -f "$file"' EXIT
TIMEFORMAT='%R %U %S'
status=0
{ time "$@" 2>&3; } 3>&2 2>"$file" || status=$?
awk -v name="$name" '{ printf "%s\t%.0f\t%.0f\n", name, $1, $2 + $3 }' "$file" >>"$TIMES"
exit "$status"
