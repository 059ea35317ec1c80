import { v5 as uuidv5 } from 'uuid';
import { type Answer, TillstreamError, type Venue } from '../../../client/src/index.ts';
import type { NextStep, PointStaff } from './next-step.ts';
import { carryOut, type TillLog } from './till-venue.ts';

type Guest = Answer<'listVenueReservations'>['reservations'][number];
/** The fields of a reservation that the host needs. Date and times are the point's. */
export type AwaitedGuest = Pick<Guest, 'id' | 'point_id' | 'status' | 'date' | 'start_time' | 'guests' | 'table'>;
type ReservationStep = Extract<NextStep, { readonly fields: { reservation_id: string } }>;

/** The longest period that the venue API lists at once. */
const DAYS = 92;

/**
 * Namespace of the command ids: one id for each reservation and step, so that a step that is tried again is a repeat.
 */
const NAMESPACE = 'a7c0d0a4-52f3-4c0f-8f5e-2d8b6f1c9e47';

export interface HostOptions {
  readonly venue: Venue;
  readonly staff: readonly PointStaff[];
  readonly log: TillLog;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Host {
  /** Confirms open requests, and seats guests whose time has come. */
  check(): Promise<void>;
}

/** Receives the demo's guests. They are punctual, and stay until the till closes their cheque. */
export const createHost = ({ venue, staff, log, now }: HostOptions): Host => {
  const staffOf = new Map(staff.map((ofPoint) => [ofPoint.point_id, ofPoint]));
  const refused = new Set<string>();

  const receive = async (guest: AwaitedGuest, { timezone, cashier_id }: PointStaff): Promise<void> => {
    const { id: reservation_id, status } = guest;
    if (status === 'pending') return send({ type: 'ConfirmReservation', fields: { reservation_id } });
    if (localNow(now(), timezone) < `${guest.date}T${guest.start_time}`) return;
    const table_id = guest.table?.id ?? (await freeTable(guest));
    if (table_id === undefined) return;
    await send({ type: 'SeatReservation', fields: { reservation_id, table_id, waiter_id: cashier_id } });
  };

  const freeTable = async ({ point_id, guests }: AwaitedGuest): Promise<number | undefined> => {
    const tables = await venue.tables({ point_id });
    const isFit = (capacity: number | null): boolean => capacity === null || capacity >= guests;
    return tables.find((it) => !it.seated && !it.next_reservation && isFit(it.capacity))?.id;
  };

  /** If it is refused, the next check tries again: the guests before them may have left by then. */
  const send = async (step: ReservationStep): Promise<void> => {
    const { type, fields } = step;
    const command_id = uuidv5(`${fields.reservation_id}/${type}`, NAMESPACE);
    try {
      await carryOut(venue, step, command_id);
    } catch (error) {
      if (!(error instanceof TillstreamError)) throw error;
      const { status, code } = error;
      if (!refused.has(command_id)) log.info({ ...fields, command: type, status, code }, 'the demo host was refused');
      refused.add(command_id);
    }
  };

  return {
    check: async () => {
      // Requests, and guests who are expected: from yesterday on, because somewhere it still is.
      const from = Temporal.PlainDate.from(new Date(now()).toISOString().slice(0, 10)).subtract({ days: 1 });
      const { reservations } = await venue.reservations({
        date_from: from.toString(),
        date_to: from.add({ days: DAYS - 1 }).toString(),
        status: ['pending', 'created'],
      });
      for (const guest of reservations) {
        const ofPoint = staffOf.get(guest.point_id);
        if (ofPoint) await receive(guest, ofPoint);
      }
    },
  };
};

/** `YYYY-MM-DDTHH:MM` on the clock of the point. */
const localNow = (now: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
