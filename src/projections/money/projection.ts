import type { EventOf } from '../../domain/event-catalogue.ts';
import type { AccountCounted, MoneyMoved, MoneyTransferred } from '../../domain/money/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';
import { handOverRows } from './hand-over.ts';
import { type MovementRow, signedRow } from './movement-row.ts';
import { moneyTables } from './tables.ts';

const TABLE = 'money_movements';

const insert = (write: BatchWriter, { stream }: RecordedEvent, rows: readonly MovementRow[]): void => {
  const [, category, recorded_on_id] = /^([^-]*)-(.*)$/.exec(stream)!;
  const recorded_on = category === 'reservation_book' ? 'book' : category;
  for (const row of rows) write.insert(TABLE, { ...row, recorded_on, recorded_on_id });
};

const moved = ({ movement_id, moved_at, party, personal, ...movement }: MoneyMoved): MovementRow => ({
  ...movement,
  note: personal.note,
  id: movement_id,
  created_at: moved_at,
  party_kind: party?.kind ?? null,
  party_id: party?.id ?? null,
});

/** What left one place and came to the other: two movements. */
const transferred = ({ from, to, note, ...transfer }: MoneyTransferred): readonly MovementRow[] => {
  const personal = { employee_id: null, note };
  const ofBoth = { ...transfer, operation: 'transfer', payment_purpose_id: null, party: null, personal } as const;
  return [moved({ ...ofBoth, ...from, direction: 'minus' }), moved({ ...ofBoth, ...to, direction: 'plus' })];
};

/** The difference between what was counted and what should have been there. */
const corrected = (event: AccountCounted): readonly MovementRow[] => {
  const { movement_id: id, counted_at: created_at, counted: _, balance: __, amount, ...place } = event;
  return signedRow({ ...place, id, created_at, operation: 'correction' }, amount);
};

const deposited = (event: EventOf<'DepositMoved'>['data']): MovementRow => {
  const { movement_id: id, moved_at: created_at, reservation_id: _, ...movement } = event;
  return { ...movement, id, created_at, register: 'shift', source: 'cashbox' };
};

/** The movements that an event records. */
export const movementsOf = (
  event: EventOf<'MoneyMoved' | 'MoneyTransferred' | 'DepositMoved'>,
): readonly MovementRow[] => {
  switch (event.type) {
    case 'MoneyMoved':
      return [moved(event.data)];
    case 'MoneyTransferred':
      return transferred(event.data);
    case 'DepositMoved':
      return [deposited(event.data)];
  }
};

/** Movements of money, and accounts. A cancelled movement ends, and is in no report from then on. */
export const moneyProjection = defineProjection({
  name: 'money',
  version: 1,
  tables: moneyTables,
  on: {
    AccountDefined: ({ data }, write) => write.put('money_accounts', data),
    MoneyMoved: (event, write) => insert(write, event, movementsOf(event)),
    MoneyTransferred: (event, write) => insert(write, event, movementsOf(event)),
    AccountCounted: (event, write) => insert(write, event, corrected(event.data)),
    DepositMoved: (event, write) => insert(write, event, movementsOf(event)),
    ShiftAccepted: (event, write) => insert(write, event, handOverRows(event.data)),
    EmployeeErased: ({ data: { brand_id, employee_id } }, write) =>
      write.forget(TABLE, { brand_id, party_kind: 'employee', party_id: employee_id }, { note: null }),
    /** It does not name the registers. No two movements have the same id, so both are looked into. */
    MovementCancelled: ({ data: { movement_ids } }, write) => {
      for (const id of movement_ids) {
        for (const register of ['shift', 'account']) write.remove(TABLE, { register, id });
      }
    },
  },
});
