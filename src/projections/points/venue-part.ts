import { putsInto, type VenuePart } from '../venue/part.ts';

export const pointsPart: VenuePart = {
  version: 2,
  tables: [
    {
      name: 'points',
      columns: {
        point_id: 'uuid',
        brand_id: 'uuid',
        name: 'text',
        short_name: 'text',
        address: 'text',
        phone: 'text',
        latitude: 'double precision',
        longitude: 'double precision',
        delivery_distance: 'integer',
        timezone: 'text',
        business_day_cutoff: 'text',
        preparation_minutes: 'integer',
        working_hours: 'json',
        reservation_rules: 'json',
        accepts_orders_when_closed: 'boolean',
      },
      key: ['point_id'],
      indexes: [['brand_id', 'point_id']],
    },
  ],
  on: { PointDefined: putsInto('points') },
};
