// A database of its own: it needs a connection, and no app.

import { expect, onTestFinished, test } from 'vitest';
import { pointInput } from '../../../src/commands/points/point-input.ts';
import { toLocalTimestamp } from '../../../src/domain/local-time.ts';
import { createTestDatabase } from '../../support/database.ts';

const accepts = (zone: string): boolean => pointInput.shape.timezone.safeParse(zone).success;

test('every time zone a point may have shows the same clock in Postgres, winter and summer', async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { rows: known } = await pool.query<{ name: string; is_abbreviation: boolean }>(
    `select name, false as is_abbreviation from pg_timezone_names
     union all select abbrev, true from pg_timezone_abbrevs`,
  );
  const names = [...known.map(({ name }) => name), ...Intl.supportedValuesOf('timeZone')];
  const zones = [...new Set(names)].filter(accepts);
  expect(zones.length).toBeGreaterThan(400);
  const instants = ['2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z'];
  const { rows } = await pool.query<{ zone: string; instant: string; clock: string }>(
    `select zone, instant, to_char(instant::timestamptz at time zone zone, 'YYYY-MM-DD HH24:MI:SS') as clock
     from unnest($1::text[]) as zone cross join unnest($2::text[]) as instant`,
    [zones, instants],
  );
  expect(rows.filter(({ zone, instant, clock }) => clock !== toLocalTimestamp(instant, zone))).toEqual([]);
  // Nor those that agree by chance: whoever writes EST may mean New York, and wonder in summer.
  const abbreviations = known.filter(({ name, is_abbreviation }) => is_abbreviation && accepts(name));
  expect(abbreviations.map(({ name }) => name).toSorted()).toEqual(['GMT', 'UCT', 'UTC', 'ZULU']);
});
