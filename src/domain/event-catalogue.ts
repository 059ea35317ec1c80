import { accountEvents } from './accounts/events.ts';
import { ownersEvents } from './accounts/owners.ts';
import { timesheetEvents } from './attendance/events.ts';
import { clientEvents, guestEvents } from './clients/events.ts';
import { deliveryEvents } from './delivery/events.ts';
import { employeeEvents } from './employees/events.ts';
import type { EventsOf } from './events-of.ts';
import { externalIdEvents } from './external-ids/events.ts';
import { accessKeyEvents } from './keys/events.ts';
import { loyaltyEvents } from './loyalty/events.ts';
import { catalogueEvents } from './menu/catalogue/events.ts';
import { pointMenuEvents } from './menu/point-menu/events.ts';
import { showcaseEvents } from './menu/showcase/events.ts';
import { namesOf } from './names-of.ts';
import { orderEvents } from './orders/events.ts';
import { organizationEvents } from './organizations/events.ts';
import { payrollEvents } from './payroll/events.ts';
import { readingEvents } from './personal/readings.ts';
import { pointEvents } from './points/events.ts';
import { brandEvents } from './references/events.ts';
import { reservationBookEvents } from './reservations/events.ts';
import { tillEvents } from './shifts/events.ts';
import { stopListEvents } from './stop-list/events.ts';
import { supplierEvents } from './suppliers/events.ts';

/** Every event type: its stored shape, its version, and how to bring older versions up to date. */
export const eventCatalogue = {
  ...brandEvents,
  ...accessKeyEvents,
  ...accountEvents,
  ...ownersEvents,
  ...pointEvents,
  ...catalogueEvents,
  ...deliveryEvents,
  ...pointMenuEvents,
  ...showcaseEvents,
  ...stopListEvents,
  ...tillEvents,
  ...employeeEvents,
  ...payrollEvents,
  ...timesheetEvents,
  ...orderEvents,
  ...reservationBookEvents,
  ...clientEvents,
  ...guestEvents,
  ...organizationEvents,
  ...supplierEvents,
  ...loyaltyEvents,
  ...readingEvents,
  ...externalIdEvents,
};

/** The name of an event type in the catalogue. */
export type EventType = keyof typeof eventCatalogue;

/** An event of this type, or of one of these types, with the data of its schema. */
export type EventOf<Type extends EventType> = EventsOf<Pick<typeof eventCatalogue, Type>>;

/** The names of these event types. */
export const typesOf = <Type extends EventType>(definitions: Readonly<Record<Type, unknown>>): Type[] =>
  namesOf(definitions);

/**
 * Whether it is an event of one of these types. Its data then fits the schema, because the codec lets no other data
 * through.
 */
export const isOf = <Event extends { readonly type: string }, Type extends EventType>(
  event: Event,
  ...types: readonly Type[]
): event is Event & EventOf<Type> => types.some((type) => type === event.type);
