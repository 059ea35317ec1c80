import { type ListName, listNames, referenceLists } from '../../domain/references/lists.ts';
import type { ColumnType, TableDefinition } from '../engine/projection.ts';

interface ListTable {
  /** Columns beside the id and the brand, under the names of the entry's fields. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** They are looked up by it too, beside the brand and the id. */
  readonly index?: 'point_id';
}

/** Raise it when a list is added or changed: read model `venue` is then built anew. */
export const LISTS_VERSION = 3;

const lists: Readonly<Record<ListName, ListTable>> = {
  order_type_subs: { columns: { name: 'text', order_type_id: 'integer', is_default: 'boolean' } },
  payment_types: { columns: { name: 'text', category_id: 'integer', point_ids: 'uuid[]' } },
  payment_purposes: { columns: { name: 'text', is_payout: 'boolean' } },
  cancel_causes: { columns: { name: 'text', is_default: 'boolean', is_comment_required: 'boolean' } },
  halls: { columns: { point_id: 'uuid', name: 'text' }, index: 'point_id' },
  tables: {
    columns: { point_id: 'uuid', hall_id: 'bigint', name: 'text', capacity: 'integer' },
    index: 'point_id',
  },
  accounts: { columns: { point_id: 'uuid', source: 'text', code: 'text', name: 'text' } },
  regions: { columns: { name: 'text' } },
  districts: { columns: { region_id: 'bigint', name: 'text' } },
};

/** A list's table has its name; an entry is a row. */
export const listTables: readonly TableDefinition[] = listNames.map((list) => {
  const { columns, index } = lists[list];
  const { id } = referenceLists[list];
  const indexes = [['brand_id', id], ...(index ? [[index]] : [])];
  return {
    name: list,
    columns: { [id]: 'bigint', brand_id: 'uuid', ...columns, is_retired: 'boolean' },
    key: [id],
    indexes,
  };
});
