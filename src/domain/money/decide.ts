import { pagedEntryOf } from '../collections/paged-by-id.ts';
import type { Decider } from '../decider.ts';
import { conflict } from '../refusal.ts';
import type { MoneyCommand } from './commands.ts';
import type { MoneyEvent } from './events.ts';
import { evolveMoney, type MoneyState, NO_MONEY } from './state.ts';

/**
 * Nothing is refused for lack of cash: a till that was offline tells what has happened. A movement that this stream
 * does not know any more was part of a shift whose money was handed over.
 */
export const decideMoney = (state: MoneyState, command: MoneyCommand): readonly MoneyEvent[] => {
  switch (command.type) {
    case 'MoveMoney':
      return [{ type: 'MoneyMoved', data: command.movement }];
    case 'TransferMoney':
      return [{ type: 'MoneyTransferred', data: command.transfer }];
    case 'CancelMovement': {
      const { brand_id, movement_id, at: cancelled_at } = command;
      const kept = pagedEntryOf(state.movements, movement_id);
      if (!kept) throw conflict('shift_already_accepted');
      if (kept.is_cancelled) throw conflict('movement_already_cancelled');
      const { movement_ids, party } = kept;
      return [{ type: 'MovementCancelled', data: { brand_id, movement_ids: [...movement_ids], cancelled_at, party } }];
    }
    case 'CountAccount': {
      const { count } = command;
      return [{ type: 'AccountCounted', data: { ...count, amount: count.counted - count.balance } }];
    }
  }
};

/** The movements between the accounts of a point, or of the whole brand: those that touch no till shift. */
export const ledgerDecider: Decider<MoneyState, MoneyCommand, MoneyEvent> = {
  category: 'ledger',
  stateVersion: 1,
  initial: NO_MONEY,
  evolve: evolveMoney,
  decide: decideMoney,
};
