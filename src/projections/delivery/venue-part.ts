import type { VenuePart } from '../venue/part.ts';

export const deliveryPart: VenuePart = {
  version: 2,
  tables: [
    {
      name: 'delivery_zones',
      columns: {
        zone_id: 'bigint',
        brand_id: 'uuid',
        point_id: 'uuid',
        name: 'text',
        polygon: 'json',
        price: 'bigint',
        minutes: 'integer',
        min_order_amount: 'bigint',
        priority: 'integer',
        /** A removed zone keeps its row: it can be restored, and a repeat of the removal must still find its point. */
        is_removed: 'boolean',
        /** Log position of the row's event: caches of zones see by it which ones have changed. */
        changed_at: 'bigint',
      },
      key: ['zone_id'],
      indexes: [
        ['brand_id', 'point_id'],
        ['brand_id', 'zone_id'],
      ],
    },
  ],
  on: {
    DeliveryZoneDefined: (event, write) => {
      write.put('delivery_zones', { ...event.data, is_removed: false, changed_at: event.position });
    },
    DeliveryZoneRemoved: (event, write) => {
      const { zone_id } = event.data;
      write.patch('delivery_zones', { zone_id }, { is_removed: true, changed_at: event.position });
    },
  },
};
