import { defineZone } from '../delivery/define-zone.ts';
import { removeZone } from '../delivery/remove-zone.ts';
import { defineAccount } from '../references/define-account.ts';
import { defineCancelCause } from '../references/define-cancel-cause.ts';
import { defineDistrict } from '../references/define-district.ts';
import { defineOrderTypeSub } from '../references/define-order-type-sub.ts';
import { definePaymentPurpose } from '../references/define-payment-purpose.ts';
import { definePaymentType } from '../references/define-payment-type.ts';
import { defineRegion } from '../references/define-region.ts';
import { defineHall } from './define-hall.ts';
import { definePoint } from './define-point.ts';
import { defineTable } from './define-table.ts';

export const pointsCommands = [
  definePoint,
  defineOrderTypeSub,
  definePaymentType,
  definePaymentPurpose,
  defineCancelCause,
  defineHall,
  defineTable,
  defineZone,
  removeZone,
  defineAccount,
  defineRegion,
  defineDistrict,
];
