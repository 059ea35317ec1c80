import type { Sheet } from './sheet.ts';

type Adjustment = NonNullable<Sheet['adjustments']>[number];

/** The times that the discount became another one: what also moved the service or the delivery alone is left out. */
export const discountsOf = ({ adjustments = [] }: Pick<Sheet, 'adjustments'>): readonly Adjustment[] => {
  let before = 'none';
  return adjustments.filter((one) => {
    const now = discountText(one);
    const isAnother = now !== before;
    before = now;
    return isAnother;
  });
};

/** As it was asked for: a part of the goods stays the same discount while dishes come and go. */
const discountText = ({ discount, discount_percent, reason }: Adjustment): string =>
  discount_percent === null && discount === 0 ? 'none' : JSON.stringify([discount_percent ?? `${discount}`, reason]);
