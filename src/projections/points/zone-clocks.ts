import type pg from 'pg';
import type { Logger } from 'pino';
import { INVALID_PARAMETER_VALUE } from '../../database/sqlstate.ts';
import { codeOf } from '../../database/thrown.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';

const DAY_MS = 86_400_000;
/** Days from now on at which clocks are compared: states announce a change months ahead, and hours change twice a year. */
const DAYS = [0, 45, 90, 135, 180, 225, 270, 315, 360];

/**
 * Zones whose clocks this process and Postgres see differently. Each has its own list of the world's time zones, and the
 * older one knows nothing of a change that a state has decided since.
 */
export const zonesApart = async (
  pool: Pick<pg.Pool, 'query'>,
  zones: readonly string[],
  now: number,
): Promise<string[]> => {
  const instants = DAYS.map((days) => new Date(now + days * DAY_MS).toISOString());
  const apart: string[] = [];
  for (const zone of zones) {
    const here = instants.map((instant) => toLocalTimestamp(instant, zone));
    const there = await localThere(pool, zone, instants);
    if (here.join() !== there?.join()) apart.push(zone);
  }
  return apart;
};

/** Undefined: Postgres does not know the zone. */
const localThere = async (
  pool: Pick<pg.Pool, 'query'>,
  zone: string,
  instants: readonly string[],
): Promise<string[] | undefined> => {
  const text = `select to_char(i.at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as local
    from unnest($2::timestamptz[]) with ordinality as i (at, place) order by i.place`;
  try {
    const { rows } = await pool.query<{ local: string }>(text, [zone, instants]);
    return rows.map(({ local }) => local);
  } catch (error) {
    if (codeOf(error) === INVALID_PARAMETER_VALUE) return undefined;
    throw error;
  }
};

/** Warns of the zones of points that this process and Postgres see differently. It fails without a word: it is only advice. */
export const warnOfZonesApart = async (
  pool: Pick<pg.Pool, 'query'>,
  now: number,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  try {
    const { rows } = await pool.query<{ timezone: string }>('select distinct timezone from read.points order by 1');
    const zones = await zonesApart(
      pool,
      rows.map(({ timezone }) => timezone),
      now,
    );
    if (zones.length > 0) {
      log.warn(
        { zones },
        'Postgres knows other hours of these time zones than the app: reports would differ; update it',
      );
    }
  } catch {
    // The database is away, or has no points yet.
  }
};
