#!/usr/bin/env bash
# What `npm test` means. The first step that fails stops it.
set -euo pipefail
cd "$(dirname "$0")/.."
export NO_COLOR=1 PATH="$PWD/node_modules/.bin:$PATH"

step() {
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  if "$@"; then
    echo "== $name: ok, $((SECONDS - start)) s"
  else
    echo "== $name: FAILED after $((SECONDS - start)) s: $*" >&2
    exit 1
  fi
}

reporters=(--reporter=default --reporter="$PWD/test/ci-reporter.mjs")

step 'format' npm run --silent check:format
# Examples, type tests and the package test use what is built.
step 'build' npm run --silent build
step 'types' npm run --silent check:types
step 'lint' npm run --silent check:lint
step 'tests on Mongoose 8 and 9, Express 4 and 5' vitest run "${reporters[@]}"
step 'type tests' node type-tests/run.mjs
step 'publint' publint --strict
step 'publint of the lint plugin' publint --strict eslint-plugin
step 'types of the package (attw)' attw --pack . --format ascii --quiet
step 'types of the lint plugin (attw)' attw --pack eslint-plugin --format ascii --quiet --profile esm-only
step 'package test' vitest run --config test/package/vitest.config.ts "${reporters[@]}"
echo "== all steps passed in $SECONDS s"
