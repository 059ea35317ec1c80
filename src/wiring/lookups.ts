import type pg from 'pg';
import type { Roster } from '../commands/attendance/roster.ts';
import type { ZonePlaces } from '../commands/delivery/zones.ts';
import { Unavailable } from '../commands/loop/unavailable.ts';
import type { MoneyNeeds } from '../commands/money/money-needs.ts';
import type { ReservationLookups } from '../commands/reservations/reservation-lookups.ts';
import type { HandOvers, ShiftPlaces } from '../commands/shifts/shift-places.ts';
import { employeesByIds } from '../projections/attendance/queries.ts';
import { pointOfZone } from '../projections/delivery/queries.ts';
import type { PointViews } from '../projections/menu/point-views.ts';
import { isTableOfBrand, listPoints, pointOfShift } from '../projections/points/queries.ts';
import type { Waits } from '../projections/reading/waits.ts';
import { findReservation } from '../projections/reservations/queries.ts';

export interface LookupOptions {
  readonly pool: pg.Pool;
  readonly points: PointViews;
  readonly waits: Waits;
}

export type Lookups = ZonePlaces & ShiftPlaces & HandOvers & MoneyNeeds & ReservationLookups & Roster;

/** The questions of commands to the read side. */
export const createLookups = ({ pool, points, waits: { caughtUp, readTwice } }: LookupOptions): Lookups => {
  const isKnown = (pointId: string | undefined): boolean => pointId !== undefined;
  return {
    pointOfShift: (brandId, id) => readTwice(() => pointOfShift(pool, brandId, id), isKnown),
    // The read model of money answers these three.
    movementPlace: async () => undefined,
    accountBalance: async () => {
      throw new Unavailable('the read model of money does not exist yet');
    },
    expectedHandOver: async () => ({ cash: 0, non_cash: new Map() }),
    pointOfZone: (brandId, id) => readTwice(() => pointOfZone(pool, brandId, id), isKnown),
    point: (brandId, pointId) => points.find(brandId, pointId),
    reservation: async (brandId, reservationId) => {
      const shown = await caughtUp(['reservations']);
      return { reservation: await findReservation(pool, brandId, reservationId), isLatest: shown !== null };
    },
    isTableOfBrand: (brandId, tableId) => readTwice(() => isTableOfBrand(pool, brandId, tableId), Boolean),
    employees: (brandId, ids) =>
      readTwice(
        () => employeesByIds(pool, brandId, ids),
        (found) => ids.every((id) => found.has(id)),
        ['venue'],
      ),
    points: async (brandId) => new Map((await listPoints(pool, brandId, null)).map((it) => [it.point_id, it])),
  };
};
