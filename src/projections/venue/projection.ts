import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Projection, type Row } from '../projection.ts';
import { venueTables } from './tables.ts';

/** The payload is the row: events of references carry them whole, under the columns' names. */
const putsInto = (table: string) => (event: RecordedEvent, write: BatchWriter) => write.put(table, dataOf<Row>(event));

const losesDefault = (table: string, key: string) => (event: RecordedEvent, write: BatchWriter) =>
  write.patch(table, { [key]: dataOf<Row>(event)[key] }, { is_default: false });

/** The venue's own configuration: brands, keys, points, reference lists, staff, till shifts. */
export const venueProjection: Projection = {
  name: 'venue',
  version: 2,
  tables: venueTables,
  on: {
    BrandCreated: putsInto('brands'),
    OrderTypeSubDefined: putsInto('order_type_subs'),
    OrderTypeSubLostDefault: losesDefault('order_type_subs', 'order_type_sub_id'),
    PaymentTypeDefined: putsInto('payment_types'),
    PaymentPurposeDefined: putsInto('payment_purposes'),
    CancelCauseDefined: putsInto('cancel_causes'),
    CancelCauseLostDefault: losesDefault('cancel_causes', 'cancel_cause_id'),
    HallDefined: putsInto('halls'),
    TableDefined: putsInto('tables'),
    AccountDefined: putsInto('accounts'),
    RegionDefined: putsInto('regions'),
    DistrictDefined: putsInto('districts'),

    KeyIssued: putsInto('access_keys'),
    KeyTermsChanged: (event, write) => {
      const { key_id, ...terms } = dataOf<Row>(event);
      write.patch('access_keys', { key_id }, terms);
    },
    KeyRevoked: (event, write) => {
      const { key_id, revoked_at } = dataOf<Row>(event);
      write.patch('access_keys', { key_id }, { revoked_at });
    },

    PointDefined: putsInto('points'),
    DeliveryZoneDefined: (event, write) => {
      write.put('delivery_zones', { ...dataOf<Row>(event), is_removed: false, changed_at: event.position });
    },
    DeliveryZoneRemoved: (event, write) => {
      const { zone_id, brand_id, point_id } = dataOf<Row>(event);
      write.put('delivery_zones', { zone_id, brand_id, point_id, is_removed: true, changed_at: event.position });
    },
    EmployeeHired: putsInto('employees'),
    EmployeeDetailsChanged: putsInto('employees'),

    ShiftOpened: putsInto('till_shifts'),
    ShiftClosed: (event, write) => {
      const { shift_id, counted_cash, closed_at } = dataOf<Row>(event);
      write.patch('till_shifts', { shift_id }, { counted_cash, closed_at });
    },
  },
};
