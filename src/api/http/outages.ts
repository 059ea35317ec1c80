import type { Logger } from 'pino';
import { isRecord } from '../../domain/is-record.ts';

const EVERY_MS = 1_000;

interface Told {
  readonly at: number;
  /** Requests that failed since then, of which nothing was said. */
  untold: number;
}

const lastTold = new WeakMap<Logger, Told>();

/**
 * Tells that a store is away, or that something else can not be done now: one line a second, however many requests fail
 * meanwhile, and no stack. `untold`: how many have failed since the line before.
 */
export const logOutage = (
  log: Logger,
  details: { readonly error: Record<string, unknown>; readonly request_id: string; readonly route: string | undefined },
): void => {
  const now = performance.now();
  const told = lastTold.get(log);
  if (told && now - told.at < EVERY_MS) {
    told.untold += 1;
    return;
  }
  lastTold.set(log, { at: now, untold: 0 });
  log.error(
    { ...details, error: withoutStacks(details.error), untold: told?.untold ?? 0 },
    'requests can not be carried out now',
  );
};

const withoutStacks = ({ stack: _, cause, ...error }: Record<string, unknown>): Record<string, unknown> => ({
  ...error,
  ...(isRecord(cause) && { cause: withoutStacks(cause) }),
});
