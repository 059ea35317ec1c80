import type { VenuePart } from '../venue/part.ts';

/** The loyalty service of each brand that has connected one. */
export const loyaltyPart: VenuePart = {
  version: 0,
  tables: [
    {
      name: 'loyalty_services',
      columns: { brand_id: 'uuid', name: 'text', base_url: 'text' },
      key: ['brand_id'],
    },
  ],
  on: {
    ServiceConnected: ({ data: { brand_id, name, base_url } }, write) =>
      write.put('loyalty_services', { brand_id, name, base_url }),
    ServiceDisconnected: ({ data: { brand_id } }, write) => write.remove('loyalty_services', { brand_id }),
  },
};
