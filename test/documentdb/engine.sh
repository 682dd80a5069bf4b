#!/usr/bin/env bash
# DocumentDB, an engine with MongoDB's semantics, as an extension of PostgreSQL. It comes from Debian's packages:
# those of Debian 14 and newer, which need a newer libc than Debian 12 has, so they live in a folder of their own.
#   engine.sh start DIR   builds DIR/root once (some 600 MB), starts the server, prints its connection string
#   engine.sh stop DIR
set -euo pipefail
action=${1:?start or stop}
dir=$(realpath -m "${2:?a folder}")
port=${DOCUMENTDB_PORT:-54329}
root=$dir/root
bin=/usr/lib/postgresql/18/bin

as_postgres() { chroot --userspec=postgres:postgres "$root" "$@"; }

build() {
  command -v mmdebstrap >/dev/null || {
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends mmdebstrap
  } >&2
  local mirror
  mirror=$(grep -rhoPm1 '^URIs:\s*\K\S+' /etc/apt/sources.list.d/debian.sources)
  rm -rf "$root"
  mkdir -p "$dir"
  # A mirror may lag behind the expiry of its own Release file; the signatures are checked all the same.
  # Unpacked, and not set up, which takes three times as long: what a server needs of that stands below.
  mmdebstrap --quiet --variant=extract --include=postgresql-18-documentdb,dash,coreutils,libc-bin \
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
    forky "$root" "$mirror" >&2
  for name in bin sbin lib lib64; do [ -e "$root/$name" ] || ln -s "usr/$name" "$root/$name"; done
  [ -e "$root/bin/sh" ] || ln -s dash "$root/bin/sh"
  echo 'postgres:x:5432:5432::/srv/pg:/bin/sh' >"$root/etc/passwd"
  echo 'postgres:x:5432:' >"$root/etc/group"
  echo '127.0.0.1 localhost' >"$root/etc/hosts"
  chroot "$root" ldconfig
  # As an alternative, set up by its package.
  ln -sf postgis-3.control "$root/usr/share/postgresql/18/extension/postgis.control"
}

initialise() {
  install -d "$root/srv/pg"
  chroot "$root" chown postgres:postgres /srv/pg
  as_postgres "$bin/initdb" -D /srv/pg/data -A trust -U postgres --no-sync -E UTF8 --locale=C.UTF-8 >/dev/null
  # The data is that of tests: it need not survive a crash. A chroot has no /dev/shm of its own.
  cat >>"$root/srv/pg/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = '/srv/pg'
fsync = off
full_page_writes = off
synchronous_commit = off
shared_buffers = 64MB
dynamic_shared_memory_type = mmap
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
cron.database_name = 'postgres'
CONF
}

case $action in
start)
  [ -x "$root$bin/postgres" ] || build
  [ -d "$root/srv/pg/data" ] || initialise
  as_postgres "$bin/pg_ctl" -D /srv/pg/data -o "-p $port" -l /srv/pg/log -w start >/dev/null
  as_postgres "$bin/psql" -h 127.0.0.1 -p "$port" -U postgres -Xqc 'CREATE EXTENSION IF NOT EXISTS documentdb CASCADE' \
    2>/dev/null
  echo "postgres://postgres@127.0.0.1:$port/postgres"
  ;;
stop)
  as_postgres "$bin/pg_ctl" -D /srv/pg/data -m fast stop >/dev/null
  ;;
*)
  echo "unknown action: $action" >&2
  exit 2
  ;;
esac
