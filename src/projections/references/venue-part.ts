import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Row, type TableDefinition } from '../engine/projection.ts';
import { putsInto, type VenuePart } from '../venue/part.ts';
import { listTables } from './lists.ts';

const brands: TableDefinition = {
  name: 'brands',
  columns: {
    brand_id: 'uuid',
    name: 'text',
    currency: 'text',
    currency_exponent: 'integer',
    country_code: 'text',
    language: 'text',
  },
  key: ['brand_id'],
};

const losesDefault = (table: string, key: string) => (event: RecordedEvent, write: BatchWriter) =>
  write.patch(table, { [key]: dataOf<Row>(event)[key] }, { is_default: false });

export const referencesPart: VenuePart = {
  tables: [brands, ...Object.values(listTables)],
  on: {
    BrandCreated: putsInto('brands'),
    ...Object.fromEntries(Object.entries(listTables).map(([event, { name }]) => [event, putsInto(name)])),
    OrderTypeSubLostDefault: losesDefault('order_type_subs', 'order_type_sub_id'),
    CancelCauseLostDefault: losesDefault('cancel_causes', 'cancel_cause_id'),
  },
};
