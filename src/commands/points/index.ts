import { defineAccount } from './define-account.ts';
import { defineCancelCause } from './define-cancel-cause.ts';
import { defineDistrict } from './define-district.ts';
import { defineHall } from './define-hall.ts';
import { defineOrderTypeSub } from './define-order-type-sub.ts';
import { definePaymentPurpose } from './define-payment-purpose.ts';
import { definePaymentType } from './define-payment-type.ts';
import { definePoint } from './define-point.ts';
import { defineRegion } from './define-region.ts';
import { defineTable } from './define-table.ts';
import { defineZone } from './define-zone.ts';
import { removeZone } from './remove-zone.ts';

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
