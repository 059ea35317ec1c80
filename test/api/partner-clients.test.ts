import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import type { HttpAnswer } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let other: TestVenue;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  other = await createVenue(app, { language: 'ru' });
});
afterAll(() => app.stop());

let phones = 0;
/** A phone nobody has used. */
const newPhone = (): string => `+99890${String(2_000_000 + ++phones)}`;

const sendCode = (phone: unknown, at = venue): Promise<HttpAnswer> =>
  at.partner.post('/v1/clients/auth/send-code', { phone });
const verify = (phone: unknown, otp: unknown, name?: unknown, at = venue): Promise<HttpAnswer> =>
  at.partner.post('/v1/clients/auth/verify-code', { phone, otp, name });
const outbox = async (at = venue) => (await at.till.get('/venue/v1/sms-outbox')).body.messages;
const lastCode = async (at = venue): Promise<string> => /\d{6}/.exec((await outbox(at))[0].text)![0];
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Sends a code and answers it. */
const newCode = async (phone: string, at = venue): Promise<string> => {
  expect((await sendCode(phone, at)).status).toBe(200);
  return lastCode(at);
};
const newClient = async (phone = newPhone(), name: string | null = 'Aziza', at = venue) => {
  const { status, body } = await verify(phone, await newCode(phone, at), name, at);
  expect(status).toBe(200);
  return body;
};
const getClient = async (id: number, at = venue) => (await at.partner.get(`/v1/clients/${id}`)).body;
const order = async (phone: string, name?: string | null, at = venue) => {
  const placed = await at.partner.post('/v1/orders', orderBody(at, { client: { phone, name } }));
  expect(placed.status).toBe(200);
  return (await at.till.get(`/venue/v1/orders/${placed.body.order_id}`)).body;
};
const HOUR = 60 * MINUTE;
const refusedAs = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

describe('a phone', () => {
  test('a phone is proven by the code sent to it: a client is made, and found the next time', async () => {
    const phone = newPhone();
    const sent = await sendCode(phone);
    expect(sent).toMatchObject({ status: 200, body: { message: 'The code has been sent by SMS' } });
    const [message] = await outbox();
    expect(message).toEqual({
      phone,
      text: expect.stringMatching(/^Your code: \d{6}\. Valid for 5 minutes\./),
      sent_at: clock.at(0),
    });
    const code = /\d{6}/.exec(message.text)![0];
    expect(JSON.stringify(sent.body)).not.toContain(code);

    const made = await verify(phone, code, 'Aziza');
    expect(made).toMatchObject({ status: 200 });
    expect(made.body).toEqual({
      client_id: expect.any(Number),
      name: 'Aziza',
      phone,
      language: null,
      loyalty_balance: 0,
      orders_count: 0,
      birthday: null,
      addresses: [],
    });
    expect(await getClient(made.body.client_id)).toEqual(made.body);

    clock.move(MINUTE);
    const again = await verify(phone, await newCode(phone));
    expect(again).toMatchObject({ status: 200, body: made.body });
  });

  test('a phone is one client however it is written', async () => {
    const { client_id } = await newClient('+998901112233', 'Aziza');
    for (const written of ['901112233', '+998 90 111-22-33', '998901112233', '(90) 111 22 33']) {
      clock.move(MINUTE);
      const code = await newCode(written);
      expect((await outbox())[0].phone).toBe('+998901112233');
      expect((await verify('+998 (90) 111 22 33', code)).body).toMatchObject({ client_id, phone: '+998901112233' });
      expect((await order(written)).client.client_id).toBe(client_id);
    }
  });

  test('a phone is another client in another brand, told in that brand’s language', async () => {
    const phone = newPhone();
    const here = await newClient(phone, 'Aziza');
    const there = await newClient(phone, 'Азиза', other);
    expect((await outbox(other))[0].text).toMatch(/^Ваш код: \d{6}\./);
    expect(there.client_id).not.toBe(here.client_id);
    expect(there.name).toBe('Азиза');
    expect((await getClient(here.client_id)).name).toBe('Aziza');
    expect(await other.partner.get(`/v1/clients/${here.client_id}`)).toEqual(refusedAs(404, 'client_not_found'));
    expect(JSON.stringify(await outbox(other))).not.toContain('Your code');
  });

  test('a phone that is no phone is a 400', async () => {
    for (const phone of ['12', 'abc', '', undefined, null, 901234567, '+0000000000000']) {
      for (const answer of [await sendCode(phone), await verify(phone, '123456')]) {
        expect(answer.status).toBe(400);
        expect(answer.body.message).toContain('phone');
      }
    }
  });
});

describe('a code', () => {
  test('an SMS code that is wrong is a 400, and five wrong ones use it up', async () => {
    const phone = newPhone();
    const code = await newCode(phone);
    for (let n = 1; n <= 5; n++) expect(await verify(phone, wrongOf(code))).toEqual(refusedAs(400, 'wrong_code'));
    expect(await verify(phone, code)).toEqual(refusedAs(400, 'wrong_code'));
    clock.move(MINUTE);
    expect((await verify(phone, await newCode(phone))).status).toBe(200);
  });

  test('an SMS code is accepted at the fifth attempt', async () => {
    const phone = newPhone();
    const code = await newCode(phone);
    for (let n = 1; n <= 4; n++) expect((await verify(phone, wrongOf(code))).status).toBe(400);
    expect((await verify(phone, ` ${code} `)).status).toBe(200);
  });

  test('wrong guesses of an SMS code at once count one by one', async () => {
    const phone = newPhone();
    const code = await newCode(phone);
    const guesses = Array.from({ length: 10 }, () => verify(phone, wrongOf(code)));
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(10).fill(400));
    expect((await verify(phone, code)).status).toBe(400);
  });

  test('an SMS code is used once, also by ten at once', async () => {
    const phone = newPhone();
    const code = await newCode(phone);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(phone, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
    expect(await verify(phone, code)).toEqual(refusedAs(400, 'wrong_code'));
  });

  test('an SMS code is good for five minutes', async () => {
    const [phone, late] = [newPhone(), newPhone()];
    const code = await newCode(phone);
    const lateCode = await newCode(late);
    clock.move(5 * MINUTE - 1);
    expect((await verify(phone, code)).status).toBe(200);
    clock.move(1);
    expect(await verify(late, lateCode)).toEqual(refusedAs(400, 'wrong_code'));
  });

  test('an SMS code is for one phone, and none at all is wrong', async () => {
    const [phone, another] = [newPhone(), newPhone()];
    const code = await newCode(phone);
    expect(await verify(another, code)).toEqual(refusedAs(400, 'wrong_code'));
    expect(await verify(phone, code, undefined, other)).toEqual(refusedAs(400, 'wrong_code'));
    expect((await verify(phone, code)).status).toBe(200);
  });

  test('an SMS code is sent again after 60 seconds, and replaces the one before', async () => {
    const phone = newPhone();
    const first = await newCode(phone);
    clock.move(MINUTE - 1);
    const refused = await sendCode(phone);
    expect(refused).toEqual(refusedAs(429, 'code_sent_recently'));
    expect(refused.body.retry_after).toBe(1);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await sendCode(phone, other)).status).toBe(200);
    clock.move(1);
    const second = await newCode(phone);
    if (first !== second) expect(await verify(phone, first)).toEqual(refusedAs(400, 'wrong_code'));
    expect((await verify(phone, second)).status).toBe(200);
    // Being proven does not make another one due.
    expect((await sendCode(phone)).body.retry_after).toBe(60);
  });

  test('an SMS code is sent once to those who ask twice at once', async () => {
    const phone = newPhone();
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendCode(phone)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
    expect((await outbox()).filter((message: { phone: string }) => message.phone === phone)).toHaveLength(1);
  });

  test('an SMS code is nowhere but in the text: not in events, and in the database only as a hash', async () => {
    const phone = newPhone();
    const code = await newCode(phone);
    const { pool } = app.tillstream;
    const { rows } = await pool.query('select t::text as row from app.phone_codes t');
    const own = rows.filter(({ row }) => row.includes(phone));
    expect(own).toHaveLength(1);
    expect(own[0].row).not.toContain(code);
    await verify(phone, code);
    const events = await recorded(app.tillstream.store);
    expect(events.filter(({ data }) => JSON.stringify(data).includes(`"${code}"`))).toEqual([]);
  });

  test('an SMS code that has long expired is cleaned away', async () => {
    const phone = newPhone();
    await newCode(phone);
    clock.move(24 * 60 * MINUTE + 30 * MINUTE);
    const later = newPhone();
    await newCode(later);
    const codes = 'select phone from app.phone_codes where phone = any($1)';
    expect((await app.tillstream.pool.query(codes, [[phone, later]])).rows).toEqual([{ phone: later }]);
  });

  test('an SMS code that is not text is refused', async () => {
    const phone = newPhone();
    for (const otp of [123456, null, undefined, '', '  ', {}, ['123456'], 'x'.repeat(33), '\0']) {
      const answer = await verify(phone, otp);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain('otp');
    }
    for (const name of [1, {}, 'x'.repeat(256), 'a\0b']) {
      const answer = await verify(phone, '123456', name);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain('name');
    }
  });
});

describe('a name', () => {
  test('a client’s name is set at first, changed by another, and never taken by a blank one', async () => {
    const phone = newPhone();
    const { client_id } = await newClient(phone, null);
    expect((await getClient(client_id)).name).toBeNull();
    const steps: [name: string | null, kept: string][] = [
      ['Aziza', 'Aziza'],
      ['', 'Aziza'],
      [null, 'Aziza'],
      ['   ', 'Aziza'],
      [' Aziza Karimova ', 'Aziza Karimova'],
      ['Азиза', 'Азиза'],
    ];
    for (const [name, kept] of steps) {
      clock.move(MINUTE);
      expect((await verify(phone, await newCode(phone), name)).body).toMatchObject({ client_id, name: kept });
    }
    for (const [name, kept] of steps) {
      expect((await order(phone, name)).client.client_id).toBe(client_id);
      if (name?.trim()) expect((await getClient(client_id)).name).toBe(kept);
    }
    expect((await getClient(client_id)).name).toBe('Азиза');
  });

  test('a returning client with the same name records nothing', async () => {
    const phone = newPhone();
    const { client } = await order(phone, 'Bekzod');
    await order(phone, 'Bekzod');
    await order(phone, null);
    const { events } = (await venue.auditor.get(`/audit/v1/clients/${client.client_id}/history`)).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['ClientRegistered']);
    expect(events[0].data.registered_on).toBe(clock.at(5 * HOUR).slice(0, 10));
  });

  test('a client is registered on the day that the brand’s clock shows', async () => {
    const west = await createVenue(app, { timezone: 'Pacific/Pago_Pago' });
    const { client } = await order(newPhone(), 'Aziza', west);
    const { events } = (await west.auditor.get(`/audit/v1/clients/${client.client_id}/history`)).body;
    expect(events[0].data.registered_on).toBe(clock.at(-11 * HOUR).slice(0, 10));
  });
});

describe('an order', () => {
  test('an order of a client makes its client, and counts until it is deleted', async () => {
    const phone = newPhone();
    const first = await order(phone, 'Jasur');
    const { client_id } = first.client;
    expect(await getClient(client_id)).toMatchObject({ client_id, name: 'Jasur', phone, orders_count: 1 });
    await order(phone, 'Jasur');
    expect((await getClient(client_id)).orders_count).toBe(2);
    await venue.partner.post(`/v1/orders/${first.order_id}/cancel`);
    expect((await getClient(client_id)).orders_count).toBe(1);
    clock.move(MINUTE);
    expect((await verify(phone, await newCode(phone))).body).toMatchObject({ client_id, orders_count: 1 });
    await order(phone, 'Jasur', other);
    expect((await getClient(client_id)).orders_count).toBe(1);
  });

  test('twenty first orders of one phone at once have one client', async () => {
    const phone = newPhone();
    const placed = await Promise.all(Array.from({ length: 20 }, (_, n) => order(phone, `Guest ${n}`)));
    const ids = new Set(placed.map(({ client }) => client.client_id));
    expect(ids.size).toBe(1);
    const [client_id] = ids;
    expect(await getClient(client_id!)).toMatchObject({ orders_count: 20, name: expect.stringMatching(/^Guest \d+$/) });
    const { events } = (await venue.auditor.get(`/audit/v1/clients/${client_id}/history`)).body;
    const registered = events.filter(({ type }: { type: string }) => type === 'ClientRegistered');
    expect(registered).toHaveLength(1);
  });

  test('an order of a client ignores client_id in the body', async () => {
    const theirs = await newClient();
    const body = orderBody(venue, {
      client_id: theirs.client_id,
      client: { phone: newPhone(), client_id: theirs.client_id },
    });
    const { order_id } = (await venue.partner.post('/v1/orders', body)).body;
    const { client } = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;
    expect(client.client_id).not.toBe(theirs.client_id);
  });
});

describe('an address', () => {
  const place = { latitude: 41.311081, longitude: 69.240562 };
  const details = {
    name: 'Navoi 1',
    short_name: 'Home',
    apartment: '4',
    floor: '2',
    entrance: '1',
    intercom: '4#',
    navigate: 'The blue gate',
  };
  const add = (id: unknown, body: unknown, at = venue) => at.partner.post(`/v1/clients/${id}/addresses`, body);
  const remove = (id: unknown, addressId: unknown, at = venue) =>
    at.partner.send('DELETE', `/v1/clients/${id}/addresses/${addressId}`);

  test('a part of a client’s address that shows nothing is null', async () => {
    const { client_id } = await newClient();
    const blank = { short_name: '', apartment: '  ', floor: '', entrance: '\u200b', intercom: '', navigate: '\n' };
    const nothing = Object.fromEntries(Object.keys(blank).map((part) => [part, null]));
    expect((await add(client_id, { ...place, name: 'Navoi 1', ...blank })).body).toMatchObject(nothing);
  });

  test('a client’s address is added, and listed', async () => {
    const { client_id } = await newClient();
    const full = await add(client_id, { ...place, ...details });
    expect(full).toMatchObject({ status: 200 });
    expect(full.body).toEqual({ id: expect.any(Number), ...place, ...details });
    const bare = await add(client_id, { latitude: -1, longitude: 0, name: 'Sea' });
    const none = { short_name: null, apartment: null, floor: null, entrance: null, intercom: null, navigate: null };
    expect(bare.body).toEqual({ id: expect.any(Number), latitude: -1, longitude: 0, name: 'Sea', ...none });
    expect((await getClient(client_id)).addresses).toEqual([full.body, bare.body]);
  });

  test('a client’s address without a name gets one from its coordinates', async () => {
    const { client_id } = await newClient();
    for (const name of [undefined, null, '', '  ']) {
      const { body } = await add(client_id, { ...place, name });
      expect(body.name.trim()).not.toBe('');
    }
    expect((await getClient(client_id)).addresses).toHaveLength(1);
  });

  test('a client’s address at the same coordinates is the same: what is given replaces, what is left out stays', async () => {
    const { client_id } = await newClient();
    const first = (await add(client_id, { ...place, ...details })).body;
    const again = await add(client_id, { latitude: 41.3110812, longitude: 69.2405618, floor: '9', apartment: null });
    expect(again.body).toEqual({ ...first, floor: '9', apartment: null });
    expect((await add(client_id, place)).body).toEqual(again.body);
    const near = await add(client_id, { ...place, latitude: 41.311083 });
    expect(near.body.id).not.toBe(first.id);
    expect((await getClient(client_id)).addresses).toEqual([again.body, near.body]);
  });

  test('a client’s address added ten times at once is one', async () => {
    const { client_id } = await newClient();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => add(client_id, { ...place, floor: `${n}` })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await getClient(client_id)).addresses).toHaveLength(1);
  });

  test('a client’s address is deleted once, and comes back when it is added again', async () => {
    const { client_id } = await newClient();
    const { body } = await add(client_id, { ...place, ...details });
    expect(await remove(client_id, body.id)).toMatchObject({ status: 200, body: { id: body.id } });
    expect((await getClient(client_id)).addresses).toEqual([]);
    expect(await remove(client_id, body.id)).toEqual(refusedAs(404, 'client_address_not_found'));
    expect((await add(client_id, { ...place, floor: '5' })).body).toEqual({ ...body, floor: '5' });
  });

  test('a client’s address is not shown to another client', async () => {
    const [mine, theirs, foreign] = [await newClient(), await newClient(), await newClient(newPhone(), 'A', other)];
    const { id } = (await add(theirs.client_id, place)).body;
    expect(await remove(mine.client_id, id)).toEqual(refusedAs(404, 'client_address_not_found'));
    expect(await remove(mine.client_id, 999_999_999)).toEqual(refusedAs(404, 'client_address_not_found'));
    expect(await remove(theirs.client_id, id, other)).toEqual(refusedAs(404, 'client_not_found'));
    expect(await add(foreign.client_id, place)).toEqual(refusedAs(404, 'client_not_found'));
    expect(await add(999_999_999, place)).toEqual(refusedAs(404, 'client_not_found'));
    expect((await getClient(theirs.client_id)).addresses).toHaveLength(1);
  });

  test('a client has a hundred addresses at most', async () => {
    const { client_id } = await newClient();
    for (let n = 0; n < 100; n += 20) {
      const some = Array.from({ length: 20 }, (_, i) => add(client_id, { latitude: (n + i) * 0.1, longitude: 1 }));
      for (const { status } of await Promise.all(some)) expect(status).toBe(200);
    }
    expect(await add(client_id, place)).toEqual(refusedAs(409, 'client_addresses_too_many'));
  });

  test.each([
    ['latitude', [undefined, null, '41.3', 91, -91, 1e308, true, {}]],
    ['longitude', [undefined, null, '69.2', 181, -181, [], 'NaN']],
    ['name', [1, {}, 'x'.repeat(501), 'a\0b', '\ud800']],
    ['short_name', [1, 'x'.repeat(256)]],
    ['apartment', [4, true, 'x'.repeat(65)]],
    ['floor', [2, 'x'.repeat(65)]],
    ['entrance', [1, 'x'.repeat(65)]],
    ['intercom', [{}, 'x'.repeat(65)]],
    ['navigate', [[], 'x'.repeat(501)]],
  ])('a client’s address takes no bad %s', async (field, values) => {
    const { client_id } = await newClient();
    for (const value of values) {
      const answer = await add(client_id, { ...place, ...details, [field]: value });
      expect({ value, status: answer.status }).toEqual({ value, status: 400 });
      expect(answer.body.message).toContain(field);
    }
    expect((await getClient(client_id)).addresses).toEqual([]);
  });

  test.each(['0', '-1', 'x', '1.5', '1e3', '9007199254740993', '%00'])('%s is no id of an address', async (id) => {
    expect((await venue.partner.get(`/v1/clients/${id}`)).status).toBe(400);
    expect((await add(id, place)).status).toBe(400);
    expect((await remove(1, id)).status).toBe(400);
  });
});

describe('points', () => {
  const adjust = (client_id: number, amount: number, at = venue, command_id = randomUUID()) =>
    at.till.post('/venue/v1/commands/AdjustPoints', { command_id, client_id, amount, reason: 'Birthday' });

  test('points of a client are given and taken, never below zero, each command once', async () => {
    const { client_id } = await newClient();
    const command_id = randomUUID();
    const given = await adjust(client_id, 500, venue, command_id);
    expect(given.body).toMatchObject({
      status: 'accepted',
      result: { id: client_id, client_id, loyalty_balance: 500 },
    });
    const again = await adjust(client_id, 500, venue, command_id);
    expect(again.body).toMatchObject({ status: 'duplicate', result: given.body.result });
    expect(await adjust(client_id, -501)).toEqual(refusedAs(409, 'points_insufficient'));
    expect((await adjust(client_id, -200)).body.result.loyalty_balance).toBe(300);
    expect((await getClient(client_id)).loyalty_balance).toBe(300);
  });

  test('points of a client are not lost when many are taken at once', async () => {
    const { client_id } = await newClient();
    await command(venue.till, 'AdjustPoints', { client_id, amount: 50, reason: 'Welcome' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(client_id, -10)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await getClient(client_id)).loyalty_balance).toBe(0);
  });

  test('points of another brand’s client cannot be changed', async () => {
    const { client_id } = await newClient();
    expect(await adjust(client_id, 5, other)).toEqual(refusedAs(404, 'client_not_found'));
    expect(await adjust(999_999_999, 5)).toEqual(refusedAs(404, 'client_not_found'));
  });
});

describe('an auditor', () => {
  test('an auditor sees a client’s history, and the client as of any moment', async () => {
    const phone = newPhone();
    const placed = await order(phone, 'Malika');
    const { client_id } = placed.client;
    const seen = [{ at: clock.at(0), state: await getClient(client_id) }];
    const step = async (act: () => Promise<unknown>) => {
      clock.move(MINUTE);
      await act();
      seen.push({ at: clock.at(0), state: await getClient(client_id) });
    };
    const addresses = `/v1/clients/${client_id}/addresses`;
    await step(() => venue.partner.post(addresses, { latitude: 41, longitude: 69, name: 'Home' }));
    await step(() => order(phone, 'Malika K.'));
    await step(() => command(venue.till, 'AdjustPoints', { client_id, amount: 70, reason: 'Birthday' }));
    await step(() => venue.partner.post(`/v1/orders/${placed.order_id}/cancel`));
    await step(async () =>
      venue.partner.send('DELETE', `${addresses}/${(await getClient(client_id)).addresses[0].id}`),
    );
    expect(seen.map(({ state }) => state.orders_count)).toEqual([1, 1, 2, 2, 1, 1]);

    const { events } = (await venue.auditor.get(`/audit/v1/clients/${client_id}/history`)).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      ...['ClientRegistered', 'ClientAddressAdded', 'ClientNamed', 'PointsAdjusted', 'ClientAddressHidden'],
    ]);
    for (const { at, state } of seen) {
      const asOf = await venue.auditor.get(`/audit/v1/clients/${client_id}?at=${encodeURIComponent(at)}`);
      expect(asOf).toMatchObject({ status: 200, body: { as_of: at } });
      expect(asOf.body.state).toEqual(state);
    }
    const named = await venue.auditor.get(`/audit/v1/clients/${client_id}?at=${events[2].position}`);
    expect(named.body).toMatchObject({ state: { name: 'Malika K.', loyalty_balance: 0 }, revision: 2 });
    expect((await venue.auditor.get(`/audit/v1/clients/${client_id}`)).body.state).toEqual(seen.at(-1)!.state);
  });

  test('an auditor of another brand sees nothing, nor does anyone before the client was there', async () => {
    const { client_id } = await newClient();
    for (const path of [`/audit/v1/clients/${client_id}`, `/audit/v1/clients/${client_id}/history`]) {
      expect(await other.auditor.get(path)).toEqual(refusedAs(404, 'client_not_found'));
      expect((await venue.partner.get(path)).status).toBe(403);
    }
    const before = encodeURIComponent('2020-01-01T00:00:00Z');
    const early = await venue.auditor.get(`/audit/v1/clients/${client_id}?at=${before}`);
    expect(early).toEqual(refusedAs(404, 'client_not_found'));
    expect((await venue.auditor.get(`/audit/v1/clients/${client_id}?at=then`)).status).toBe(400);
  });
});
