import type pg from 'pg';
import type { Listener } from '../database/listener.ts';
import { createDeliveryMaps } from '../projections/delivery/delivery-maps.ts';
import { createPointViews } from '../projections/menu/point-views.ts';
import { createProjectionSignals } from '../projections/reading/signals.ts';
import { createOccupancyBoards } from '../projections/reservations/occupancy-boards.ts';

export interface ReadSideOptions {
  readonly pool: pg.Pool;
  readonly listener: Listener;
}

export type ReadSide = Awaited<ReturnType<typeof openReadSide>>;

/** What requests are answered from: views of the read models, kept in memory until they have changed. */
export const openReadSide = async ({ pool, listener }: ReadSideOptions) => {
  const signals = await createProjectionSignals(listener, pool);
  const maps = createDeliveryMaps(pool);
  const points = createPointViews(pool, maps);
  const occupancy = createOccupancyBoards(pool);
  signals.onChange(({ projection, brands }) => {
    if (brands?.length === 0) return;
    for (const brandId of brands ?? [null]) {
      // First of all, because a point's new data are read from its brand's map.
      if (projection === 'venue') maps.drop(brandId);
      points.drop(projection, brandId);
    }
  });
  return { signals, maps, points, occupancy };
};
