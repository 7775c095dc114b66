#!/usr/bin/env bash
# The Python package with the judge inside: builds it as openapi/clients/wasm-py/README.md says, installs the wheel into an
# environment of its own in target/wheel, checks the types strictly, and runs its tests and examples.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$PWD/target/wheel
module=${RULES_JUDGE_MODULE:-$PWD/target/module/rules_judge.wasm}
if [ ! -f "$module" ]; then
  echo "skipped: the Python package, because $module is not built (api/wasm/build.sh)."
  exit 0
fi
if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "skipped: the Python package, because it needs Python 3.11 or newer with venv and pip."
  exit 0
fi
mkdir -p "$place"
python3 -m venv "$place/venv"
bin=$place/venv/bin
if ! "$bin/pip" install -q build==1.6.1 hatchling==1.33.0 ruff==0.17.5 2>"$place/pip.log"; then
  echo "skipped: the Python package, because its tools cannot be installed here:"
  tail -n 1 "$place/pip.log"
  exit 0
fi

# Without the module nothing is built, and the message says what to do.
if RULES_JUDGE_MODULE=/nowhere.wasm "$bin/python" -m build --no-isolation --wheel --outdir "$place" openapi/clients/wasm-py \
  >"$place/missing.log" 2>&1 || ! grep -q 'build it with api/wasm/build.sh' "$place/missing.log"; then
  echo "a package without the module was built, or the message does not say how to build it"
  exit 1
fi

rm -f "$place"/*.whl "$place"/*.tar.gz
"$bin/python" -m build --no-isolation --outdir "$place" openapi/clients/wasm-py >"$place/build.log"
if ! "$bin/pip" install -q --force-reinstall "$(ls "$place"/*.whl)[env,check]" 2>"$place/pip.log"; then
  echo "skipped: the Python package, because what it needs cannot be installed here:"
  tail -n 1 "$place/pip.log"
  exit 0
fi

# From here on the module inside the wheel answers.
unset RULES_JUDGE_MODULE
cd openapi/clients/wasm-py
"$bin/ruff" format --no-cache -q --check --line-length 110 src tests examples hatch_build.py
"$bin/mypy" --no-error-summary --cache-dir "$place/mypy"
export PYTHONDONTWRITEBYTECODE=1
"$bin/python" -m unittest discover -t . -s tests
for game in azur-lane battle-spirits build-divide tianhai xinglingwang; do
  "$bin/python" examples/bot.py "$game" 1 "$place/$game.json"
  "$bin/python" -c 'import sys, rules_judge
verdict = rules_judge.Judge().verify(open(sys.argv[1], "rb").read())
assert verdict["verdict"] == "legal", verdict' "$place/$game.json"
done
"$bin/python" examples/tournament.py --games 2 --out "$place/last.json"
