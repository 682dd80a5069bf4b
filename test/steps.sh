# Sourced by the scripts that run several commands: a line every few seconds tells what runs, and the whole output of a
# command is printed where it failed.
export NO_COLOR=1 PATH="$PWD/node_modules/.bin:$PATH"
# For TypeScript 7 and the type-aware linter, which are written in Go: steps run side by side, and each of several threads
# would check Mongoose's types again. They need little more memory if they collect garbage less often.
export GOMAXPROCS=1 GOGC=400
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
reporters=(--reporter=default --reporter="$PWD/test/ci-reporter.mjs")

# step NAME COMMAND…: the output is printed when the command has ended, so that steps side by side do not mix theirs.
step() {
  local name=$1 start=$SECONDS log pulse status TIMEFORMAT='%U %S'
  shift
  log=$(mktemp -p "$logs")
  while sleep 8; do echo ".. $name, $((SECONDS - start)) s"; done &
  pulse=$!
  { time "$@" >"$log" 2>&1; } 2>"$log.cpu"
  status=$?
  # By no signal that it can catch: where a step ends at once, the pulse still has the trap above.
  { kill -KILL "$pulse" && wait "$pulse"; } 2>/dev/null
  if [ "$status" = 0 ]; then
    echo "== $name: ok, $((SECONDS - start)) s, $(awk '{ print int($1 + $2) }' "$log.cpu") s of CPU"
    grep -E '^[0-9]+ passed, ' "$log"
    return 0
  fi
  cat "$log"
  echo "== $name: FAILED after $((SECONDS - start)) s: $*"
  return 1
}

# queue FUNCTION…: runs functions in this order, two at a time, as most steps keep one core busy; three take as long, and a
# quarter more of the processor. The first one that fails stops all.
queue() {
  local pid ended
  local -A running=()
  # Each one is a process group of its own, so that stopping it stops what it runs.
  set -m
  stop() { for pid in "${!running[@]}"; do kill -- "-$pid" 2>/dev/null; done; }
  trap 'stop; exit 130' INT TERM
  while [ "$#" != 0 ] || [ "${#running[@]}" != 0 ]; do
    if [ "$#" != 0 ] && [ "${#running[@]}" -lt 2 ]; then
      "$1" &
      running[$!]=$1
      shift
    # By their process ids: another job of this shell may end, too.
    elif wait -n -p ended "${!running[@]}"; then
      unset "running[$ended]"
    else
      stop
      wait
      return 1
    fi
  done
  trap - INT TERM
}

lint_types() { step 'lint by types' npm run --silent check:lint-types; }
reports() { step 'API reports' npm run --silent check:api; }
unused() { step 'unused code' npm run --silent check:unused; }

# Projects of vitest.config.ts. Many of their tests wait for processes of their own: more workers than cores.
deep_projects=('deep*')
deep_tests() {
  step 'deep tests on Mongoose 8 and 9' vitest run "${deep_projects[@]/#/--project=}" --maxWorkers=3 "${reporters[@]}"
}

# `npm test` installs the tarball beside the newest versions.
other_packages() {
  step 'package tests on older versions' vitest run --config test/package/vitest.config.ts older-versions "${reporters[@]}"
}
