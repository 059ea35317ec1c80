import type { VenuePart } from '../venue/part.ts';

export const externalIdsPart: VenuePart = {
  version: 1,
  tables: [
    {
      name: 'external_ids',
      columns: { brand_id: 'uuid', list: 'text', external_id: 'text', id: 'text' },
      key: ['brand_id', 'list', 'external_id'],
    },
  ],
  on: {
    ExternalIdsSet: ({ data: { brand_id, list, entries } }, write) => {
      for (const { external_id, id } of entries) {
        if (id === null) write.remove('external_ids', { brand_id, list, external_id });
        else write.put('external_ids', { brand_id, list, external_id, id: String(id) });
      }
    },
  },
};
