#!/usr/bin/env bash
# What `npm run test:deep` means: oracles, random schemas, hostile bodies, servers, compilers. `npm test` comes first.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

types() { step 'types on TypeScript 6' tsc -p tsconfig.json; }
type_tests() { step 'type tests' node type-tests/run.mjs --deep; }
packages() { step 'the packages' bash test/packages.sh; }

step 'build' npm run --silent build || exit 1
queue deep_tests type_tests types packages other_packages lint_types unused reports || exit 1
echo "== all steps passed in $SECONDS s"
