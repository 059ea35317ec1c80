import { validate } from '../../../src/commands/fields/validate.ts';
import { bookTableInput } from '../../../src/commands/reservations/reservation-input.ts';
import { toBook } from '../../../src/commands/reservations/to-book-command.ts';
import { demoPoint } from '../../../src/demo/brand/demo-file.ts';
import type { Hands } from '../../../src/demo/history/hands.ts';
import type { HistoryPoint } from '../../../src/demo/history/venue.ts';
import type { MarkOutcome } from '../../../src/domain/attendance/record-mark.ts';
import type { Order } from '../../../src/domain/orders/state.ts';
import type { BookPoint, ReservationBookCommand } from '../../../src/domain/reservations/commands.ts';
import { reservationBookDecider } from '../../../src/domain/reservations/decide.ts';
import type { Reservation, ReservationBookEvent } from '../../../src/domain/reservations/events.ts';
import { EMPTY_BOOK } from '../../../src/domain/reservations/state.ts';

const MARKED: MarkOutcome = { result: 'shift_opened', shift_id: 1, auto_closed_shift_id: null };

/** Hands at one point whose book is the real one; everything else succeeds. `now`: milliseconds since the epoch. */
export const createFakeHands = (point: HistoryPoint, now: () => number) => {
  const { point_id, timezone, reservation_rules, tables } = point;
  const bookPoint: BookPoint = {
    brand_id: '00000801-0000-4000-8000-000000000000',
    point_id,
    timezone,
    reservation_rules,
    working_hours: demoPoint(point.key).working_hours,
    special_days: {},
    tables: new Map(tables.map((it) => [it.id, { ...it, name: '', hall_id: 1, hall_name: '' }])),
  };
  let book = EMPTY_BOOK;
  let lastId = 0;
  /** Of every reservation, as it is now. */
  const reservations = new Map<string, Reservation>();
  const commands: { readonly name: string; readonly type: string; readonly fields: object; readonly at: number }[] = [];
  const placed: { readonly at: number; readonly body: object }[] = [];

  const decide = (command: ReservationBookCommand): readonly ReservationBookEvent[] => {
    const events = reservationBookDecider.decide(book, command);
    for (const event of events) {
      book = reservationBookDecider.evolve(book, event);
      if ('reservation_id' in event.data) reservations.set(event.data.reservation_id, event.data as Reservation);
    }
    return events;
  };
  const at = (): string => new Date(now()).toISOString();
  const bookTable = (body: object, source: 'partner' | 'venue'): Reservation => {
    const input = validate(bookTableInput, body);
    const guest = { client_id: null, phone: input.guest.phone, name: input.guest.name ?? null };
    const reservation_id = `${String(reservations.size).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const rest = { reservation_id, at: at(), point: bookPoint, key_id: reservation_id, guest, source };
    decide(toBook(input, rest));
    return reservations.get(reservation_id)!;
  };
  /** What the venue says of a reservation. */
  const take = (type: string, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const of = { reservation_id: String(fields.reservation_id), at: at() };
    switch (type) {
      case 'ConfirmReservation':
        decide({ type: 'Confirm', ...of });
        return {};
      case 'DeclineReservation':
        decide({ type: 'Decline', ...of, reason: null });
        return {};
      case 'MarkNoShow':
        decide({ type: 'MarkNoShow', ...of });
        return {};
      case 'CancelReservation': {
        const deposit_status = (fields.deposit_status ?? null) as 'retained' | 'refunded' | null;
        decide({ type: 'Cancel', ...of, by: 'venue', cancelled_by: 'venue', reason: null, deposit_status });
        return {};
      }
      case 'MoveReservation':
        decide({ type: 'Move', ...of, by: 'venue', point: bookPoint, changes: { guests: Number(fields.guests) } });
        return {};
      case 'SeatReservation': {
        const order_id = ++lastId;
        decide({ type: 'Seat', ...of, point: bookPoint, table_id: Number(fields.table_id), order_id });
        return { order_id };
      }
      default:
        throw new Error(`${type} of a reservation is not known here`);
    }
  };
  const closeSeating = (orderId: number): void => {
    const seated = [...reservations.values()].find(({ order_id }) => order_id === orderId);
    if (!seated) return;
    decide({ type: 'CloseSeating', reservation_id: seated.reservation_id, order_id: orderId, at: at() });
  };

  const hands: Hands = {
    brand_id: bookPoint.brand_id,
    key_id: 'key',
    commandId: (name) => name,
    clientKey: (key) => ({ kind: 'client', scope: bookPoint.brand_id, key }),
    command: async (name, type, fields) => {
      commands.push({ name, type, fields, at: now() });
      if (type === 'BookTable') return bookTable(fields, 'venue');
      if ('reservation_id' in fields) return take(type, { ...fields });
      if (type === 'CloseCheque' && 'order_id' in fields) closeSeating(Number(fields.order_id));
      return { ...MARKED, order_id: ++lastId };
    },
    place: async (_, body) => {
      placed.push({ at: now(), body });
      return { order_id: ++lastId } as Order;
    },
    cancel: async () => {},
    idOf: async () => ++lastId,
    find: async () =>
      ({ total_amount: 100_000, items_amount: 100_000, deposit: null, lines: [{}] }) as unknown as Order,
    book: async (_, body) => bookTable(body, 'partner'),
    cancelBooking: async (_, reservation_id, body) => {
      const { deposit_status } = body as { deposit_status: 'retained' | 'refunded' | null };
      decide({
        type: 'Cancel',
        reservation_id,
        at: at(),
        by: 'partner',
        cancelled_by: 'guest',
        reason: null,
        deposit_status,
      });
    },
    tellDeposit: async (_, reservation_id, status) => {
      if (reservations.get(reservation_id)?.deposit?.status !== 'held') return;
      decide({ type: 'ReportDeposit', reservation_id, at: at(), status });
    },
    mark: async (name, marks) => {
      commands.push({ name, type: 'marks', fields: marks, at: now() });
      return marks.map(() => MARKED);
    },
  };
  return { hands, reservations, commands, placed };
};
