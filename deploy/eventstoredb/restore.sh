#!/bin/sh
# Puts a backup of backup.sh into the empty data folder of a node that is stopped. For a cluster that is lost: the same backup to each
# of the three, then start them. Postgres comes from the backup that was made after this one (docs/operations.md#backup).
#   ./restore.sh /backups/eventstore/2026-01-31 /var/lib/eventstore
set -eu
backup=$1
data=$2
[ -e "$backup/chaser.chk" ] || { echo "$backup is no backup: chaser.chk is missing" >&2; exit 1; }
mkdir -p "$data"
[ -z "$(ls -A "$data")" ] || { echo "$data is not empty: stop the node, and move its files away" >&2; exit 1; }
cp -Rp "$backup/." "$data/"
# The node cuts off what came after the checkpoint while the files were copied.
cp -p "$data/chaser.chk" "$data/truncate.chk"
