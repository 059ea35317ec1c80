import type { TableDefinition } from '../engine/projection.ts';
import { versioned } from '../engine/versioned.ts';

/** What moved in and out of tills and accounts, and the accounts as they were. Sales are no movements. */
export const moneyTables: readonly TableDefinition[] = [
  versioned({
    name: 'money_movements',
    columns: {
      /** shift: the drawer of a till; account: any other place. */
      register: 'text',
      id: 'bigint',
      brand_id: 'uuid',
      /** Null: it is of the whole brand. */
      point_id: 'uuid',
      business_date: 'date',
      created_at: 'timestamptz',
      timezone: 'text',
      /** cashbox, safe, cash, bank or accountable. */
      source: 'text',
      account_id: 'bigint',
      /** The shift it was made in; of a hand-over the shift whose money it is. */
      shift_id: 'bigint',
      direction: 'text',
      amount: 'bigint',
      operation: 'text',
      payment_purpose_id: 'bigint',
      payment_type_id: 'bigint',
      payment_category_id: 'integer',
      note: 'text',
      /** organization, supplier or employee. Null: the movement names no party. */
      party_kind: 'text',
      party_id: 'bigint',
      /** The stream of its event: till, ledger or book (of reservations), and whose: a point's or a brand's id. */
      recorded_on: 'text',
      recorded_on_id: 'uuid',
    },
    key: ['register', 'id'],
    indexes: [['brand_id', 'business_date', 'point_id'], ['shift_id'], ['account_id']],
  }),
  versioned({
    name: 'money_accounts',
    columns: {
      account_id: 'bigint',
      brand_id: 'uuid',
      /** Null: of the whole brand. */
      point_id: 'uuid',
      source: 'text',
      code: 'text',
      name: 'text',
    },
    key: ['account_id'],
    indexes: [['brand_id']],
  }),
];
