import type pg from 'pg';
import type { Roster } from '../commands/attendance/roster.ts';
import type { Lookups } from '../commands/bus/lookups.ts';
import { foundReservation, type ReservationLookups } from '../commands/reservations/reservation-lookups.ts';
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

/** What commands ask of the read side, answered there. */
export const createLookups = ({ pool, points, waits }: LookupOptions) => {
  const { lookTwice } = waits;
  const isKnown = (pointId: string | undefined): boolean => pointId !== undefined;

  const reservation: ReservationLookups['reservation'] = async (brandId, reservationId) => {
    const shown = await waits.caughtUp(['reservations']);
    return { reservation: await findReservation(pool, brandId, reservationId), isLatest: shown !== null };
  };

  const ofCommands: Lookups = {
    pointOfShift: (brandId, id) => lookTwice(() => pointOfShift(pool, brandId, id), isKnown),
    pointOfZone: (brandId, id) => lookTwice(() => pointOfZone(pool, brandId, id), isKnown),
    pointOfReservation: async (brandId, id) => foundReservation(await reservation(brandId, id))?.point_id,
  };
  const ofReservations: ReservationLookups = {
    point: (brandId, pointId) => points.find(brandId, pointId),
    reservation,
    isTableOfBrand: (brandId, tableId) => lookTwice(() => isTableOfBrand(pool, brandId, tableId), Boolean),
  };
  const roster: Roster = {
    employees: (brandId, ids) =>
      lookTwice(
        () => employeesByIds(pool, brandId, ids),
        (found) => ids.every((id) => found.has(id)),
        ['venue'],
      ),
    points: async (brandId) => new Map((await listPoints(pool, brandId, null)).map((it) => [it.point_id, it])),
  };
  return { ofCommands, ofReservations, roster };
};
