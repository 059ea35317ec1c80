import type { Database } from './plan.ts';

/** A moment between two steps of an app. */
export interface CrashPoint {
  /** The type of an event that the app appends, or `results`: the statement that keeps what commands are answered. */
  readonly at: string;
  /** The database has not seen it; or it was carried out, and the app never hears of it. */
  readonly when: 'before' | 'answered';
}

/** Units without their order, and a command without its result: what the repairs and the repeats are for. */
export const EARLY_CRASHES: readonly CrashPoint[] = [
  { at: 'UnitsTaken', when: 'answered' },
  { at: 'PointsAdjusted', when: 'answered' },
];
export const LATER_CRASHES: readonly CrashPoint[] = [
  { at: 'StopListSet', when: 'answered' },
  { at: 'OrderPlaced', when: 'before' },
  { at: 'OrderPlaced', when: 'answered' },
  { at: 'ReservationBooked', when: 'before' },
  { at: 'ReservationBooked', when: 'answered' },
  { at: 'AccessKeyRevoked', when: 'answered' },
  { at: 'results', when: 'before' },
];

/** Whether what an app sends to Postgres, or to EventStoreDB, is this. Followers name types of events as well: they read. */
export const isCrashPoint = ({ at }: CrashPoint, sent: Buffer, to: Database): boolean => {
  if (at === 'results') return sent.includes('app.store-results');
  return sent.includes(at) && (to === 'eventstoredb' || sent.includes('log.append'));
};
