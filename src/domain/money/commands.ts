import type { AccountCounted, MoneyMoved, MoneyTransferred } from './events.ts';

export type MoneyCommand =
  | { readonly type: 'MoveMoney'; readonly movement: MoneyMoved }
  | {
      readonly type: 'TransferMoney';
      readonly transfer: MoneyTransferred;
      /** The shifts of this till among the two registers. */
      readonly own_shift_ids: readonly number[];
    }
  | { readonly type: 'CancelMovement'; readonly brand_id: string; readonly movement_id: number; readonly at: string }
  /** `amount` follows from the other two. */
  | { readonly type: 'CountAccount'; readonly count: Omit<AccountCounted, 'amount'> };
