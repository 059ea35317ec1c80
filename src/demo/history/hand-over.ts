import type pg from 'pg';
import type { IdentityKey } from '../../commands/claims/identities.ts';
import { findExpectedHandOver } from '../../projections/shifts/expected-hand-over.ts';
import { beginningOf, type DayOptions, endOf, shiftName } from './day.ts';
import { FLOAT } from './float.ts';
import type { TimeMachine } from './time-machine.ts';

const BEFORE_OPENING_MS = 10 * 60_000;
const BEFORE_CLOSING_MS = 5 * 60_000;

/** Counts the drawer and closes the till. */
export const closeTill = async (
  time: TimeMachine,
  pool: pg.Pool,
  options: DayOptions,
  shift_id: number,
): Promise<void> => {
  const { hands, missing = 0 } = options;
  const { cash } = await findExpectedHandOver(pool, hands.brand_id, shift_id);
  // The simulated till may have left cheques open when it was stopped.
  const fields = { shift_id, counted_cash: Math.max(0, cash - missing), left_cash: FLOAT, leave_open: true };
  await time.at(endOf(options), () => hands.command(`${shiftName(options)} end`, 'CloseShift', fields));
};

/** The keys from which the movements of the hand-over get their ids. */
export const handOverKeys = (options: DayOptions): IdentityKey[] => {
  const { hands, point } = options;
  const types = [point.terminal, point.online].map(({ id }) => ` ${id}`);
  const labels = ['', ...types].flatMap((type) => [`revenue${type}`, `difference${type}`]);
  const name = hands.commandId(acceptName(options));
  return labels.map((label) => ({ kind: 'minted', scope: hands.brand_id, key: `${name}/${label}` }));
};

/**
 * In the morning the manager takes the money of the day before: cash into the safe, the rest goes to the bank. A day that is
 * corrected is handed over in the evening, because its cheques stay as they are from then on.
 */
export const acceptTill = async (
  time: TimeMachine,
  pool: pg.Pool,
  today: DayOptions,
  yesterday: DayOptions,
  shift_id: number,
): Promise<void> => {
  const { hands, point } = yesterday;
  const { money } = point;
  const counted = await countedIn(pool, shift_id);
  if (!money || counted === null) return;
  const { non_cash } = await findExpectedHandOver(pool, hands.brand_id, shift_id);
  const others = [point.terminal, point.online].flatMap(({ id: payment_type_id }) => {
    const amount = non_cash.get(payment_type_id) ?? 0;
    return amount > 0 ? [{ payment_type_id, account_id: money.bank, amount }] : [];
  });
  const fields = { shift_id, account_id: money.safe, amount: Math.max(0, counted - FLOAT), non_cash: others };
  const accept = () => hands.command(acceptName(yesterday), 'AcceptShift', fields);
  const isCorrected = today.corrects !== undefined;
  const at = isCorrected ? endOf(today) - BEFORE_CLOSING_MS : beginningOf(today) - BEFORE_OPENING_MS;
  await time.at(at, accept);
};

const acceptName = (options: DayOptions): string => `${shiftName(options)} handed over`;

const countedIn = async (pool: pg.Pool, shiftId: number): Promise<number | null> => {
  const { rows } = await pool.query<{ counted_cash: number | null }>(
    'select counted_cash from read.till_shifts where known_to is null and shift_id = $1',
    [shiftId],
  );
  return rows[0]?.counted_cash ?? null;
};
