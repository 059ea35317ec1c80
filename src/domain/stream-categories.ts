import { timesheetDecider } from './attendance/timesheet.ts';
import { clientDecider } from './clients/decide.ts';
import { deliveryAreaDecider } from './delivery/delivery-area.ts';
import { employeeDecider } from './employees/employee.ts';
import { accessKeyDecider } from './keys/key.ts';
import { catalogueDecider } from './menu/catalogue/catalogue.ts';
import { pointMenuDecider } from './menu/point-menu/point-menu.ts';
import { showcaseDecider } from './menu/showcase/showcase.ts';
import { orderDecider } from './orders/decide.ts';
import { pointDecider } from './points/point.ts';
import { brandDecider } from './references/decide.ts';
import { reservationBookDecider } from './reservations/decide.ts';
import { tillDecider } from './shifts/till.ts';
import { stopListDecider } from './stop-list/stop-list.ts';

/**
 * The categories of all streams this system writes. An event log that other programs write to as well is told them, so
 * that it can tell our events from theirs.
 */
export const streamCategories: readonly string[] = [
  accessKeyDecider,
  brandDecider,
  catalogueDecider,
  clientDecider,
  deliveryAreaDecider,
  employeeDecider,
  orderDecider,
  pointDecider,
  pointMenuDecider,
  reservationBookDecider,
  showcaseDecider,
  stopListDecider,
  tillDecider,
  timesheetDecider,
].map(({ category }) => category);
