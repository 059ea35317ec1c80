// A database of its own: the key of its personal data is changed.

import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { envOf, loginAt } from '../support/app-pair.ts';
import { type AppProcess, createAppProcess } from '../support/app-process.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createClient } from '../support/http-client.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const [OLD, NEW] = [newKey(), newKey()];

/** A guest thinks so long between two orders: other tests run on the same machine. */
const THINK_MS = 500;

let database: TestDatabase;
let folder: string;
const running: AppProcess[] = [];
beforeAll(async () => {
  database = await createAppDatabase();
  folder = await tempFolder();
}, 60_000);
afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()));
  await database?.drop();
});

const start = async (key: string): Promise<AppProcess> => {
  const process = await createAppProcess(folder, { ...envOf(database), PERSONAL_DATA_KEY: key });
  await process.start();
  return process;
};
/** The others serve meanwhile. */
const restart = async (place: number, key: string): Promise<void> => {
  const before = running[place]!;
  running[place] = await start(key);
  await before.stop();
};

interface Placed {
  readonly order_id: number;
  readonly phone: string;
}

/** Of each order its telephone, as an auditor reads it at this process. */
const phonesAt = async (url: string, { auditor }: TestVenue): Promise<Map<number, string>> => {
  const { status, body } = await createClient(url, auditor.token).get('/audit/v1/events?type=OrderPlaced&limit=10000');
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  const events: { data: { order_id: number; personal: { phone: string } } }[] = body.events;
  return new Map(events.map(({ data }) => [data.order_id, data.personal.phone]));
};

/** Guests who order at any process, and auditors who read the events of earlier orders, until `stop`. */
const serveGuests = (venue: TestVenue) => {
  const placed: Placed[] = [];
  const wrong: unknown[] = [];
  let isOver = false;
  /** Undefined: the process ended at this moment. */
  const at = async <Answer>(token: string, ask: (client: ReturnType<typeof createClient>) => Promise<Answer>) => {
    const { url } = running[randomInt(running.length)]!;
    return ask(createClient(url, token)).catch(() => undefined);
  };
  const place = async (phone: string): Promise<void> => {
    const body = orderBody(venue, { client: { phone, name: 'Zulfiya' } });
    const answer = await at(venue.partner.token!, (client) => client.post('/v1/orders', body));
    if (answer?.status === 200) placed.push({ order_id: answer.body.order_id, phone });
    else if (answer && answer.status !== 503) wrong.push(answer.body);
  };
  const read = async ({ order_id, phone }: Placed): Promise<void> => {
    const answer = await at(venue.auditor.token!, (client) => client.get(`/audit/v1/orders/${order_id}/history`));
    if (!answer || answer.status === 503) return;
    const personal = answer.body.events?.[0]?.data.personal;
    if (personal?.phone !== phone) wrong.push({ order_id, phone, status: answer.status, personal });
  };
  const guest = async (number: number): Promise<void> => {
    for (let visit = 0; !isOver; visit++) {
      // Some come again, and some are new: their keys are made now.
      await place(`+99890${number}${String(visit % 3 === 0 ? visit : 0).padStart(6, '0')}`);
      const one = placed[randomInt(Math.max(1, placed.length))];
      if (one) await read(one);
      await delay(THINK_MS);
    }
  };
  const guests = Promise.all([1, 2, 3].map(guest));
  return {
    placed,
    wrong,
    stop: async () => {
      isOver = true;
      await guests;
    },
  };
};

test('the key of personal data is changed while two processes serve guests, and nothing becomes unreadable', {
  timeout: 300_000,
}, async () => {
  running.push(await start(OLD));
  const venue = await createVenue(loginAt(running[0]!.url));
  const wrappedBy = async (): Promise<Set<number>> => {
    const { rows } = await database.pool.query<{ wrapped_by: number }>(
      'select wrapped_by from app.subject_keys union select wrapped_by from app.phone_hash_key',
    );
    return new Set(rows.map(({ wrapped_by }) => wrapped_by));
  };
  const [old] = await wrappedBy();
  const guests = serveGuests(venue);
  const more = async (): Promise<void> => {
    const enough = guests.placed.length + 10;
    await vi.waitFor(() => expect(guests.placed.length).toBeGreaterThan(enough), 20_000);
  };
  await more();
  running.push(await start(`${OLD},${NEW}`));
  await more();
  await restart(0, `${OLD},${NEW}`);
  await more();
  expect(await wrappedBy()).toEqual(new Set([old]));
  for (const place of [1, 0]) await restart(place, `${NEW},${OLD}`);
  await more();
  await vi.waitFor(async () => expect(await wrappedBy()).not.toContain(old), { timeout: 40_000, interval: 500 });
  await restart(1, NEW);
  await more();
  await guests.stop();
  expect(guests.wrong).toEqual([]);
  // Each order at each process: nobody has it in memory only.
  for (const { url } of running) {
    const phones = await phonesAt(url, venue);
    expect(guests.placed.map(({ order_id }) => ({ order_id, phone: phones.get(order_id) }))).toEqual(guests.placed);
  }
  expect((await wrappedBy()).size).toBe(1);
  await expect(startTestApp({ database, personalDataKey: OLD })).rejects.toThrow(
    'PERSONAL_DATA_KEY does not open the personal data of this database',
  );
});
