import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import {
  type Answered,
  actOnAccount,
  type Invited,
  invite,
  openBrowser,
  PASSWORD,
  signedIn,
} from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

/** Each test has addresses of its own: failures of an address are counted over all of them. */
let network = 0;
const newNetwork = () => {
  network += 1;
  const of = network;
  return (host: number): string => `127.77.${of}.${host}`;
};

const WRONG = 'not the password';
const signIn = (from: string, login: string, password: string): Promise<Answered> =>
  openBrowser(app.url, from).ask('POST', '/venue/v1/session', { login, password });
const brief = ({ status, body }: Answered): string => `${status} ${body.code ?? ''}`.trim();

/** Somebody who has set a password from this address. */
const newPerson = async (from: string): Promise<Invited> => {
  const invited = await invite(app, venue.brand_id, 'manager');
  await signedIn(app.url, invited, from);
  return invited;
};

const inTurn = async (count: number, ask: (index: number) => Promise<Answered>): Promise<string[]> => {
  const answers: string[] = [];
  for (let index = 0; index < count; index++) answers.push(brief(await ask(index)));
  return answers;
};
const times = (count: number, answer: string): string[] => Array.from({ length: count }, () => answer);

test('whatever is wrong with a sign-in, the answer is the same', async () => {
  const at = newNetwork();
  const { login } = await newPerson(at(1));
  const off = await newPerson(at(1));
  const of = { brand_id: venue.brand_id, touches_owners: true };
  const disable = { type: 'DisableAccount', at: new Date().toISOString(), released: null, ...of } as const;
  await actOnAccount(app, off.account_id, venue.brand_id, disable);
  const invited = await invite(app, venue.brand_id, 'cook');
  const gone = await newPerson(at(1));
  await command(venue.till, 'DisableAccount', { account_id: gone.account_id });
  await command(venue.till, 'EraseAccount', { account_id: gone.account_id, reason: 'left' });
  const answers = [
    await signIn(at(2), login, WRONG),
    await signIn(at(2), `nobody-${randomUUID().slice(0, 8)}`, PASSWORD),
    await signIn(at(2), off.login, PASSWORD),
    await signIn(at(2), invited.login, PASSWORD),
    await signIn(at(2), gone.login, PASSWORD),
    await signIn(at(2), 'no login: it has spaces', PASSWORD),
  ];
  const told = answers.map(({ status, headers, body }) => {
    const { request_id: _, ...rest } = body;
    const { date: __, 'x-request-id': ___, ...others } = headers;
    return { status, headers: others, body: rest };
  });
  for (const answer of told) expect(answer).toEqual(told[0]);
  expect(brief(answers[0]!)).toBe('401 sign_in_failed');
});

describe('ten failures of a login', () => {
  test('from whichever addresses: the login is refused after them, with the right password too', async () => {
    const at = newNetwork();
    const { login } = await newPerson(at(200));
    const failed = await inTurn(10, (index) => signIn(at(index + 1), index % 2 ? login : login.toUpperCase(), WRONG));
    expect(failed).toEqual(times(10, '401 sign_in_failed'));
    const refused = await signIn(at(100), login, PASSWORD);
    expect(brief(refused)).toBe('429 too_many_sign_ins');
    const wait = Number(refused.headers['retry-after']);
    expect([wait > 0, wait <= 900]).toEqual([true, true]);
    // Nobody else is.
    const other = await newPerson(at(100));
    expect(brief(await signIn(at(100), other.login, PASSWORD))).toBe('200');
  });

  test('at once, and no more than ten passwords were looked at', async () => {
    const at = newNetwork();
    const { login } = await newPerson(at(200));
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => signIn(at(index + 1), login, WRONG)));
    const { 401: failed = [], 429: refused = [] } = Object.groupBy(answers, ({ status }) => status);
    expect([failed.length, refused.length]).toEqual([10, 20]);
  });

  test('of a login that nobody has are refused alike', async () => {
    const at = newNetwork();
    const login = `nobody-${randomUUID().slice(0, 8)}`;
    const answers = await inTurn(11, (index) => signIn(at(index + 1), login, WRONG));
    expect(answers).toEqual([...times(10, '401 sign_in_failed'), '429 too_many_sign_ins']);
  });

  test('are forgotten when the person signs in', async () => {
    const at = newNetwork();
    const { login } = await newPerson(at(200));
    const round = () => inTurn(10, (index) => signIn(at(index + 1), login, index < 9 ? WRONG : PASSWORD));
    expect(await round()).toEqual([...times(9, '401 sign_in_failed'), '200']);
    expect(await round()).toEqual([...times(9, '401 sign_in_failed'), '200']);
  });

  test('by somebody elsewhere do not lock the person out where the person has signed in before', async () => {
    const at = newNetwork();
    const { login } = await newPerson(at(1));
    await inTurn(12, () => signIn(at(66), login, WRONG));
    expect(brief(await signIn(at(2), login, PASSWORD))).toBe('429 too_many_sign_ins');
    expect(brief(await signIn(at(1), login, PASSWORD))).toBe('200');
    // There the own failures count.
    const own = await inTurn(11, () => signIn(at(1), login, WRONG));
    expect(own).toEqual([...times(10, '401 sign_in_failed'), '429 too_many_sign_ins']);
  });
});

test('refuses an address after sixty failures, whoever signs in, and a success in between resets nothing', async () => {
  const at = newNetwork();
  const { login } = await newPerson(at(1));
  const wrong = () => signIn(at(9), `nobody-${randomUUID().slice(0, 8)}`, WRONG);
  expect(await inTurn(59, wrong)).toEqual(times(59, '401 sign_in_failed'));
  expect(brief(await signIn(at(9), login, PASSWORD))).toBe('200');
  expect(brief(await wrong())).toBe('401 sign_in_failed');
  expect(brief(await signIn(at(9), login, PASSWORD))).toBe('429 too_many_sign_ins');
  const accept = { invitation: (await invite(app, venue.brand_id, 'cook')).invitation, password: PASSWORD };
  const accepted = await openBrowser(app.url, at(9)).ask('POST', '/venue/v1/session/accept', accept);
  expect(brief(accepted)).toBe('429 too_many_sign_ins');
  expect(brief(await signIn(at(1), login, PASSWORD))).toBe('200');
});
