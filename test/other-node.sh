#!/usr/bin/env bash
# The suite on another version of Node.js than that of development: on whichever runs this. Arguments choose
# among the projects of vitest.config.ts.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

[ $# != 0 ] || set -- 'unit*' deep deep-eslint-plugin
node --version
vitest run "${@/#/--project=}" --maxWorkers=2 "${reporters[@]}"
