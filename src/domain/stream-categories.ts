import { accessKeyDecider } from './access-key/access-key.ts';
import { brandDecider } from './brand/decide.ts';
import { catalogueDecider } from './catalogue/catalogue.ts';
import { clientDecider } from './client/decide.ts';
import { deliveryAreaDecider } from './delivery/delivery-area.ts';
import { employeeDecider } from './employee/employee.ts';
import { orderDecider } from './order/decide.ts';
import { pointDecider } from './point/point.ts';
import { pointMenuDecider } from './point-menu/point-menu.ts';
import { reservationBookDecider } from './reservation-book/decide.ts';
import { showcaseDecider } from './showcase/showcase.ts';
import { stopListDecider } from './stop-list/stop-list.ts';
import { tillDecider } from './till/till.ts';
import { timesheetDecider } from './timesheet/timesheet.ts';

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
