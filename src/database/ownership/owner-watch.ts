import type pg from 'pg';
import type { Logger } from 'pino';
import { type OwnerStatus, readOwners } from './heartbeat.ts';

/** The work that one app process at a time does. */
const OWNED = ['projections', 'processes'];

const EVERY_MS = 5_000;
const MISSING_S = 30;

export interface OwnerWatch {
  status(): Promise<readonly OwnerStatus[]>;
  check(): Promise<void>;
  stop(): void;
}

/** Logs once, in every process, that something has had no living owner for half a minute. */
export const createOwnerWatch = (
  pool: pg.Pool,
  log: Pick<Logger, 'info' | 'warn'>,
  now = () => performance.now(),
): OwnerWatch => {
  const aliveAt = new Map(OWNED.map((name) => [name, now()]));
  const told = new Set<string>();
  const status = () => readOwners(pool);

  const check = async (): Promise<void> => {
    const owners = await status();
    for (const name of OWNED) {
      const owner = owners.find((each) => each.name === name);
      if (owner && owner.age_s <= MISSING_S) aliveAt.set(name, now());
      const isMissing = now() - aliveAt.get(name)! > MISSING_S * 1_000;
      if (isMissing && !told.has(name)) {
        const { host, process_id } = owner ?? {};
        log.warn({ owned: name, host, process_id }, 'no living process has run these for half a minute');
        told.add(name);
      }
      if (!isMissing && told.delete(name)) log.info({ owned: name }, 'a process runs these again');
    }
  };

  const timer = setInterval(() => void check().catch(() => {}), EVERY_MS);
  return { status, check, stop: () => clearInterval(timer) };
};
