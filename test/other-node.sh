#!/usr/bin/env bash
# The suite on another version of Node.js than that of development: on whichever runs this. Arguments choose
# among the projects of vitest.config.ts.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

# What only computes does so alike on every version, and the deep tests meet one major: those are left out that draw bodies
# and count work.
computing='accept,aliases,failing-setters,fuzz,hostile*,json-schema,properties,reserved-names,route-options,stand-ins,wide-schemas'
[ $# != 0 ] || set -- 'unit*' deep deep-eslint-plugin
node --version
vitest run "${@/#/--project=}" --maxWorkers=2 --exclude "test/deep/{$computing}.test.ts" "${reporters[@]}"
