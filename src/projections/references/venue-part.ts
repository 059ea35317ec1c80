import { type ListName, listNames, referenceLists, retiringEventOf } from '../../domain/references/lists.ts';
import type { BatchWriter, Row, TableDefinition } from '../engine/projection.ts';
import { putsInto, type VenuePart } from '../venue/part.ts';
import { LISTS_VERSION, listTables } from './lists.ts';

const brands: TableDefinition = {
  name: 'brands',
  columns: {
    brand_id: 'uuid',
    name: 'text',
    currency: 'text',
    currency_exponent: 'integer',
    country_code: 'text',
    language: 'text',
    timezone: 'text',
  },
  key: ['brand_id'],
};

/** The handler of the event that retires an entry of the list, or restores it. What is retired is the default of nothing. */
const retires = (
  list: ListName,
  isRetired: boolean,
): [string, (event: { readonly data: Row }, write: BatchWriter) => void] => {
  const { id, schema } = referenceLists[list];
  const more = 'is_default' in schema.shape ? { is_default: false } : {};
  const handle = ({ data }: { readonly data: Row }, write: BatchWriter): void =>
    write.patch(list, { [id]: data[id] }, { is_retired: isRetired, ...more });
  return [retiringEventOf(list, isRetired), handle];
};

export const referencesPart: VenuePart = {
  version: LISTS_VERSION,
  tables: [brands, ...listTables],
  on: {
    BrandCreated: ({ data: { retention_days: _, ...brand } }, write) => write.put('brands', brand),
    ...Object.fromEntries(listNames.map((list) => [referenceLists[list].event, putsInto(list)])),
    ...Object.fromEntries(listNames.flatMap((list) => [true, false].map((isRetired) => retires(list, isRetired)))),
    OrderTypeSubLostDefault: ({ data: { order_type_sub_id } }, write) =>
      write.patch('order_type_subs', { order_type_sub_id }, { is_default: false }),
    CancelCauseLostDefault: ({ data: { cancel_cause_id } }, write) =>
      write.patch('cancel_causes', { cancel_cause_id }, { is_default: false }),
  },
};
