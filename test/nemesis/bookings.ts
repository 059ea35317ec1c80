import type { HttpAnswer } from '../support/http-client.ts';
import type { Facts } from './history.ts';
import type { Door, Operation } from './operations.ts';
import type { FeedPlace, Round, Session } from './session.ts';

/** What one client does with reservations. */
export interface BookingClient {
  book(operation: Extract<Operation, { kind: 'book' }>, external_id: string): Promise<void>;
  /** Of those it has made: which one. */
  cancel(door: Door, pick: number): Promise<void>;
  read(door: Door, pick: number): Promise<void>;
  list(door: Door): Promise<void>;
  /** The next page of the change feed, from where the client came to. Answers whether there is more. */
  feed(door: Door): Promise<boolean>;
}

const DOORS: readonly Door[] = [0, 1];
const DAY_MS = 24 * 3_600_000;
const BEGINNING: FeedPlace = { changed_since: '2000-01-01T00:00:00Z', after_id: null };

export const createBookingClient = (round: Round, session: Session, number: number): BookingClient => {
  const { booker, point_id, tables } = round.floor;
  const { token } = booker;
  const bookings: string[] = [];
  const bodies: { readonly external_id: string }[] = [];

  const look = (reservation_id: string, door: Door) =>
    session.insist({
      kind: 'readBooking',
      door,
      token,
      reservation_id,
      read: bookingFacts,
      send: (client) => client.get(`/v1/reservations/${reservation_id}`),
    });

  return {
    book: async ({ door, table, day, start, minutes, sent }, external_id) => {
      const fresh = {
        point_id,
        external_id,
        guests: 2,
        guest: { phone: '+998901234567', name: 'Aziza' },
        start_time: start,
        duration_minutes: minutes,
        table_id: Object.values(tables)[table],
        date: dateAfter(day),
      };
      const send = (body: { readonly external_id: string }, at: Door) =>
        session.insist({
          kind: 'book',
          door: at,
          token,
          external_id: body.external_id,
          read: bookingFacts,
          send: (client) => client.post('/v1/reservations', body),
        });
      const note = (answer: HttpAnswer | undefined): void => {
        if (answer && answer.status < 300 && !bookings.includes(answer.body.id)) bookings.push(answer.body.id);
      };
      if (sent === 'rivals') {
        const rival = { ...fresh, external_id: `${external_id}-rival` };
        return (await Promise.all([send(fresh, 0), send(rival, 1)])).forEach(note);
      }
      const body = (sent === 'again' && bodies.at(-1 - (table % bodies.length))) || fresh;
      if (body === fresh) bodies.push(fresh);
      note(await send(body, door));
    },
    cancel: async (door, pick) => {
      const reservation_id = bookings[pick % bookings.length];
      if (reservation_id === undefined) return;
      const answer = await session.insist({
        kind: 'cancelBooking',
        door,
        token,
        reservation_id,
        read: bookingFacts,
        send: (client) => client.post(`/v1/reservations/${reservation_id}/cancel`, {}),
      });
      // To see what it has done: at both apps, before the read models may show it.
      if (answer?.status === 200) await Promise.all(DOORS.map((at) => look(reservation_id, at)));
    },
    read: async (door, pick) => {
      const reservation_id = bookings[pick % bookings.length];
      if (reservation_id !== undefined) await look(reservation_id, door);
    },
    list: async (door) => {
      const query = new URLSearchParams({ date_from: dateAfter(28), date_to: dateAfter(34) });
      await session.insist({
        kind: 'listBookings',
        door,
        token,
        read: listFacts,
        send: (client) => client.get(`/v1/reservations?${query}`),
      });
    },
    feed: async (door) => {
      const { changed_since, after_id } = round.feeds.get(number) ?? BEGINNING;
      const query = new URLSearchParams({ changed_since, limit: '20', ...(after_id !== null && { after_id }) });
      const answer = await session.insist({
        kind: 'feed',
        door,
        token,
        read: listFacts,
        send: (client) => client.get(`/v1/reservations?${query}`),
      });
      if (answer?.status !== 200) return false;
      round.feeds.set(number, answer.body.next);
      return answer.body.has_more;
    },
  };
};

const dateAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const bookingFacts = ({ body }: HttpAnswer): Facts => ({ reservation_id: body.id, reservation_status: body.status });
const listFacts = ({ body }: HttpAnswer): Facts => ({
  listed_reservations: body.reservations.map((it: { id: string; status: string }) => [it.id, it.status]),
});
