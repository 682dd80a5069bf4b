#!/usr/bin/env bash
# What registries and compilers make of the packed packages.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
publint --strict
publint --strict eslint-plugin
attw --pack . --format ascii --quiet
attw --pack eslint-plugin --format ascii --quiet --profile esm-only
