#!/usr/bin/env bash
# What `npm run test:deep` means: oracles, random schemas, hostile bodies, servers, compilers. `npm test` comes first.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

# Many of them wait for processes of their own: more workers than cores.
tests() {
  step 'deep tests on Mongoose 8 and 9' vitest run --project 'deep*' --maxWorkers=3 "${reporters[@]}"
}

checks() {
  step 'type tests' node type-tests/run.mjs --deep &&
    step 'the packages' bash test/packages.sh
}

step 'build' npm run --silent build || exit 1
lanes tests checks || exit 1
echo "== all steps passed in $SECONDS s"
