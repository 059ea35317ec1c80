import { type PagedById, pagedEntryOf, withoutPagedId, withPagedEntry } from '../collections/paged-by-id.ts';
import type { MoneyEvent } from './events.ts';
import type { Leg, Party } from './shapes.ts';

/** What its cancellation records of a movement. */
export interface RecordedMovement {
  /** Both rows of a transfer. */
  readonly movement_ids: readonly number[];
  readonly party: Party | null;
}

/** What a till knows of a movement. */
export interface KeptMovement extends RecordedMovement {
  /** The till shifts that it touches. */
  readonly shift_ids: readonly number[];
  readonly is_cancelled: boolean;
}

/** The movements of a till that can still be cancelled, and those that were. */
export interface MoneyState {
  /** By movement_id; a transfer is here twice. */
  readonly movements: PagedById<KeptMovement>;
}

export const NO_MONEY: MoneyState = { movements: [] };

export const evolveMoney = ({ movements }: MoneyState, event: MoneyEvent): MoneyState => {
  switch (event.type) {
    case 'MoneyMoved':
      return { movements: withMovement(movements, [event.data], event.data.party) };
    case 'MoneyTransferred':
      return { movements: withMovement(movements, [event.data.from, event.data.to], null) };
    case 'AccountCounted':
      return event.data.amount === 0 ? { movements } : { movements: withMovement(movements, [event.data], null) };
    case 'MovementCancelled':
      return { movements: withEach(movements, event.data.movement_ids, (kept) => ({ ...kept, is_cancelled: true })) };
  }
};

/** What a ledger needs to know of years of movements. */
export interface LedgerState {
  /** Movements that were cancelled; of a transfer both. */
  readonly cancelled: PagedById<true>;
}

export const EMPTY_LEDGER: LedgerState = { cancelled: [] };

export const evolveLedger = (ledger: LedgerState, event: MoneyEvent): LedgerState =>
  event.type === 'MovementCancelled'
    ? { cancelled: event.data.movement_ids.reduce((all, id) => withPagedEntry(all, id, true), ledger.cancelled) }
    : ledger;

/** What a cancellation of the event's movement records. Null: the event is a cancellation itself. */
export const recordedMovement = (event: MoneyEvent): RecordedMovement | null => {
  switch (event.type) {
    case 'MoneyMoved':
      return { movement_ids: [event.data.movement_id], party: event.data.party };
    case 'MoneyTransferred':
      return { movement_ids: [event.data.from.movement_id, event.data.to.movement_id], party: null };
    case 'AccountCounted':
      return { movement_ids: [event.data.movement_id], party: null };
    case 'MovementCancelled':
      return null;
  }
};

/** A copy without the movements of a shift: its money was handed over, and they can never change again. */
export const withoutShift = ({ movements }: MoneyState, shiftId: number): MoneyState => {
  const ids = movements.flatMap(([, page]) =>
    page.filter(([, { shift_ids }]) => shift_ids.includes(shiftId)).map(([id]) => id),
  );
  return { movements: ids.reduce((rest, id) => withoutPagedId(rest, id), movements) };
};

type Movements = MoneyState['movements'];

const withMovement = (movements: Movements, legs: readonly Leg[], party: Party | null): Movements => {
  const movement_ids = legs.map(({ movement_id }) => movement_id);
  const shift_ids = legs.flatMap(({ shift_id }) => shift_id ?? []);
  const kept: KeptMovement = { movement_ids, shift_ids, party, is_cancelled: false };
  return movement_ids.reduce((all, id) => withPagedEntry(all, id, kept), movements);
};

const withEach = (
  movements: Movements,
  ids: readonly number[],
  change: (kept: KeptMovement) => KeptMovement,
): Movements =>
  ids.reduce((all, id) => {
    const kept = pagedEntryOf(all, id);
    return kept ? withPagedEntry(all, id, change(kept)) : all;
  }, movements);
