import type { Replay } from '../../projections/replay/replay.ts';
import { readableCount } from '../rebuild-report.ts';

/** The replay as text for a terminal: what it is of, a line for each table, and how to query it. */
export const renderReplay = ({ schemas, position, recorded_at, events, seconds, tables }: Replay): string => {
  const names = tables.map(({ readModel, table }) => `${readModel}.${table}`);
  const width = Math.max(...names.map((name) => name.length));
  const lines = tables.map(({ rows, checksum }, index) => {
    return `  ${names[index]!.padEnd(width)} ${readableCount(rows).padStart(12)} rows, checksum ${checksum}`;
  });
  const heading = `as of position ${position}, recorded at ${recorded_at}`;
  const work = `${readableCount(events)} events in ${seconds.toFixed(1)} s`;
  const places = `views in schema ${schemas.views}, tables in schema ${schemas.tables}`;
  return [`${heading}: ${work}`, ...lines, places].join('\n');
};

/**
 * How an analyst gets to the views. No password: that of the embedded database is in a file, others only their holder
 * knows.
 * @param analystUrl the file with the embedded database's address; left out for a database of one's own
 */
export const renderAddress = (schema: string, url: string, analystUrl?: string): string => {
  const options = `options=${encodeURIComponent(`-csearch_path=${schema}`)}`;
  if (analystUrl !== undefined) return `psql "$(cat ${analystUrl})?${options}"`;
  const { host, pathname } = new URL(url);
  return `psql "postgresql://analyst@${host}${pathname}?${options}"`;
};
