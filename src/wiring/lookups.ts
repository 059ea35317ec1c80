import type pg from 'pg';
import type { Roster } from '../commands/attendance/roster.ts';
import type { CashierOfShift } from '../commands/bus/own-shift.ts';
import type { ListNeeds } from '../commands/lists/list-needs.ts';
import { Unavailable } from '../commands/loop/unavailable.ts';
import type { MoneyNeeds, ShiftPlaces } from '../commands/money/money-needs.ts';
import type { AccrualPlaces, EmployeeDebts } from '../commands/payroll/payroll-needs.ts';
import type { PreordersOfPoint } from '../commands/points/special-days.ts';
import type { ReservationLookups } from '../commands/reservations/reservation-lookups.ts';
import type { ChequesOfPoint, HandOvers } from '../commands/shifts/shift-needs.ts';
import type { SupplyPlaces } from '../commands/suppliers/supplies.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { employeesByIds } from '../projections/attendance/queries.ts';
import { placeOfSupply } from '../projections/counterparties/queries.ts';
import { pointOfZone } from '../projections/delivery/queries.ts';
import { NEEDING } from '../projections/lists/needs.ts';
import type { PointViews } from '../projections/menu/point-views.ts';
import { accountBalance, findMovementPlace } from '../projections/money/queries.ts';
import { findOpenCheques, OPEN_CHEQUES_FROM } from '../projections/orders/open-cheques.ts';
import { preorderTimes } from '../projections/orders/preorder-times.ts';
import { owedByEmployee, placeOfAccrual } from '../projections/payroll/queries.ts';
import { cashierOfShift, isTableOfBrand, listPoints, pointOfShift } from '../projections/points/queries.ts';
import type { Waits } from '../projections/reading/waits.ts';
import { findReservation } from '../projections/reservations/queries.ts';
import { findExpectedHandOver, HAND_OVER_FROM } from '../projections/shifts/expected-hand-over.ts';

export interface LookupOptions {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'readAt'>;
  readonly points: PointViews;
  readonly waits: Waits;
}

export type Lookups = PreordersOfPoint &
  ListNeeds &
  ShiftPlaces &
  HandOvers &
  ChequesOfPoint &
  MoneyNeeds &
  AccrualPlaces &
  EmployeeDebts &
  SupplyPlaces &
  ReservationLookups &
  Roster & { readonly cashierOfShift: CashierOfShift };

/** The questions of commands to the read side. */
export const createLookups = ({ pool, store, points, waits: { caughtUp, readTwice } }: LookupOptions): Lookups => {
  const isKnown = (found: unknown): boolean => found !== undefined;
  /** Throws Unavailable, unless these read models show everything that is recorded. */
  const requireAll = async (readModels: readonly string[]): Promise<void> => {
    if ((await caughtUp(readModels)) === null) throw new Unavailable('the read models are behind the log');
  };
  return {
    pointOfShift: (brandId, id) => readTwice(() => pointOfShift(pool, brandId, id), isKnown),
    cashierOfShift: (brandId, id) => readTwice(() => cashierOfShift(pool, brandId, id), isKnown),
    movementPlace: async (brandId, id) => {
      const found = await findMovementPlace(pool, brandId, id);
      if (found) return found;
      await requireAll(['money']);
      return findMovementPlace(pool, brandId, id);
    },
    eventAt: async (position) => (await store.readAt([position]))[0],
    accountBalance: async (brandId, id) => {
      await requireAll(['money']);
      return accountBalance(pool, brandId, id);
    },
    openCheques: async (brandId, pointId, at) => {
      await requireAll(OPEN_CHEQUES_FROM);
      return findOpenCheques(pool, brandId, pointId, at);
    },
    preorderTimes: async (brandId, pointId, from, to) => {
      await requireAll(['orders']);
      return preorderTimes(pool, brandId, pointId, from, to);
    },
    expectedHandOver: async (brandId, id) => {
      await requireAll(HAND_OVER_FROM);
      return findExpectedHandOver(pool, brandId, id);
    },
    placeOfSupply: (brandId, id) => readTwice(() => placeOfSupply(pool, brandId, id), isKnown, ['counterparties']),
    neededBy: async (brandId, what, id) => {
      const { from, find } = NEEDING[what];
      await requireAll(from);
      return find(pool, brandId, id);
    },
    pointOfZone: (brandId, id) => readTwice(() => pointOfZone(pool, brandId, id), isKnown),
    placeOfAccrual: (brandId, id) => readTwice(() => placeOfAccrual(pool, brandId, id), isKnown, ['payroll']),
    owedByEmployee: async (brandId, id) => {
      await requireAll(['payroll']);
      return owedByEmployee(pool, brandId, id);
    },
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
