// A database of its own: two apps share it, the clock is set, and failed sign-ins of an address are counted.

import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKnownAddresses } from '../../src/commands/sessions/known-addresses.ts';
import { createSessionStore } from '../../src/commands/sessions/session-store.ts';
import { createSignInRetention } from '../../src/processes/sign-in-retention.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createClient } from '../support/http-client.ts';
import { parkVenueOnKeys } from '../support/park.ts';
import { actOnAccount, type Browser, invite, openBrowser, PASSWORD, signedIn } from '../support/people.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

const HOUR = 3_600_000;

let database: TestDatabase;
let app: TestApp;
let other: TestApp;
let venue: TestVenue;
let now = Date.now;
/** What both apps log. */
const lines: string[] = [];

beforeAll(async () => {
  database = await createAppDatabase();
  const clock = () => now();
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ database, clock, log });
  other = await startTestApp({ database, clock, log, runProcesses: false });
  venue = await createVenue(app);
});
afterAll(async () => {
  await app.stop();
  await other.stop();
  await database.drop();
});

const newPerson = async (role: Parameters<typeof invite>[2] = 'manager') => {
  const invited = await invite(app, venue.brand_id, role);
  return { ...invited, browser: await signedIn(app.url, invited) };
};
const says = async (browser: Browser, path = '/venue/v1/session') => {
  const { status, body } = await browser.ask('GET', path);
  return `${status} ${body.code ?? ''}`.trim();
};
const signIn = (browser: Browser, login: string, password: string = PASSWORD) =>
  browser.ask('POST', '/venue/v1/session', { login, password });
const ofBrand = () => ({ brand_id: venue.brand_id, touches_owners: true });
/** The same cookie at the other process. */
const elsewhere = ({ cookie }: Browser): Browser => Object.assign(openBrowser(other.url), { cookie });

/** How many passwords, sessions, sign-ins and addresses are kept of a person. */
const keptOf = async (account_id: number): Promise<number[]> => {
  const tables = ['passwords', 'sessions', 'sign_ins', 'known_addresses'];
  const rowsOf = (table: string) => database.pool.query(`select from app.${table} where account_id = $1`, [account_id]);
  return (await Promise.all(tables.map(rowsOf))).map(({ rows }) => rows.length);
};

// Before the tests that stop read models: an erasure is settled when all have passed it.
test('a sign-in that had begun before an erasure, and ends after it, leaves nothing for long', async () => {
  const { account_id } = await newPerson('cook');
  await command(venue.till, 'DisableAccount', { account_id });
  await command(venue.till, 'EraseAccount', { account_id, reason: 'left' });
  expect(await keptOf(account_id)).toEqual([0, 0, 0, 0]);
  const session = { session_id: uuid(), account_id, brand_id: venue.brand_id, account_epoch: 1, device: 'Telephone' };
  await createSessionStore(database.pool, now).add(uuid(), session);
  await createKnownAddresses(database.pool, (text) => text, now).note(account_id, '127.0.66.3');
  expect(await keptOf(account_id)).toEqual([0, 1, 1, 1]);
  onTestFinished(() => {
    now = Date.now;
  });
  now = () => Date.now() + 2 * 60_000;
  await vi.waitFor(
    async () => {
      await app.tillstream.processes.tick();
      expect(await keptOf(account_id)).toEqual([0, 0, 0, 0]);
    },
    { timeout: 20_000 },
  );
});

test('a person accepts an invitation, is told who she is and what she may do, and acts by the cookie alone', async () => {
  const { login, account_id, browser } = await newPerson('manager');
  const { status, body } = await browser.ask('GET', '/venue/v1/session');
  expect([status, body]).toMatchObject([
    200,
    { account_id, login, role: 'manager', brand_id: venue.brand_id, point_ids: null, language: 'en' },
  ]);
  expect(body.may.commands).toContain('OpenShift');
  expect(body.may.commands).not.toContain('EraseClient');
  expect(await says(browser, '/v1/points')).toBe('200');
  expect(await says(browser, '/audit/v1/events')).toBe('403 role_forbidden');
  const hall = { command_id: crypto.randomUUID(), name: 'Terrace', point_id: venue.point_id };
  expect((await browser.ask('POST', '/venue/v1/commands/DefineHall', hall)).status).toBe(200);
});

describe('the cookie', () => {
  const attributesOf = async (headers: Record<string, string>) => {
    const { login } = await newPerson();
    const answer = await openBrowser(app.url).ask('POST', '/venue/v1/session', { login, password: PASSWORD }, headers);
    const [pair = '', ...attributes] = (answer.headers['set-cookie']?.[0] ?? '').split('; ');
    return { name: pair.split('=')[0], value: pair.split('=')[1] ?? '', attributes: attributes.sort() };
  };

  test('over plain http on this machine it has no __Host-, and all else', async () => {
    const { name, value, attributes } = await attributesOf({});
    expect(name).toBe('tillstream');
    expect(Buffer.from(value, 'base64url')).toHaveLength(32);
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict']);
  });

  test.each([
    ['a proxy on this machine', { 'x-forwarded-for': '203.0.113.5' }],
    ['another host', { host: 'till.example.com', origin: 'http://till.example.com' }],
  ])('by %s it is Secure, with __Host-', async (_, headers) => {
    const { name, attributes } = await attributesOf(headers);
    expect(name).toBe('__Host-tillstream');
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure']);
  });

  test('where the browser keeps __Host- cookies, one without it is not looked at', async () => {
    const { browser } = await newPerson();
    const { status } = await browser.ask('GET', '/venue/v1/session', undefined, { 'x-forwarded-for': '203.0.113.5' });
    expect(status).toBe(401);
  });

  test('what is stored of it is a hash', async () => {
    const { browser } = await newPerson();
    const token = browser.cookie!.split('=')[1]!;
    const { rows } = await database.pool.query('select * from app.sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

test('without a password the accounts sign in that the demo has invited, and no others of such a login', async () => {
  const own = await invite(app, venue.brand_id, 'owner', { login: 'owner' });
  await signedIn(app.url, own);
  const body = { command_id: crypto.randomUUID(), login: 'cook', name: 'Bakhtiyor', role: 'cook' };
  expect((await venue.till.post('/venue/v1/commands/InviteAccount', body)).status).toBe(200);
  const demo = await startTestApp({ database, runProcesses: false, demoInvitations: new Set([body.command_id]) });
  onTestFinished(() => demo.stop());
  const signInAt = async ({ url }: TestApp, login: string) => {
    const answer = await openBrowser(url).ask('POST', '/venue/v1/session', { login });
    return `${answer.status} ${answer.body.code ?? answer.body.role}`;
  };
  expect(await signInAt(demo, 'Cook')).toBe('200 cook');
  expect(await signInAt(demo, 'owner')).toBe('400 field_required');
  expect(await signInAt(demo, 'nobody')).toBe('400 field_required');
  expect(await signInAt(app, 'cook')).toBe('400 field_required');
});

test('a page of another origin changes nothing, and a request that names none neither', async () => {
  const { browser } = await newPerson();
  const define = (origin: string | undefined) => {
    const body = { command_id: crypto.randomUUID(), name: 'Hall', point_id: venue.point_id };
    return browser.ask('POST', '/venue/v1/commands/DefineHall', body, origin === undefined ? {} : { origin });
  };
  expect((await define(undefined)).status).toBe(200);
  const port = new URL(app.url).port;
  for (const origin of ['https://evil.example', 'null', `https://127.0.0.1:${port}`, 'http://127.0.0.1', '']) {
    expect((await define(origin)).body.code, origin).toBe('origin_forbidden');
  }
  // Node's own client names no origin.
  const bare = await createClient(app.url).post('/venue/v1/commands/DefineHall', {}, { cookie: browser.cookie! });
  expect([bare.status, bare.body.code]).toEqual([403, 'origin_forbidden']);
  expect((await browser.ask('DELETE', '/venue/v1/session', undefined, { origin: 'null' })).status).toBe(403);
  expect(await says(browser)).toBe('200');
  // Nor does it let the person in under a name of the page's choice.
  const { login } = await newPerson();
  const foreign = { origin: 'https://evil.example' };
  const into = await openBrowser(app.url).ask('POST', '/venue/v1/session', { login, password: PASSWORD }, foreign);
  expect(into.body.code).toBe('origin_forbidden');
});

test("a request with a token and a cookie is the key's, and a key is no person", async () => {
  const { browser } = await newPerson('cook');
  const authorization = `Bearer ${venue.till.token}`;
  const both = await browser.ask(
    'POST',
    '/venue/v1/commands/DefineHall',
    {},
    { authorization, origin: 'https://x.example' },
  );
  expect(both.body.code).toBe('field_required');
  const { status, body } = await browser.ask('GET', '/venue/v1/session', undefined, { authorization });
  expect([status, body.code]).toEqual([403, 'audience_forbidden']);
});

test('a secret that was in the browser before the sign-in is worth nothing after it', async () => {
  const { login, browser } = await newPerson();
  const before = browser.cookie!;
  const planted = Object.assign(openBrowser(app.url), { cookie: `tillstream=${'A'.repeat(43)}` });
  await signIn(planted, login);
  expect(planted.cookie).not.toContain('AAAA');
  expect((await signIn(browser, login)).status).toBe(200);
  expect(browser.cookie).not.toBe(before);
  expect(await says(Object.assign(openBrowser(app.url), { cookie: before }))).toBe('401 session_ended');
  expect(await says(Object.assign(openBrowser(app.url), { cookie: `${before}; ${browser.cookie}` }))).toBe(
    '401 session_ended',
  );
});

describe('an invitation', () => {
  test('is good once, also when many accept it at once', async () => {
    const invited = await invite(app, venue.brand_id, 'cashier');
    const passwords = ['the first password', 'the second password', 'a third password'];
    const answers = await Promise.all(
      passwords.map((password, index) =>
        openBrowser([app, other][index % 2]!.url).ask('POST', '/venue/v1/session/accept', {
          invitation: invited.invitation,
          password,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    for (const [index, password] of passwords.entries()) {
      const { status } = await signIn(openBrowser(app.url, '127.0.0.9'), invited.login, password);
      expect(status).toBe(index === winner ? 200 : 401);
    }
    const again = await openBrowser(app.url).ask('POST', '/venue/v1/session/accept', {
      invitation: invited.invitation,
      password: PASSWORD,
    });
    expect(again.body.code).toBe('invitation_invalid');
  });

  test('is good for 72 hours', async () => {
    const invited = await invite(app, venue.brand_id, 'cashier', { at: Date.now() - 73 * HOUR });
    const { invitation } = invited;
    const late = await openBrowser(app.url).ask('POST', '/venue/v1/session/accept', { invitation, password: PASSWORD });
    expect([late.status, late.body.code]).toEqual([400, 'invitation_invalid']);
  });

  test('sets no weak password, and is still good then', async () => {
    const { invitation } = await invite(app, venue.brand_id, 'cashier');
    const accept = (password: string) =>
      openBrowser(app.url).ask('POST', '/venue/v1/session/accept', { invitation, password });
    for (const [password, code] of [
      ['short one', 'password_length'],
      ['x'.repeat(201), 'password_length'],
      ['qwertyuiop', 'password_common'],
      ['Password123', 'password_common'],
    ]) {
      expect((await accept(password!)).body.code, password).toBe(code);
    }
    expect((await accept('ж'.repeat(200))).status).toBe(200);
  });
});

describe('a session ends', () => {
  test('when the person signs out, at every process', async () => {
    const { browser } = await newPerson();
    const there = elsewhere(browser);
    expect(await says(there)).toBe('200');
    const { cookie } = browser;
    expect((await browser.ask('DELETE', '/venue/v1/session')).status).toBe(200);
    expect(browser.cookie).toBeUndefined();
    expect([await says(there), await says(Object.assign(browser, { cookie }))]).toEqual([
      '401 session_ended',
      '401 session_ended',
    ]);
  });

  test('when the person ends it from another device; nobody else can', async () => {
    const { login, browser } = await newPerson();
    const phone = openBrowser(app.url);
    await signIn(phone, login);
    const { body } = await browser.ask('GET', '/venue/v1/sessions');
    expect(body.map((it: { is_current: boolean }) => it.is_current).sort()).toEqual([false, true]);
    const { session_id } = body.find((it: { is_current: boolean }) => !it.is_current);
    const stranger = (await newPerson('owner')).browser;
    expect((await stranger.ask('DELETE', `/venue/v1/sessions/${session_id}`)).body.code).toBe('session_not_found');
    expect(await says(phone)).toBe('200');
    expect((await browser.ask('DELETE', `/venue/v1/sessions/${session_id}`)).status).toBe(200);
    expect([await says(phone), await says(browser)]).toEqual(['401 session_ended', '200']);
  });

  test('with all others when the password is changed, and the old password opens nothing', async () => {
    const { login, browser } = await newPerson();
    const phone = openBrowser(app.url);
    await signIn(phone, login);
    const change = (old: string, wanted: string) =>
      browser.ask('POST', '/venue/v1/session/password', { old, new: wanted });
    expect((await change('not my password', 'a new password')).body.code).toBe('old_password_wrong');
    expect((await change(PASSWORD, 'short')).body.code).toBe('password_length');
    expect((await change(PASSWORD, 'a new password')).status).toBe(200);
    expect([await says(phone), await says(browser)]).toEqual(['401 session_ended', '200']);
    expect((await signIn(phone, login)).status).toBe(401);
    expect((await signIn(phone, login, 'a new password')).status).toBe(200);
  });

  test('twelve hours after its last use, and after thirty days in any case', async () => {
    const { browser } = await newPerson();
    const start = Date.now();
    const at = (ms: number) => {
      now = () => start + ms;
    };
    try {
      for (let hours = 11; hours < 720; hours += 11) {
        at(hours * HOUR);
        expect(await says(browser), `after ${hours} hours`).toBe('200');
        await vi.waitFor(async () => {
          const { rows } = await database.pool.query('select max(last_used_at) as at from app.sessions');
          expect(rows[0].at.getTime()).toBe(now());
        });
      }
      at(720 * HOUR + 1);
      expect(await says(browser)).toBe('401 session_ended');
    } finally {
      now = Date.now;
    }
    const { browser: idle } = await newPerson();
    try {
      const begun = Date.now();
      now = () => begun + 12 * HOUR + 1_000;
      expect(await says(idle)).toBe('401 session_ended');
    } finally {
      now = Date.now;
    }
  });
});

test('a person is signed in on a hundred devices at most: one more ends the one that was not used for longest', async () => {
  const { account_id, login, browser } = await newPerson();
  const mine = 'from app.sessions where account_id = $1';
  const { rows } = await database.pool.query(`select brand_id, account_epoch ${mine}`, [account_id]);
  // Ninety-nine more, used an hour ago and sooner.
  const { brand_id, account_epoch } = rows[0];
  await database.pool.query(
    `insert into app.sessions select gen_random_uuid(), 'device ' || n, $1, $2, $3, now() - interval '2 hours',
       now() - n * interval '30 seconds', 'device ' || n from generate_series(1, 99) as n`,
    [account_id, brand_id, account_epoch],
  );
  const devices = async (): Promise<string[]> => {
    const { body } = await browser.ask('GET', '/venue/v1/sessions');
    return body.map(({ device }: { device: string }) => device);
  };
  expect(await says(elsewhere(browser))).toBe('200');
  expect(await devices()).toHaveLength(100);
  const longAgo =
    "update app.sessions set last_used_at = now() - interval '3 hours' where account_id = $1 and device = ''";
  await database.pool.query(longAgo, [account_id]);
  const next = openBrowser(app.url);
  expect((await signIn(next, login)).status).toBe(200);
  // It was the first one, which two processes hold in memory.
  expect(await says(browser)).toBe('401 session_ended');
  expect(await says(elsewhere(browser))).toBe('401 session_ended');
  expect(await says(next)).toBe('200');
  const { rows: left } = await database.pool.query(`select device ${mine}`, [account_id]);
  expect(left).toHaveLength(100);
});

test('sessions that have ended, and addresses of long ago, are deleted after a time', async () => {
  const { account_id, browser } = await newPerson();
  const left = async (): Promise<number[]> => {
    const tables = ['sessions', 'known_addresses'];
    const counted = tables.map((table) =>
      database.pool.query(`select 1 from app.${table} where account_id = $1`, [account_id]),
    );
    return (await Promise.all(counted)).map(({ rows }) => rows.length);
  };
  const retainedAt = async (days: number) => {
    await createSignInRetention(database.pool).tick(new Date(Date.now() + days * 24 * HOUR));
    return left();
  };
  expect(await retainedAt(0)).toEqual([1, 1]);
  expect(await retainedAt(1)).toEqual([1, 1]);
  expect(await says(browser)).toBe('200');
  expect(await retainedAt(2)).toEqual([0, 1]);
  expect(await retainedAt(30)).toEqual([0, 1]);
  expect(await retainedAt(32)).toEqual([0, 0]);
});

describe('while projections stand still', () => {
  beforeAll(async () => {
    const isParked = await parkVenueOnKeys(database.pool);
    await command(venue.till, 'UpdateKey', { key_id: venue.partnerKeyId, name: 'parks it' });
    await vi.waitFor(async () => expect(await isParked()).toBe(true));
  });

  /** Not at its next sign of life, which comes after 15 seconds. */
  const endsSoon = (feed: Promise<string>): Promise<unknown> =>
    Promise.race([
      feed,
      delay(7_000, undefined, { ref: false }).then(() => Promise.reject(new Error('the feed goes on'))),
    ]);

  test.each([
    [
      'disabled',
      { type: 'DisableAccount', released: null, at: '2026-01-01T00:00:00.000Z' } as const,
      '401 session_ended',
    ],
    [
      'reset',
      {
        type: 'ResetAccount',
        invitation: { hash: 'x', expires_at: '2036-01-01T00:00:00.000Z' },
        at: '2026-01-01T00:00:00.000Z',
      } as const,
      '401 session_ended',
    ],
    [
      'given another role',
      { type: 'ChangeAccount', released: null, terms: { role: 'cook' } } as const,
      '403 role_forbidden',
    ],
  ])(
    'an account that is %s is refused at both processes from then on, and its open feed ends',
    async (_, change, answer) => {
      const { browser, account_id } = await newPerson('cashier');
      const there = elsewhere(browser);
      const table = `/venue/v1/tables?point_id=${venue.point_id}`;
      expect([await says(browser, table), await says(there, table)]).toEqual(['200', '200']);
      const feed = await fetch(`${other.url}/venue/v1/orders/stream`, { headers: { cookie: browser.cookie! } });
      const ended = feed.text();
      await actOnAccount(app, account_id, venue.brand_id, { ...change, ...ofBrand() });
      expect([await says(browser, table), await says(there, table)]).toEqual([answer, answer]);
      // A cook may listen too: the feed checks again, and goes on.
      if (answer.startsWith('401')) await endsSoon(ended);
    },
  );

  test('a person who may not listen any more hears nothing more', async () => {
    const { browser, account_id } = await newPerson('cashier');
    const feed = await fetch(`${other.url}/venue/v1/orders/stream`, { headers: { cookie: browser.cookie! } });
    const ended = feed.text();
    await actOnAccount(app, account_id, venue.brand_id, {
      type: 'ChangeAccount',
      terms: { role: 'accountant' },
      ...ofBrand(),
      released: null,
    });
    await endsSoon(ended);
  });
});

test('what a person does while signing in is recorded under the number, and the name is in no metadata', async () => {
  const { login, account_id, browser } = await newPerson('manager');
  await signIn(openBrowser(app.url), login);
  await signIn(openBrowser(app.url), login, 'a wrong password');
  const next = 'another horse battery';
  expect((await browser.ask('POST', '/venue/v1/session/password', { old: PASSWORD, new: next })).status).toBe(200);
  const types = ['InvitationAccepted', 'SignedIn', 'SignInFailed', 'PasswordChanged'];
  // A failure is recorded after its answer.
  const own = await vi.waitFor(async () => {
    const events = await app.tillstream.store.read(`account-${account_id}`);
    const found = events.filter(({ type }) => types.includes(type));
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(types));
    return found;
  });
  for (const { type, metadata } of own) {
    const actor = { id: String(account_id), kind: 'account', name: `account ${account_id}` };
    expect({ type, actor: metadata.actor }).toEqual({ type, actor });
    expect(JSON.stringify(metadata)).not.toContain('Nilufar');
  }
});

test('whoever is erased leaves no device, no address and no password', async () => {
  const invited = await invite(app, venue.brand_id, 'cook');
  const { account_id, login } = invited;
  const browser = await signedIn(app.url, invited, '127.0.66.1');
  const device = { 'user-agent': 'Telephone of Zarina' };
  const body = { login, password: PASSWORD };
  await openBrowser(app.url, '127.0.66.2').ask('POST', '/venue/v1/session', body, device);
  expect((await browser.ask('GET', '/venue/v1/sessions')).body).toMatchObject([{ device: 'Telephone of Zarina' }, {}]);
  const signIns = async () => {
    const events = await app.tillstream.store.read(`account-${account_id}`);
    return events.flatMap(({ type, data }) => (type === 'SignedIn' ? (data as SignedIn).personal.address : []));
  };
  expect(await signIns()).toEqual(['127.0.66.1', '127.0.66.2']);
  await command(venue.till, 'DisableAccount', { account_id });
  await command(venue.till, 'EraseAccount', { account_id, reason: 'left' });
  expect(await signIns()).toEqual([null, null]);
  expect(await keptOf(account_id)).toEqual([0, 0, 0, 0]);
});

interface SignedIn {
  readonly personal: { readonly address: string | null };
}

test('no password, invitation or cookie is in a log line, an event or a table', async () => {
  const invited = await invite(app, venue.brand_id, 'manager');
  const { login, account_id, invitation } = invited;
  const secrets = ['a first password', 'a wrong password', 'a second password', 'weak', invitation.split('.')[1]!];
  const [first, wrong, second, weak] = secrets;
  const browser = openBrowser(app.url);
  const ask = async (path: string, body: unknown) => {
    const { status } = await browser.ask('POST', `/venue/v1/session${path}`, body);
    if (browser.cookie !== undefined) secrets.push(browser.cookie.split('=')[1]!);
    return status;
  };
  expect(await ask('/accept', { invitation, password: weak })).toBe(400);
  expect(await ask('/accept', { invitation, password: first })).toBe(200);
  expect(await ask('', { login, password: wrong })).toBe(401);
  // The password in the field of the login, in a field that does not exist, and in what is no JSON.
  expect(await ask('', { login: first, password: first })).toBe(401);
  expect(await ask('', { login, password: first, [second!]: second })).toBe(400);
  expect(await ask('', { login, password: [first] })).toBe(400);
  const headers = { 'content-type': 'application/json' };
  const broken = await createClient(app.url).send('POST', '/venue/v1/session', {
    body: `{"password":"${first}`,
    headers,
  });
  expect(broken.status).toBe(400);
  expect(await ask('', { login, password: first })).toBe(200);
  expect(await ask('/password', { old: wrong, new: second })).toBe(400);
  expect(await ask('/password', { old: first, new: second })).toBe(200);
  const reset = await command(venue.till, 'ResetAccount', { account_id });
  secrets.push(reset.invitation.split('.')[1]);
  expect(await ask('/accept', { invitation: reset.invitation, password: first })).toBe(200);

  const events = await app.tillstream.store.readAll(0, 100_000);
  const { rows: tables } = await database.pool.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('app', 'log', 'read')",
  );
  expect(tables.length).toBeGreaterThan(50);
  const stored = await Promise.all(
    tables.map(async ({ name }) => JSON.stringify((await database.pool.query(`select * from ${name}`)).rows)),
  );
  expect(lines.length).toBeGreaterThan(100);
  const everything = { lines: lines.join(''), events: JSON.stringify(events), stored: stored.join('') };
  expect(everything.events).toContain(login);
  const found = Object.entries(everything).flatMap(([where, text]) =>
    secrets.flatMap((secret) => (text.includes(secret) ? [`${secret} in ${where}`] : [])),
  );
  expect(found).toEqual([]);
});
