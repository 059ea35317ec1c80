import { createVenue, type Venue } from '../../../client/src/index.ts';
import type { NextStep } from './next-step.ts';
import { type Scheduler, wait } from './scheduler.ts';

export interface TillLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface TillVenueOptions {
  /** The server's address, without a path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly scheduler: Scheduler;
  readonly log: TillLog;
  /** Ends every request, and every wait for the next attempt. */
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 15_000;
/** So many requests in a row without a good answer are worth a line in the log. */
const TOLD_AT = 3;

/** The venue's side of the client, for a till: what may be repeated is sent until it is answered, or until the till stops. */
export const createTillVenue = ({ baseUrl, apiKey, scheduler, log, signal }: TillVenueOptions): Venue => {
  let unanswered = 0;
  const note = (isGood: boolean): void => {
    unanswered = isGood ? 0 : unanswered + 1;
    if (unanswered === TOLD_AT) log.warn({ baseUrl }, 'the demo till gets no answer, and tries again');
  };
  return createVenue({
    baseUrl,
    apiKey,
    timeoutMs: TIMEOUT_MS,
    maxAttempts: Number.POSITIVE_INFINITY,
    fetch: async (url, init) => {
      const either = init.signal ? AbortSignal.any([signal, init.signal]) : signal;
      const answer = await fetch(url, { ...init, signal: either }).catch((error: unknown) => {
        if (!signal.aborted) note(false);
        throw error;
      });
      note(answer.status < 500);
      return answer;
    },
    wait: async (ms) => {
      await wait(scheduler, ms, signal);
      signal.throwIfAborted();
    },
  });
};

/** Sends a step as the command with this id: what was sent before is a repeat, and counts once. */
export const carryOut = async (venue: Venue, { type, fields }: NextStep, command_id: string): Promise<void> => {
  const command = venue.commands[type] as (fields: object) => Promise<unknown>;
  await command({ command_id, ...fields });
};
