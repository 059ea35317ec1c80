import { createOrderDesk } from '../commands/orders/order-desk.ts';
import type { Ordering } from '../commands/orders/ordering.ts';
import type { PlacingOptions } from '../commands/orders/placing.ts';
import { createUnitHolds } from '../commands/stop-list/unit-holds.ts';
import type { OwnChanges } from '../projections/reading/own-changes.ts';
import type { Waits } from '../projections/reading/waits.ts';
import type { ReadSide } from './read-side.ts';

export interface OrderingOptions extends Omit<PlacingOptions, 'units'> {
  readonly readSide: ReadSide;
  readonly ownChanges: Pick<OwnChanges, 'menusShown'>;
  readonly waits: Waits;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

/** Placing and pricing orders, for partners and the till. */
export const wireOrdering = (options: OrderingOptions) => {
  const { handler, identities, clients, readSide, ownChanges, waits, clock, newUuid } = options;
  const { points } = readSide;
  const units = createUnitHolds({ handler, newUuid });
  const desk = createOrderDesk({
    ...{ handler, identities, clients, units, points, clock, newUuid },
    settled: (position) => waits.settled(position),
  });
  const ordering: Ordering = {
    clients,
    units,
    points: {
      // A till that was offline sends new prices, and cheques with these prices, in one batch.
      find: async (brandId, pointId) => {
        await ownChanges.menusShown(brandId);
        return points.find(brandId, pointId);
      },
    },
  };
  return { units, desk, ordering };
};
