import { type PagedById, pagedEntryOf, withoutPagedId, withPagedEntry } from '../collections/paged-by-id.ts';
import type { MoneyEvent } from './events.ts';
import type { Leg, Party } from './shapes.ts';

/** What a cancellation needs to know of a movement. */
export interface KeptMovement {
  /** Both rows of a transfer. */
  readonly movement_ids: readonly number[];
  /** The till shifts that it touches. */
  readonly shift_ids: readonly number[];
  readonly party: Party | null;
  readonly is_cancelled: boolean;
}

/** The movements of one stream that can still be cancelled, and those that were. */
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
