#!/usr/bin/env bash
# What `npm test` means: what a change is made beside. The rest is in test/deep.sh.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

# One worker, as another step goes beside it: each one loads Mongoose, and warms the same code.
unit_tests() { step 'unit tests on Mongoose 8 and 9' vitest run --project 'unit*' --maxWorkers=1 "${reporters[@]}"; }
lint() { step 'lint' npm run --silent check:lint; }
package_test() { step 'package test' vitest run --config test/package/vitest.config.ts tarball "${reporters[@]}"; }
types() { step 'types' npm run --silent check:types; }
type_tests() { step 'type tests' node type-tests/run.mjs --quick; }

step 'format' npm run --silent check:format || exit 1
# Examples, type tests and the package test use what is built.
step 'build' npm run --silent build || exit 1
# Those that take longest come first.
queue unit_tests lint types package_test type_tests || exit 1
echo "== all steps passed in $SECONDS s"
