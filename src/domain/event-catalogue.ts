import { timesheetEvents } from './attendance/events.ts';
import { clientEvents } from './clients/events.ts';
import { deliveryEvents } from './delivery/events.ts';
import { employeeEvents } from './employees/events.ts';
import { accessKeyEvents } from './keys/events.ts';
import { catalogueEvents } from './menu/catalogue/events.ts';
import { pointMenuEvents } from './menu/point-menu/events.ts';
import { showcaseEvents } from './menu/showcase/events.ts';
import { orderEvents } from './orders/events.ts';
import { pointEvents } from './points/events.ts';
import { brandEvents } from './references/events.ts';
import { reservationBookEvents } from './reservations/events.ts';
import { tillEvents } from './shifts/events.ts';
import { stopListEvents } from './stop-list/events.ts';

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
