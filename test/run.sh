#!/usr/bin/env bash
# What `npm test` means: what a change is made beside. The rest is in test/deep.sh.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

tests() {
  step 'unit tests on Mongoose 8 and 9' vitest run --project 'unit*' "${reporters[@]}" &&
    step 'package test' vitest run --config test/package/vitest.config.ts "${reporters[@]}"
}

checks() {
  step 'format' npm run --silent check:format &&
    step 'types' npm run --silent check:types &&
    step 'lint' npm run --silent check:lint &&
    step 'unused code' npm run --silent check:unused &&
    step 'API reports' npm run --silent check:api &&
    step 'type tests' node type-tests/run.mjs --quick
}

# Examples, type tests and the package test use what is built.
step 'build' npm run --silent build || exit 1
lanes tests checks || exit 1
echo "== all steps passed in $SECONDS s"
