import type { IdentityKey } from '../../commands/claims/identities.ts';
import type { Hands } from './hands.ts';

export interface Step {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Reads what it needs before anything is done, so that no step waits then and lets another one overtake it. */
  check?(): Promise<unknown>;
  act(): Promise<unknown>;
  /** It may register a client with this phone. Of two such steps at once, either could be first. */
  readonly phone?: string;
  /** A step of the reservation book or the timesheets. These do not depend on orders, and wait for read models. */
  readonly is_apart?: boolean;
  /** Ends its story and waits for all read models. No other step has to wait for it. */
  readonly is_last?: boolean;
  /** The till gives it a number. */
  readonly is_numbered?: boolean;
  /** It asks another stream on its way to the till, so another step could overtake it. */
  readonly is_slow?: boolean;
}

/** A cheque, and how guests paid for it. */
export interface PaidCheque {
  readonly key: IdentityKey;
  readonly payment: 'cash' | 'terminal';
}

/** Everything that happens on a day to one order, one reservation or the staff, from beginning to end. */
export interface Story {
  /** When it begins. */
  readonly at: number;
  /** In order of time. */
  readonly steps: readonly Step[];
  /** The keys that get an id in it. */
  readonly keys: readonly IdentityKey[];
  /** Its cheque, where one that was opened at the till was paid in one way: it may be corrected later. */
  readonly cheque?: PaidCheque;
}

export interface TaleOptions {
  /** When it begins. */
  readonly at: number;
  /** When the till closes. The story is over by then. */
  readonly until: number;
  /** The start of its commands' names. */
  readonly name: string;
  readonly hands: Hands;
}

/** A story while it is being written. */
export interface Tale extends Story {
  /** Continues at a time: not before the last step, and never after the till is closed. */
  goOnAt(time: number, step: Omit<Step, 'at'>): void;
  /** Continues so many minutes after the last step. */
  goOnAfter(minutes: number, step: Omit<Step, 'at'>): void;
  /** The time of the last step. */
  now(): number;
  /** Nothing happens until then. */
  waitUntil(time: number): void;
  /** The name of a step's command. */
  nameOf(step: string): string;
  gets(...keys: readonly IdentityKey[]): void;
  /** The command of that step gets an id. */
  mints(step: string, label: string): void;
}

const MINUTE_MS = 60_000;

export const beginTale = ({ at, until, name, hands }: TaleOptions): Tale => {
  const steps: Step[] = [];
  const keys: IdentityKey[] = [];
  let last = at;
  const waitUntil = (time: number): void => {
    last = Math.min(Math.max(last, time), until);
  };
  const goOnAt: Tale['goOnAt'] = (time, step) => {
    waitUntil(time);
    steps.push({ ...step, at: last });
  };
  const nameOf = (step: string): string => `${name}/${step}`;
  return {
    at,
    steps,
    keys,
    nameOf,
    goOnAt,
    waitUntil,
    now: () => last,
    goOnAfter: (minutes, step) => goOnAt(last + minutes * MINUTE_MS, step),
    gets: (...more) => {
      keys.push(...more);
    },
    mints: (step, label) => {
      keys.push({ kind: 'minted', scope: hands.brand_id, key: `${hands.commandId(nameOf(step))}/${label}` });
    },
  };
};
