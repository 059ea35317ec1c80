// A database of its own: two processes share it, and it rebuilds all read models.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { type AppPair, startAppPair } from '../support/app-pair.ts';
import { DAY } from '../support/clock.ts';
import { effort } from '../support/effort.ts';
import { openTestEvents } from '../support/events.ts';
import { bookingOf, createFloor } from '../support/floor.ts';
import { createClient, type HttpAnswer, type HttpClient } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { orderBody } from '../support/venue.ts';

/** After each erasure the book of reservations is read anew, so twice as many guests take four times as long. */
const GUESTS = effort({ short: 4, long: 12 });
const ROUNDS = effort({ short: 3, long: 12 });

/**
 * Words that keys were destroyed are lost in two of three seconds, as on a bad network: nobody may rely on them. One
 * erasure sends several, so it would not help to lose one of them.
 */
const LOSE_WORDS = `
  create schema quiet;
  create function quiet.pg_notify(channel text, payload text) returns void language plpgsql as $$
  begin
    if channel <> 'erased' or extract(epoch from clock_timestamp())::bigint % 3 = 0 then perform pg_catalog.pg_notify(channel, payload); end if;
  end $$;
  do $$ begin execute format('alter database %I set search_path = quiet, pg_catalog, public', current_database()); end $$`;

const TO_COME = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10);

let pair: AppPair;
beforeAll(async () => {
  pair = await startAppPair(({ pool }) => pool.query(LOSE_WORDS));
}, 60_000);
afterAll(() => pair?.stop());

test('guests who are erased by two processes at once, while they order and book at both, are forgotten or new clients', {
  timeout: 240_000,
}, async () => {
  const floor = await createFloor(pair);
  const { point_id } = floor;
  const atBoth = (client: HttpClient) => pair.processes.map(({ url }) => createClient(url, client.token));
  const [tills, partners, bookers] = [atBoth(floor.till), atBoth(floor.partner), atBoth(floor.booker)];
  const statuses = new Map<string, number>();
  const answered = (what: string, { status, body }: HttpAnswer) => {
    const key = `${what} ${status} ${body.code ?? ''}`.trim();
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    return status;
  };
  const command = (process: number, type: string, fields: object) =>
    tills[process]!.post(`/venue/v1/commands/${type}`, { command_id: crypto.randomUUID(), ...fields });
  /** By order: the clients of its phone who were erased, and whose erasure was answered, before it was sent. */
  const erasedBefore = new Map<number, readonly number[]>();
  /** Reservations and orders that were sent after the last erasure of their phone. */
  const last = new Set<number | string>();

  const visit = async (guest: number): Promise<void> => {
    const phone = `+99890777${String(guest).padStart(4, '0')}`;
    const client = { phone, name: 'Zulfiya' };
    const erased: number[] = [];

    const place = async (process: number) => {
      const before = [...erased];
      const answer = await partners[process]!.post('/v1/orders', orderBody(floor, { client }));
      if (answered('order', answer) !== 200) return undefined;
      erasedBefore.set(answer.body.order_id, before);
      return answer.body.order_id as number;
    };
    const openCheque = async (process: number) => {
      const before = [...erased];
      const answer = await command(process, 'OpenCheque', { point_id, order_type_id: 2, items: [], client });
      if (answered('cheque', answer) !== 200) return undefined;
      erasedBefore.set(answer.body.result.order_id, before);
      return answer.body.result.order_id as number;
    };
    const book = async (process: number) => {
      const body = bookingOf(floor, { table_id: null, guest: client, date: TO_COME });
      const answer = await bookers[process]!.post('/v1/reservations', body);
      return answered('reservation', answer) === 201 ? (answer.body.id as string) : undefined;
    };
    /** Everything at both processes at once. */
    const come = async () => {
      const came = [place(0), place(1), openCheque(0), openCheque(1), book(0), book(1)];
      return (await Promise.all(came)).filter((id) => id !== undefined);
    };
    const leave = async (ids: readonly (number | string)[]) => {
      for (const id of ids) {
        const why = { cancel_cause_id: floor.causes.plain };
        const answer =
          typeof id === 'number'
            ? await command(guest % 2, 'DeleteCheque', { order_id: id, ...why })
            : await command(guest % 2, 'CancelReservation', { reservation_id: id });
        answered('leave', answer);
      }
    };

    let order_id = (await place(guest % 2))!;
    for (let round = 0; round < ROUNDS; round++) {
      const { client_id } = (await floor.till.get(`/venue/v1/orders/${order_id}`)).body.client;
      await leave([order_id]);
      const erase = async () => {
        const sent = [0, 1].map((process) => command(process, 'EraseClient', { client_id, reason: 'asked by letter' }));
        const all = (await Promise.all(sent)).map((answer) => answered('erase', answer));
        if (all.includes(200)) erased.push(client_id);
        return all.includes(200);
      };
      // Whoever orders at that moment may come first. Then the guest is erased when everybody has left.
      const [isErased, late] = await Promise.all([erase(), come()]);
      await leave(late);
      if (!isErased) await erase();
      // Both processes still know the guest, if the word was lost.
      const after = await come();
      if (round === ROUNDS - 1) for (const id of after) last.add(id);
      await leave(after);
      order_id = (await place(round % 2))!;
      if (round === ROUNDS - 1) last.add(order_id);
    }
    await leave([order_id]);
  };
  await Promise.all(Array.from({ length: GUESTS }, (_, guest) => visit(guest)));
  expect([...statuses.keys()].filter((key) => !/^\w+ (200|201|409|404)/.test(key))).toEqual([]);

  const events = await openTestEvents(pair.database);
  const { pool } = pair.database;
  // As if two minutes had passed: then it is looked for what came at that very moment, which is erased in its turn.
  await vi.waitFor(
    async () => {
      const aged = "update app.erasures set erased_at = erased_at - interval '2 minutes' where settled_at is null";
      expect((await pool.query(aged)).rowCount).toBe(0);
    },
    { timeout: 60_000, interval: 500 },
  );
  const log = await recorded(events.store);
  type Personal = { client_id: number; phone: string | null };
  type Named = { order_id?: number; reservation_id?: string; personal: Personal };
  const erasedAt = new Map<number, number>();
  for (const { type, data, position } of log) {
    const { client_id } = data as { client_id: number };
    if (type === 'ClientErased' && !erasedAt.has(client_id)) erasedAt.set(client_id, position);
  }
  const named = log
    .filter(({ type }) => ['OrderPlaced', 'ChequeOpened', 'ReservationBooked'].includes(type))
    .map(({ type, data }) => {
      const { order_id, reservation_id, personal } = data as Named;
      return { type, id: order_id ?? reservation_id!, personal };
    });
  const orders = named.filter(({ type }) => type !== 'ReservationBooked');
  expect(erasedAt.size).toBeGreaterThanOrEqual(GUESTS);
  // An order that was sent when the erasure had been answered is another client's. EventStoreDB has a second for that.
  const ofErased = orders.filter(({ id, personal }) => erasedBefore.get(id as number)?.includes(personal.client_id));
  if (pair.database.eventStoreUrl === undefined) expect(ofErased).toEqual([]);
  // What came after the last erasure is readable.
  const unreadable = named.filter(({ id, personal }) => last.has(id) && personal.phone === null);
  expect(unreadable.filter(({ personal }) => !erasedAt.has(personal.client_id))).toEqual([]);
  // Nobody's data are gone but those of clients who were erased.
  expect(orders.filter(({ personal }) => personal.phone === null && !erasedAt.has(personal.client_id))).toEqual([]);
  // And theirs are gone, all of them.
  const left = named.filter(({ personal }) => personal.phone !== null && erasedAt.has(personal.client_id));
  expect(left).toEqual([]);
  await vi.waitFor(async () => {
    const { rows } = await pool.query('select min(position) as position from app.checkpoints');
    expect(Number(rows[0].position)).toBeGreaterThanOrEqual(log.at(-1)!.position);
  }, 20_000);
  const names = allProjections.map(({ name }) => name);
  const all = { store: events.store, url: pair.database.url, projections: allProjections };
  const reports = await rebuild(all, names);
  const differing = reports.flatMap(({ tables }) => tables).filter(({ equal }) => equal !== true);
  await events.close();
  expect(differing.map(({ table }) => table)).toEqual([]);
});
