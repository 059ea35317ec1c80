import { closedDay } from '../../domain/points/special-days.ts';
import { putsInto, type VenuePart } from '../venue/part.ts';

export const pointsPart: VenuePart = {
  version: 3,
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
        logo: 'text',
      },
      key: ['point_id'],
      indexes: [['brand_id', 'point_id']],
    },
    {
      name: 'special_days',
      columns: {
        point_id: 'uuid',
        /** `YYYY-MM-DD`, on the point's calendar. */
        date: 'text',
        brand_id: 'uuid',
        is_open: 'boolean',
        open: 'text',
        close: 'text',
        reason: 'text',
      },
      key: ['point_id', 'date'],
      indexes: [['brand_id', 'date']],
    },
  ],
  on: {
    PointDefined: putsInto('points'),
    ClosedDayDefined: ({ data: { brand_id, point_id, date, reason } }, write) =>
      write.put('special_days', { brand_id, point_id, ...closedDay(date, reason) }),
    SpecialHoursDefined: ({ data: { brand_id, point_id, date, open, close, reason } }, write) =>
      write.put('special_days', { brand_id, point_id, date, is_open: true, open, close, reason }),
    ClosedDayRemoved: ({ data: { point_id, date } }, write) => write.remove('special_days', { point_id, date }),
    SpecialHoursRemoved: ({ data: { point_id, date } }, write) => write.remove('special_days', { point_id, date }),
  },
};
