import type pg from 'pg';
import { purgeableTypes } from '../../src/commands/all-commands.ts';
import { createCommandRetention } from '../../src/processes/command-retention.ts';
import { DAY } from './clock.ts';

/** Kept at the time of the database, whatever the clock of the app says: half a year later all are old. */
let now = Date.now() + 180 * DAY;

/** Purges all results that may be purged. The app's own process may have the place at this moment: then once more. */
export const purgeResults = async (pool: pg.Pool): Promise<void> => {
  now += 2 * DAY;
  const retention = createCommandRetention({ pool, retentionMs: 90 * DAY, types: purgeableTypes });
  for (;;) {
    await retention.tick(new Date(now));
    const { rows } = await pool.query<{ ended_at: Date | null }>('select ended_at from app.command_sweep');
    if (rows[0]?.ended_at?.getTime() === now) return;
  }
};
