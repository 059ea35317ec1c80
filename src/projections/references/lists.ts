import type { EventType } from '../../domain/event-catalogue.ts';
import type { ColumnType, TableDefinition } from '../engine/projection.ts';

/** The table of a reference list: an entry is a row, under its id. */
const table = (
  name: string,
  id: string,
  columns: Readonly<Record<string, ColumnType>>,
  index: 'brand_id' | 'point_id' = 'brand_id',
): TableDefinition => ({
  name,
  columns: { [id]: 'bigint', brand_id: 'uuid', ...columns },
  key: [id],
  indexes: [[index]],
});

/** The reference lists' tables, by the event that defines an entry: its payload is the row. */
export const listTables = {
  OrderTypeSubDefined: table('order_type_subs', 'order_type_sub_id', {
    name: 'text',
    order_type_id: 'integer',
    is_default: 'boolean',
  }),
  PaymentTypeDefined: table('payment_types', 'payment_type_id', {
    name: 'text',
    category_id: 'integer',
    point_ids: 'uuid[]',
  }),
  PaymentPurposeDefined: table('payment_purposes', 'payment_purpose_id', { name: 'text', is_payout: 'boolean' }),
  CancelCauseDefined: table('cancel_causes', 'cancel_cause_id', {
    name: 'text',
    is_default: 'boolean',
    is_comment_required: 'boolean',
  }),
  HallDefined: table('halls', 'hall_id', { point_id: 'uuid', name: 'text' }, 'point_id'),
  TableDefined: table(
    'tables',
    'table_id',
    { point_id: 'uuid', hall_id: 'bigint', name: 'text', capacity: 'integer' },
    'point_id',
  ),
  AccountDefined: table('accounts', 'account_id', { point_id: 'uuid', source: 'text', code: 'text', name: 'text' }),
  RegionDefined: table('regions', 'region_id', { name: 'text' }),
  DistrictDefined: table('districts', 'district_id', { region_id: 'bigint', name: 'text' }),
} as const satisfies { readonly [Type in EventType]?: TableDefinition };
