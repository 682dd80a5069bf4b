#!/usr/bin/env bash
# The suite on another version of Node.js than that of development: on whichever runs this. Options choose other tests.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

# The work for hostile bodies is counted once, and the deep tests meet one major: the code is the same on every version.
[ $# != 0 ] || set -- --project 'unit*' --project deep --maxWorkers=2 --exclude 'test/deep/hostile*.test.ts'
node --version
vitest run "$@" "${reporters[@]}"
