import type { CommandHandler } from '../commands/loop/handle.ts';
import { createOrderDesk, type OrderDesk } from '../commands/orders/order-desk.ts';
import type { Ordering } from '../commands/orders/ordering.ts';
import type { PlacingOptions } from '../commands/orders/placing.ts';
import { createUnitHolds } from '../commands/stop-list/unit-holds.ts';
import { createOwnChanges } from '../projections/stop-list/own-changes.ts';
import type { ReadSide } from './read-side.ts';
import type { Waits } from './waits.ts';

/** What cheques are priced by. */
const MENU_STREAMS: ReadonlySet<string> = new Set(['brand', 'point', 'catalogue', 'point_menu']);

export interface OrderingOptions extends Omit<PlacingOptions, 'units'> {
  readonly readSide: ReadSide;
  readonly waits: Waits;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

/** Placing and pricing, by partners and at the till. Each sees what this process itself changed of stop-lists and menus. */
export const wireOrdering = ({ handler, identities, clients, readSide, waits, clock, newUuid }: OrderingOptions) => {
  const { signals, points } = readSide;
  const stopLists = createOwnChanges(signals);
  const menus = createOwnChanges(signals, ['venue', 'catalogue']);

  const units = createUnitHolds({
    newUuid,
    handler: noting(handler, ({ id, position }) => stopLists.note(id, position)),
  });
  const orderDesk = createOrderDesk({
    ...{ handler, identities, clients, units, points, clock, newUuid },
    settled: (position) => waits.settled(position),
  });
  /** Whoever asks what a cart costs sees the units his own orders took. Placing needs no such wait: it asks the log. */
  const desk: OrderDesk = {
    ...orderDesk,
    calculate: async (partner, input) => {
      await stopLists.shown(input.point_id);
      return orderDesk.calculate(partner, input);
    },
  };
  const ordering: Ordering = {
    clients,
    units,
    points: {
      // A till that was offline sends new prices and the cheques at them in one batch.
      find: async (brandId, pointId) => {
        await menus.shown(brandId);
        return points.find(brandId, pointId);
      },
    },
  };
  return {
    units,
    desk,
    /** What the venue's commands need of it. */
    ordering,
    /** For those commands: what they change of menus is waited for by the next. */
    venueHandler: noting(handler, ({ category, brandId, position }) => {
      if (MENU_STREAMS.has(category)) menus.note(brandId, position);
    }),
    stopListShown: stopLists.shown,
  };
};

interface Change {
  readonly category: string;
  readonly id: string;
  readonly brandId: string;
  readonly position: number;
}

/** The handler, telling of everything it recorded. */
const noting = (handler: CommandHandler, note: (change: Change) => void): CommandHandler => ({
  ...handler,
  handle: async (decider, id, command, envelope, options) => {
    const handled = await handler.handle(decider, id, command, envelope, options);
    const { position } = handled;
    if (position !== null) note({ category: decider.category, id: String(id), brandId: envelope.brand_id, position });
    return handled;
  },
});
