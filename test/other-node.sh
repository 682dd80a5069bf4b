#!/usr/bin/env bash
# The suite on another version of Node.js than that of development: on whichever runs this. Arguments choose
# among the projects of vitest.config.ts, or are options of Vitest.
set -uo pipefail
cd "$(dirname "$0")/.."
. test/steps.sh

[ $# != 0 ] || set -- 'unit*' deep deep-eslint-plugin
arguments=()
for argument; do
  [[ $argument == --* ]] && arguments+=("$argument") || arguments+=("--project=$argument")
done
node --version
vitest run "${arguments[@]}" --maxWorkers=2 "${reporters[@]}"
