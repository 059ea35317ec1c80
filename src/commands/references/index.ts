import { createBrand } from './create-brand.ts';
import { defineAccount } from './define-account.ts';
import { defineCancelCause } from './define-cancel-cause.ts';
import { defineDistrict } from './define-district.ts';
import { defineOrderTypeSub } from './define-order-type-sub.ts';
import { definePaymentPurpose } from './define-payment-purpose.ts';
import { definePaymentType } from './define-payment-type.ts';
import { defineRegion } from './define-region.ts';

export const referenceCommands = [
  createBrand,
  defineOrderTypeSub,
  definePaymentType,
  definePaymentPurpose,
  defineCancelCause,
  defineAccount,
  defineRegion,
  defineDistrict,
];
