import { readFileSync } from 'node:fs';

const UNPACK = readFileSync(new URL('../../database/functions/log.unpack.sql', import.meta.url), 'utf8');

/**
 * Keys that packed JSON stores as marks. A key's index is its mark, in every log: new ones go to the end, and one that was released
 * never moves, changes or goes. The list stands in log.unpack, by which Postgres shows events to people.
 */
export const PACKED_KEYS: readonly string[] = /btrim\('([^']+)'/.exec(UNPACK)![1]!.trim().split(/\s+/);
