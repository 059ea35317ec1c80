import type { AccountCounted, MoneyMoved, MoneyTransferred } from './events.ts';
import type { RecordedMovement } from './state.ts';

/** What moves money, on any stream. */
export type MoneyCommand =
  | { readonly type: 'MoveMoney'; readonly movement: MoneyMoved }
  | {
      readonly type: 'TransferMoney';
      readonly transfer: MoneyTransferred;
      /** The shifts of this till among the two registers. */
      readonly own_shift_ids: readonly number[];
    }
  /** `amount` follows from the other two. */
  | { readonly type: 'CountAccount'; readonly count: Omit<AccountCounted, 'amount'> };

export interface Cancellation {
  readonly type: 'CancelMovement';
  readonly brand_id: string;
  readonly at: string;
  readonly reason?: string | null;
}

/** A till knows the movements of the shifts whose money is still there. */
export type TillMoneyCommand = MoneyCommand | (Cancellation & { readonly movement_id: number });

/** A ledger has movements for years. The command brings what the log has of the one that it cancels. */
export type LedgerCommand = MoneyCommand | (Cancellation & { readonly recorded: RecordedMovement });
