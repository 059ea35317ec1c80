import type { EventOf } from '../../domain/event-catalogue.ts';
import type { Recorded, RecordedEvent } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';

/** What has no stream of its own: it lives in a longer one, of its brand or its point. */
export type PartEntity = 'product' | 'payment_type' | 'account' | 'zone' | 'motivation' | 'shift' | 'movement';

const note = (
  { position, metadata }: RecordedEvent,
  write: BatchWriter,
  entity: PartEntity,
  ids: readonly (number | null)[],
): void => {
  for (const entity_id of new Set(ids)) {
    if (entity_id !== null) write.insert('entity_events', { entity, entity_id, position, brand_id: metadata.brand_id });
  }
};

const noteZone = (event: Recorded<EventOf<'DeliveryZoneDefined' | 'DeliveryZoneRemoved'>>, write: BatchWriter): void =>
  note(event, write, 'zone', [event.data.zone_id]);
const noteMotivation = (
  event: Recorded<EventOf<'MotivationDefined' | 'MotivationAssigned'>>,
  write: BatchWriter,
): void => note(event, write, 'motivation', [event.data.motivation_id]);
const noteShift = (
  event: Recorded<EventOf<'ShiftOpened' | 'ShiftClosed' | 'ShiftAccepted' | 'MoneyMoved'>>,
  write: BatchWriter,
): void => note(event, write, 'shift', [event.data.shift_id]);

/**
 * Where in the log the events of such an entity are. An audit has only that from here: it reads the events themselves
 * from the log. The numbers of cheques are left out, so that an order adds nothing: an audit finds them between the
 * opening and the closing of their shift.
 */
export const entityEventsProjection = defineProjection({
  name: 'entity_events',
  version: 2,
  tables: [
    {
      name: 'entity_events',
      columns: { entity: 'text', entity_id: 'bigint', position: 'bigint', brand_id: 'uuid' },
      key: ['entity', 'entity_id', 'position'],
    },
  ],
  on: {
    ProductDefined: (event, write) => note(event, write, 'product', [event.data.product_id]),
    PaymentTypeDefined: (event, write) => note(event, write, 'payment_type', [event.data.payment_type_id]),
    PaymentTypeRetired: (event, write) => note(event, write, 'payment_type', [event.data.payment_type_id]),
    PaymentTypeRestored: (event, write) => note(event, write, 'payment_type', [event.data.payment_type_id]),
    AccountRetired: (event, write) => note(event, write, 'account', [event.data.account_id]),
    AccountRestored: (event, write) => note(event, write, 'account', [event.data.account_id]),
    AccountDefined: (event, write) => note(event, write, 'account', [event.data.account_id]),
    DeliveryZoneDefined: noteZone,
    DeliveryZoneRemoved: noteZone,
    MotivationDefined: noteMotivation,
    MotivationAssigned: noteMotivation,
    ShiftOpened: noteShift,
    ShiftClosed: noteShift,
    ShiftAccepted: noteShift,
    MoneyMoved: noteShift,
    MoneyTransferred: (event, write) => note(event, write, 'shift', [event.data.from.shift_id, event.data.to.shift_id]),
    MovementCancelled: (event, write) => note(event, write, 'movement', event.data.movement_ids),
  },
});
