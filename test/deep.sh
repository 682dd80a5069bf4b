#!/usr/bin/env bash
# What `npm run test:deep` means: oracles, random schemas, hostile bodies, servers, compilers. `npm test` comes first.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

tests() {
  step 'deep tests on Mongoose 8 and 9' vitest run --project 'deep*' "${reporters[@]}"
}

checks() {
  step 'type tests' node type-tests/run.mjs --deep &&
    step 'publint' publint --strict &&
    step 'publint of the lint plugin' publint --strict eslint-plugin &&
    step 'types of the package (attw)' attw --pack . --format ascii --quiet &&
    step 'types of the lint plugin (attw)' attw --pack eslint-plugin --format ascii --quiet --profile esm-only
}

step 'build' npm run --silent build || exit 1
lanes tests checks || exit 1
echo "== all steps passed in $SECONDS s"
