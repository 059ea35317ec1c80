import { accountDecider } from './accounts/decide.ts';
import { ownersDecider } from './accounts/owners.ts';
import { timesheetDecider } from './attendance/decide.ts';
import { clientDecider } from './clients/decide.ts';
import { guestDecider } from './clients/guest.ts';
import { deliveryAreaDecider } from './delivery/decide.ts';
import { employeeDecider } from './employees/decide.ts';
import { externalIdDecider } from './external-ids/decide.ts';
import { accessKeyDecider } from './keys/decide.ts';
import { loyaltyDecider } from './loyalty/decide.ts';
import { catalogueDecider } from './menu/catalogue/decide.ts';
import { pointMenuDecider } from './menu/point-menu/decide.ts';
import { showcaseDecider } from './menu/showcase/decide.ts';
import { ledgerDecider } from './money/decide.ts';
import { orderDecider } from './orders/decide.ts';
import { organizationDecider } from './organizations/decide.ts';
import { payrollDecider } from './payroll/decide.ts';
import { readingDecider } from './personal/readings.ts';
import { pointDecider } from './points/decide.ts';
import { brandDecider } from './references/decide.ts';
import { reservationBookDecider } from './reservations/decide.ts';
import { tillDecider } from './shifts/decide.ts';
import { stopListDecider } from './stop-list/decide.ts';
import { supplierDecider } from './suppliers/decide.ts';

/**
 * The categories of all streams that this system writes. An event log that other programs use too needs them to tell
 * our events from theirs.
 */
export const streamCategories: readonly string[] = [
  accessKeyDecider,
  accountDecider,
  ownersDecider,
  brandDecider,
  catalogueDecider,
  clientDecider,
  deliveryAreaDecider,
  employeeDecider,
  externalIdDecider,
  guestDecider,
  ledgerDecider,
  loyaltyDecider,
  orderDecider,
  payrollDecider,
  organizationDecider,
  pointDecider,
  pointMenuDecider,
  readingDecider,
  reservationBookDecider,
  showcaseDecider,
  stopListDecider,
  supplierDecider,
  tillDecider,
  timesheetDecider,
].map(({ category }) => category);
