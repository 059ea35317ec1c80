import { activityProjection } from './activity/projection.ts';
import { attendanceProjection } from './attendance/projection.ts';
import { entityEventsProjection } from './audit/projection.ts';
import { clientsProjection } from './clients/projection.ts';
import { counterpartiesProjection } from './counterparties/projection.ts';
import type { Projection } from './engine/projection.ts';
import { catalogueProjection } from './menu/projection.ts';
import { moneyProjection } from './money/projection.ts';
import { chequesProjection } from './orders/cheques/projection.ts';
import { ordersProjection } from './orders/projection.ts';
import { payrollProjection } from './payroll/projection.ts';
import { momentsProjection } from './reports/moments.ts';
import { namesProjection } from './reports/names/projection.ts';
import { reservationsProjection } from './reservations/projection.ts';
import { stopListProjection } from './stop-list/projection.ts';
import { venueProjection } from './venue/projection.ts';

/** Every read model. A read model that is not named here is not built. */
export const allProjections: readonly Projection[] = [
  venueProjection,
  catalogueProjection,
  stopListProjection,
  ordersProjection,
  chequesProjection,
  reservationsProjection,
  attendanceProjection,
  clientsProjection,
  counterpartiesProjection,
  moneyProjection,
  payrollProjection,
  momentsProjection,
  namesProjection,
  entityEventsProjection,
  activityProjection,
];
