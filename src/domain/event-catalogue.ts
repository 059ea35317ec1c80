import { accessKeyEvents } from './access-key/events.ts';
import { brandEvents } from './brand/events.ts';
import { catalogueEvents } from './catalogue/events.ts';
import { clientEvents } from './client/events.ts';
import { deliveryEvents } from './delivery/events.ts';
import { employeeEvents } from './employee/events.ts';
import { orderEvents } from './order/events.ts';
import { pointEvents } from './point/events.ts';
import { pointMenuEvents } from './point-menu/events.ts';
import { reservationBookEvents } from './reservation-book/events.ts';
import { showcaseEvents } from './showcase/events.ts';
import { stopListEvents } from './stop-list/events.ts';
import { tillEvents } from './till/events.ts';
import { timesheetEvents } from './timesheet/events.ts';

/** Every event type there is: its stored shape, its version, and how older versions are lifted. */
export const eventCatalogue = {
  ...brandEvents,
  ...accessKeyEvents,
  ...pointEvents,
  ...catalogueEvents,
  ...deliveryEvents,
  ...pointMenuEvents,
  ...showcaseEvents,
  ...stopListEvents,
  ...tillEvents,
  ...employeeEvents,
  ...timesheetEvents,
  ...orderEvents,
  ...reservationBookEvents,
  ...clientEvents,
};
