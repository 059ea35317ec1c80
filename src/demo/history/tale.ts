import type { IdentityKey } from '../../commands/claims/identities.ts';
import type { Hands } from './hands.ts';

export interface Step {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Looks at what it is about: before anything is done, so that no step waits then and another overtakes it. */
  look?(): Promise<unknown>;
  act(): Promise<unknown>;
  /** It may make a client of this phone: of two at once, either could. */
  readonly phone?: string;
  /** Of the reservation book or the timesheets, which do not ask what becomes of orders, and wait for read models. */
  readonly is_apart?: boolean;
  /** Ends its story, and waits for all read models: nobody has to wait for it. */
  readonly is_last?: boolean;
  /** The till gives it a number. */
  readonly is_numbered?: boolean;
}

/** All that happens to one order, reservation or the staff on a day, from its beginning to its end. */
export interface Story {
  /** When it begins. */
  readonly at: number;
  /** In order of time. */
  readonly steps: readonly Step[];
  /** What gets an id in it. */
  readonly keys: readonly IdentityKey[];
}

export interface TaleOptions {
  /** When it begins. */
  readonly at: number;
  /** When the till closes: by then it is over. */
  readonly until: number;
  /** Its commands are named after it. */
  readonly name: string;
  readonly hands: Hands;
}

/** A story in the making. */
export interface Tale extends Story {
  /** Goes on at a time: not before what was told already, and never after the till is closed. */
  goOnAt(time: number, step: Omit<Step, 'at'>): void;
  /** Goes on so many minutes after what was told last. */
  goOnAfter(minutes: number, step: Omit<Step, 'at'>): void;
  /** When the last step that was told is taken. */
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
    ...{ at, steps, keys, nameOf, goOnAt, waitUntil, now: () => last },
    goOnAfter: (minutes, step) => goOnAt(last + minutes * MINUTE_MS, step),
    gets: (...more) => {
      keys.push(...more);
    },
    mints: (step, label) => {
      keys.push({ kind: 'minted', scope: hands.brand_id, key: `${hands.commandId(nameOf(step))}/${label}` });
    },
  };
};
