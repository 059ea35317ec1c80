import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { type AppPair, startAppPair } from '../support/app-pair.ts';
import { effort } from '../support/effort.ts';
import { openTestEvents } from '../support/events.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { createVenue, orderBody } from '../support/venue.ts';

const GUESTS = effort({ short: 6, long: 40 });
/** Of each guest's visits the first is calm: there the guest is surely erased. */
const ROUNDS = effort({ short: 3, long: 12 });

let pair: AppPair;
beforeAll(async () => {
  pair = await startAppPair();
}, 60_000);
afterAll(() => pair?.stop());

test('guests who are erased by two processes at once, while they order at both, are forgotten or new clients', {
  timeout: 240_000,
}, async () => {
  const venue = await createVenue(pair);
  const atBoth = (client: HttpClient) => pair.processes.map(({ url }) => createClient(url, client.token));
  const [tills, partners] = [atBoth(venue.till), atBoth(venue.partner)];
  const statuses = new Map<string, number>();
  const answered = (what: string, { status, body }: { status: number; body: { code?: string } }) => {
    const key = `${what} ${status} ${body.code ?? ''}`.trim();
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    return status;
  };
  /** Orders that were answered, with the phone that they were placed for. */
  const placed: { order_id: number; phone: string }[] = [];
  const clientOf = async (order_id: number) => (await venue.till.get(`/venue/v1/orders/${order_id}`)).body.client;

  const place = async (process: number, phone: string) => {
    const answer = await partners[process]!.post(
      '/v1/orders',
      orderBody(venue, { client: { phone, name: 'Zulfiya' } }),
    );
    if (answered('order', answer) === 200) placed.push({ order_id: answer.body.order_id, phone });
    return answer.body.order_id as number;
  };
  const cancel = async (order_id: number) => {
    const answer = await venue.till.post('/venue/v1/commands/DeleteCheque', {
      ...{ command_id: crypto.randomUUID(), order_id, cancel_cause_id: venue.causes.plain },
    });
    answered('cancel', answer);
  };
  const visit = async (guest: number): Promise<void> => {
    const phone = `+99890777${String(guest).padStart(4, '0')}`;
    for (let round = 0; round < ROUNDS; round++) {
      const order_id = await place(guest % 2, phone);
      const { client_id } = await clientOf(order_id);
      await cancel(order_id);
      const erase = (process: number) =>
        tills[process]!.post('/venue/v1/commands/EraseClient', {
          ...{ command_id: crypto.randomUUID(), client_id, reason: 'asked by letter' },
        });
      const orders = round === 0 ? [] : [place(0, phone), place(1, phone)];
      const [one, other] = await Promise.all([erase(0), erase(1)]);
      for (const answer of [one!, other!]) answered('erase', answer);
      for (const late of await Promise.all(orders)) await cancel(late);
    }
  };
  await Promise.all(Array.from({ length: GUESTS }, (_, guest) => visit(guest)));
  expect([...statuses.keys()].filter((key) => !/^\w+ (200|409|404)/.test(key))).toEqual([]);

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
  const erasedAt = new Map<number, number>();
  for (const { type, data, position } of log) {
    const { client_id } = data as { client_id: number };
    if (type === 'ClientErased' && !erasedAt.has(client_id)) erasedAt.set(client_id, position);
  }
  const orders = log
    .filter(({ type }) => type === 'OrderPlaced')
    .map(({ data, position }) => ({ position, personal: (data as { personal: Personal }).personal }));
  expect(erasedAt.size).toBeGreaterThanOrEqual(GUESTS);
  // Nobody's data are gone but those of clients who were erased.
  expect(orders.filter(({ personal }) => personal.phone === null && !erasedAt.has(personal.client_id))).toEqual([]);
  // And theirs are gone, all of them.
  const left = orders.filter(({ personal }) => personal.phone !== null && erasedAt.has(personal.client_id));
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
