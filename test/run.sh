#!/usr/bin/env bash
# What `npm test` means. After the build two lanes run side by side, as most steps keep one core busy and wait for none.
# The first step that fails stops both.
set -uo pipefail
cd "$(dirname "$0")/.."
export NO_COLOR=1 PATH="$PWD/node_modules/.bin:$PATH"
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Runs one command and prints its output when it has ended, so that the lanes do not mix theirs.
step() {
  local name=$1 start=$SECONDS log
  shift
  log=$(mktemp -p "$logs")
  if "$@" >"$log" 2>&1; then
    echo "== $name: ok, $((SECONDS - start)) s"
    grep -E '^[0-9]+ passed, ' "$log"
    return 0
  fi
  cat "$log"
  echo "== $name: FAILED after $((SECONDS - start)) s: $*"
  return 1
}

reporters=(--reporter=default --reporter="$PWD/test/ci-reporter.mjs")

tests() {
  step 'tests on Mongoose 8 and 9, Express 4 and 5' vitest run "${reporters[@]}" &&
    step 'package test' vitest run --config test/package/vitest.config.ts "${reporters[@]}"
}

checks() {
  step 'format' npm run --silent check:format &&
    step 'types' npm run --silent check:types &&
    step 'lint' npm run --silent check:lint &&
    step 'type tests' node type-tests/run.mjs &&
    step 'publint' publint --strict &&
    step 'publint of the lint plugin' publint --strict eslint-plugin &&
    step 'types of the package (attw)' attw --pack . --format ascii --quiet &&
    step 'types of the lint plugin (attw)' attw --pack eslint-plugin --format ascii --quiet --profile esm-only
}

# Examples, type tests and the package test use what is built.
step 'build' npm run --silent build || exit 1

# Each lane is a process group of its own, so that stopping it stops what it runs.
set -m
tests &
lanes=("$!")
checks &
lanes+=("$!")
stop() { for lane in "${lanes[@]}"; do kill -- "-$lane" 2>/dev/null; done; }
trap 'stop; exit 130' INT TERM

for _ in "${lanes[@]}"; do
  if ! wait -n; then
    stop
    wait
    exit 1
  fi
done
echo "== all steps passed in $SECONDS s"
