import { listNames, referenceLists } from '../../domain/references/lists.ts';
import type { TableDefinition } from '../engine/projection.ts';
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

export const referencesPart: VenuePart = {
  version: LISTS_VERSION,
  tables: [brands, ...listTables],
  on: {
    BrandCreated: ({ data: { retention_days: _, ...brand } }, write) => write.put('brands', brand),
    ...Object.fromEntries(listNames.map((list) => [referenceLists[list].event, putsInto(list)])),
    OrderTypeSubLostDefault: ({ data: { order_type_sub_id } }, write) =>
      write.patch('order_type_subs', { order_type_sub_id }, { is_default: false }),
    CancelCauseLostDefault: ({ data: { cancel_cause_id } }, write) =>
      write.patch('cancel_causes', { cancel_cause_id }, { is_default: false }),
  },
};
