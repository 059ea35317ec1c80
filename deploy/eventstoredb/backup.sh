#!/bin/sh
# Copies the files of one running node, in the order that its maker asks for, so that what is copied first never refers to what is not
# there. Run it on one node that follows the cluster, never while a scavenge runs, and BEFORE the backup of Postgres.
#   ./backup.sh /var/lib/eventstore /backups/eventstore/2026-01-31
# Copies what is not in the target yet: with the last backup as the target it copies only what is new.
set -eu
data=$1
target=$2
mkdir -p "$target/index"

# The index: its map first, and again if it has changed meanwhile.
if [ -e "$data/index/indexmap" ]; then
  while :; do
    cp -p "$data/index/indexmap" "$target/index/indexmap"
    names=$(cd "$data/index" && find . -maxdepth 1 -type f ! -name indexmap)
    for name in $names; do
      # One that a merge has removed is not in the new map either.
      [ -e "$target/index/$name" ] || cp -p "$data/index/$name" "$target/index/$name" || true
    done
    cmp -s "$data/index/indexmap" "$target/index/indexmap" && break
  done
  for name in $(cd "$target/index" && find . -maxdepth 1 -type f ! -name indexmap); do
    [ -e "$data/index/$name" ] || rm "$target/index/$name"
  done
fi
for name in stream-existence/streamExistenceFilter.chk stream-existence/streamExistenceFilter.dat scavenging/scavenging.db; do
  [ -e "$data/index/$name" ] || continue
  mkdir -p "$target/index/$(dirname "$name")"
  cp -p "$data/index/$name" "$target/index/$name"
done

# The log. The last chunk of the backup may have grown: it is copied anew.
last=$(cd "$target" && find . -maxdepth 1 -name 'chunk-*' | sort | tail -n 1)
[ -z "$last" ] || mv "$target/$last" "$target/$last.old"
for name in chaser epoch writer proposal; do
  if [ -e "$data/$name.chk" ]; then cp -p "$data/$name.chk" "$target/$name.chk"; fi
done
chunks=$(cd "$data" && find . -maxdepth 1 -name 'chunk-*' | sort)
for name in $chunks; do
  [ -e "$target/$name" ] || cp -p "$data/$name" "$target/$name"
done
for name in $(cd "$target" && find . -maxdepth 1 -name 'chunk-*'); do
  [ -e "$data/$name" ] || rm "$target/$name"
done
