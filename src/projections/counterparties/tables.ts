import type { ColumnType, TableDefinition } from '../engine/projection.ts';
import { versioned } from '../engine/versioned.ts';

/** What an entry is when it is a payment: the movement of money. */
const movement: Readonly<Record<string, ColumnType>> = {
  source: 'text',
  account_id: 'bigint',
  shift_id: 'bigint',
  payment_purpose_id: 'bigint',
  payment_type_id: 'bigint',
  payment_category_id: 'integer',
  note: 'text',
};

const entry: Readonly<Record<string, ColumnType>> = {
  id: 'bigint',
  brand_id: 'uuid',
  point_id: 'uuid',
  business_date: 'date',
  /** What it adds to the balance. */
  amount: 'bigint',
  created_at: 'timestamptz',
  timezone: 'text',
};

const registered: Readonly<Record<string, ColumnType>> = {
  opening_balance: 'bigint',
  /** The point whose balance the opening balance counts in. */
  point_id: 'uuid',
  registered_at: 'timestamptz',
  timezone: 'text',
};

/** Organizations and suppliers, and everything that their balances are the sums of. */
export const counterpartyTables: readonly TableDefinition[] = [
  versioned({
    name: 'organizations',
    columns: {
      organization_id: 'bigint',
      brand_id: 'uuid',
      name: 'text',
      short_name: 'text',
      tin: 'text',
      phone: 'text',
      address: 'text',
      region_id: 'bigint',
      district_id: 'bigint',
      is_own_point: 'boolean',
      debt_limit: 'bigint',
      ...registered,
    },
    key: ['organization_id'],
    indexes: [['brand_id', 'organization_id']],
  }),
  versioned({
    name: 'organization_entries',
    columns: {
      /** cheque, return, payment: whose id it is. */
      kind: 'text',
      organization_id: 'bigint',
      ...entry,
      ...movement,
      /** A payment of a branch of the venue's own. */
      is_internal: 'boolean',
    },
    key: ['kind', 'id'],
    indexes: [
      ['brand_id', 'organization_id'],
      ['brand_id', 'business_date'],
    ],
  }),
  versioned({
    name: 'suppliers',
    columns: {
      supplier_id: 'bigint',
      brand_id: 'uuid',
      name: 'text',
      phone: 'text',
      tin: 'text',
      type_name: 'text',
      is_internal: 'boolean',
      ...registered,
    },
    key: ['supplier_id'],
    indexes: [['brand_id', 'supplier_id']],
  }),
  versioned({
    name: 'supplier_entries',
    columns: {
      /** supply, return, payment. Supplies and their returns share one range of ids. */
      kind: 'text',
      supplier_id: 'bigint',
      ...entry,
      document: 'text',
      ...movement,
    },
    key: ['kind', 'id'],
    indexes: [['brand_id', 'supplier_id', 'business_date'], ['brand_id', 'id'], ['id']],
  }),
  versioned({
    name: 'registrations',
    columns: {
      /** client, organization. */
      kind: 'text',
      id: 'bigint',
      brand_id: 'uuid',
      /** The day on the brand's clock. */
      registered_on: 'date',
    },
    key: ['kind', 'id'],
    indexes: [['brand_id']],
  }),
];
