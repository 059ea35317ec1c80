import type { Standing } from '../../domain/employees/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Projection, type Row } from '../engine/projection.ts';
import { venueTables } from './tables.ts';

/** The payload is the row: events of references carry them whole, under the columns' names. */
const putsInto = (table: string) => (event: RecordedEvent, write: BatchWriter) => write.put(table, dataOf<Row>(event));

const losesDefault = (table: string, key: string) => (event: RecordedEvent, write: BatchWriter) =>
  write.patch(table, { [key]: dataOf<Row>(event)[key] }, { is_default: false });

const standsAs = (standing: Standing) => (event: RecordedEvent, write: BatchWriter) =>
  write.patch('employees', { employee_id: dataOf<Row>(event).employee_id }, { standing });

/** The venue's own configuration: brands, keys, points, reference lists, staff, till shifts. */
export const venueProjection: Projection = {
  name: 'venue',
  version: 4,
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
    EmployeeHired: (event, write) => write.put('employees', { ...dataOf<Row>(event), standing: 'active' }),
    EmployeeDetailsChanged: (event, write) => {
      const { employee_id, ...details } = dataOf<Row>(event);
      write.patch('employees', { employee_id }, details);
    },
    EmployeeBlocked: standsAs('blocked'),
    EmployeeUnblocked: standsAs('active'),
    EmployeeDismissed: standsAs('dismissed'),

    ShiftOpened: putsInto('till_shifts'),
    ShiftClosed: (event, write) => {
      const { shift_id, counted_cash, closed_at } = dataOf<Row>(event);
      write.patch('till_shifts', { shift_id }, { counted_cash, closed_at });
    },
    ShiftAccepted: (event, write) => {
      const { shift_id, account_id, amount, accepted_at } = dataOf<Row>(event);
      write.patch('till_shifts', { shift_id }, { account_id, accepted_amount: amount, accepted_at });
    },
  },
};
