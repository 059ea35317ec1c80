import { v5 as uuidv5 } from 'uuid';
import type { AwaitedGuest } from './guests.ts';
import type { PointStaff } from './next-step.ts';
import type { TillLog, VenueClient } from './venue-client.ts';
import { Refused } from './venue-failures.ts';

/**
 * Namespace of the command ids: one id for each reservation and step, so that a step that is tried again is a repeat.
 */
const NAMESPACE = 'a7c0d0a4-52f3-4c0f-8f5e-2d8b6f1c9e47';

export interface HostOptions {
  readonly client: Pick<VenueClient, 'command' | 'awaitedGuests' | 'tables'>;
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
export const createHost = ({ client, staff, log, now }: HostOptions): Host => {
  const staffOf = new Map(staff.map((ofPoint) => [ofPoint.point_id, ofPoint]));
  const refused = new Set<string>();

  const receive = async (guest: AwaitedGuest, { timezone, cashier_id }: PointStaff): Promise<void> => {
    const { id: reservation_id, status } = guest;
    if (status === 'pending') return send('ConfirmReservation', { reservation_id });
    if (localNow(now(), timezone) < `${guest.date}T${guest.start_time}`) return;
    const table_id = guest.table?.id ?? (await freeTable(guest));
    if (table_id !== undefined) await send('SeatReservation', { reservation_id, table_id, waiter_id: cashier_id });
  };

  const freeTable = async ({ point_id, guests }: AwaitedGuest): Promise<number | undefined> => {
    const tables = await client.tables(point_id);
    const isFit = (capacity: number | null): boolean => capacity === null || capacity >= guests;
    return tables.find((it) => !it.seated && !it.next_reservation && isFit(it.capacity))?.id;
  };

  /** If it is refused, the next check tries again: the guests before them may have left by then. */
  const send = async (
    type: string,
    fields: { readonly reservation_id: string; readonly [field: string]: unknown },
  ): Promise<void> => {
    const command_id = uuidv5(`${fields.reservation_id}/${type}`, NAMESPACE);
    try {
      await client.command(type, { command_id, ...fields });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, code } = error;
      if (!refused.has(command_id)) log.info({ ...fields, command: type, status, code }, 'the demo host was refused');
      refused.add(command_id);
    }
  };

  return {
    check: async () => {
      const today = new Date(now()).toISOString().slice(0, 10);
      for (const guest of await client.awaitedGuests(today)) {
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
