import { pagedEntryOf } from '../collections/paged-by-id.ts';
import type { Decider } from '../decider.ts';
import { conflict } from '../refusal.ts';
import type { Cancellation, LedgerCommand, MoneyCommand, TillMoneyCommand } from './commands.ts';
import type { MoneyEvent } from './events.ts';
import { employeeOf } from './shapes.ts';
import { EMPTY_LEDGER, evolveLedger, type LedgerState, type MoneyState, type RecordedMovement } from './state.ts';

/** Nothing is refused for lack of cash: a till that was offline tells what has happened. */
const record = (command: MoneyCommand): readonly MoneyEvent[] => {
  switch (command.type) {
    case 'MoveMoney':
      return [{ type: 'MoneyMoved', data: command.movement }];
    case 'TransferMoney':
      return [{ type: 'MoneyTransferred', data: command.transfer }];
    case 'CountAccount': {
      const { count } = command;
      return [{ type: 'AccountCounted', data: { ...count, amount: count.counted - count.balance } }];
    }
  }
};

const cancel = (
  { movement_ids, party }: RecordedMovement,
  { brand_id, at: cancelled_at, reason }: Cancellation,
): readonly MoneyEvent[] => {
  const why = reason != null && { personal: { employee_id: employeeOf(party), reason } };
  return [
    { type: 'MovementCancelled', data: { brand_id, movement_ids: [...movement_ids], cancelled_at, party, ...why } },
  ];
};

/** A movement that a till does not know any more was part of a shift whose money was handed over. */
export const decideMoneyOfTill = (state: MoneyState, command: TillMoneyCommand): readonly MoneyEvent[] => {
  if (command.type !== 'CancelMovement') return record(command);
  const kept = pagedEntryOf(state.movements, command.movement_id);
  if (!kept) throw conflict('shift_already_accepted');
  if (kept.is_cancelled) throw conflict('movement_already_cancelled');
  return cancel(kept, command);
};

const decideLedger = ({ cancelled }: LedgerState, command: LedgerCommand): readonly MoneyEvent[] => {
  if (command.type !== 'CancelMovement') return record(command);
  const { recorded } = command;
  if (recorded.movement_ids.some((id) => pagedEntryOf(cancelled, id))) throw conflict('movement_already_cancelled');
  return cancel(recorded, command);
};

/** The movements between the accounts of a point, or of the whole brand: those that touch no till shift. */
export const ledgerDecider: Decider<LedgerState, LedgerCommand, MoneyEvent> = {
  category: 'ledger',
  stateVersion: 2,
  initial: EMPTY_LEDGER,
  evolve: evolveLedger,
  decide: decideLedger,
};
