import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AREAS, type Area, ROLES, type Role, rightsOf } from '../../src/domain/accounts/roles.ts';
import type { TestApp } from '../support/app.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { type Door, doorsOf } from '../support/isolation/access.ts';
import { commandOf, rolesOf, wrongNames } from '../support/isolation/role-rows.ts';
import { actOnAccount, clientOf, type Invited, invite, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

/** Every route and command with a person of every role. A new one is here by being there. */
let app: TestApp;
let venue: TestVenue;
/** Without what only people who are signed in do for themselves: it would end the sessions of the test. */
let doors: Door[];
let people: Readonly<Record<Role, HttpClient>>;

const OWN_SESSION = /\/venue\/v1\/sessions?(\/|$)/;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  doors = doorsOf(app.tillstream.groups, app.url);
  const made = ROLES.map(async (role) => [role, await person(await invite(app, venue.brand_id, role))] as const);
  people = Object.fromEntries(await Promise.all(made)) as Record<Role, HttpClient>;
});
afterAll(() => app.stop());

const person = async (invited: Invited): Promise<HttpClient> => clientOf(app.url, await signedIn(app.url, invited));

const brief = ({ status, body }: HttpAnswer): string => `${status} ${body.code ?? ''}`.trim();

const isRefused = (answer: string): boolean => /^(401|403)/.test(answer);

/** Doors that somebody alone opens: those of nobody are for everybody. */
const guarded = () => doors.filter(({ audiences, place }) => audiences.length > 0 && !OWN_SESSION.test(place));

/** Knocks at doors one after another for each of several callers, and says what was answered otherwise than expected. */
const surprises = async (
  callers: readonly (readonly [who: string, client: HttpClient])[],
  isExpected: (door: Door, who: string, answer: string) => boolean,
): Promise<string[]> => {
  const answers = callers.map(async ([who, client]) => {
    const found: string[] = [];
    for (const door of guarded()) {
      const answer = brief(await door.knock(client));
      if (!isExpected(door, who, answer)) found.push(`${who}, ${door.place}: ${answer}`);
    }
    return found;
  });
  return (await Promise.all(answers)).flat();
};

test('each role gets in where it may, and 403 before anything is read where it may not', async () => {
  const wrong = await surprises(Object.entries(people), (door, who, answer) =>
    rolesOf(door).includes(who as Role) ? !isRefused(answer) : answer === '403 role_forbidden',
  );
  expect(wrong).toEqual([]);
});

test('whoever is signed in has the own session, whatever the role', async () => {
  const own = doors.filter(({ place }) => place.startsWith('get') && OWN_SESSION.test(place));
  const answers = own.flatMap((door) =>
    ROLES.map(async (role) => [rolesOf(door).includes(role), await door.knock(people[role])] as const),
  );
  expect((await Promise.all(answers)).map(([may, { status }]) => [may, status])).toEqual(
    Array.from({ length: own.length * ROLES.length }, () => [true, 200]),
  );
  expect(own.length).toBe(2);
});

test('an entry of a batch is refused as the command is', async () => {
  const types = doors.flatMap((door) => commandOf(door) ?? []);
  const rolesOfType = (type: string) => rolesOf({ place: `post /venue/v1/commands/${type}` });
  const wrong = ROLES.map(async (role) => {
    if (!rolesOf({ place: 'post /venue/v1/commands' }).includes(role)) return [];
    const commands = types.map((type) => ({ type, command_id: randomUUID(), fields: { nonsense: true } }));
    const { body } = await people[role].post('/venue/v1/commands', { commands });
    return types.flatMap((type, index) => {
      const { code } = body.results[index];
      // CreateBrand is the platform's.
      const isForbidden = code === 'role_forbidden' || (code === 'audience_forbidden' && type === 'CreateBrand');
      return isForbidden === rolesOfType(type).includes(role) ? [`${role}, ${type}: ${code}`] : [];
    });
  });
  expect((await Promise.all(wrong)).flat()).toEqual([]);
});

test('a person of some points sees no audits, which are of the whole brand', async () => {
  const terms = { point_ids: [venue.point_id] };
  const bound = ['owner', 'auditor'] as const;
  const clients = bound.map(
    async (role) => [role, await person(await invite(app, venue.brand_id, role, terms))] as const,
  );
  const callers = await Promise.all(clients);
  const wrong = await surprises(callers, (door, who, answer) => {
    if (!rolesOf(door).includes(who as Role)) return answer === '403 role_forbidden';
    if (door.place.includes('/audit/v1/')) return answer === '403 points_forbidden';
    return !answer.startsWith('401') && answer !== '403 role_forbidden';
  });
  expect(wrong).toEqual([]);
  for (const [, client] of callers) expect((await client.get('/venue/v1/session')).body.may.audit).toBe(false);
});

test('nobody gets in who has signed out, was shut out, or stayed away for too long', async () => {
  const { brand_id } = venue;
  const ended = {
    'signed out': async () => {
      const browser = await signedIn(app.url, await invite(app, brand_id, 'owner'));
      const client = clientOf(app.url, browser);
      await browser.ask('DELETE', '/venue/v1/session');
      return client;
    },
    'shut out': async () => {
      const invited = await invite(app, brand_id, 'owner');
      const client = await person(invited);
      expect((await client.get('/venue/v1/session')).status).toBe(200);
      const at = new Date().toISOString();
      const command = { type: 'DisableAccount', released: 1, at, brand_id, touches_owners: true } as const;
      await actOnAccount(app, invited.account_id, brand_id, command);
      return client;
    },
    'away for too long': async () => {
      const invited = await invite(app, brand_id, 'owner');
      const client = await person(invited);
      const text = "update app.sessions set last_used_at = last_used_at - interval '13 hours' where account_id = $1";
      await app.tillstream.pool.query(text, [invited.account_id]);
      return client;
    },
  };
  const made = Object.entries(ended).map(async ([who, end]) => [who, await end()] as const);
  expect(await surprises(await Promise.all(made), (_, __, answer) => answer === '401 session_ended')).toEqual([]);
});

test('the table of roles names each command and reading once, and no other', async () => {
  const areas: readonly Area[] = Object.values(AREAS);
  const named = areas.flatMap(({ commands = [], readings = [] }) => [...commands, ...readings]);
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  const known = app.tillstream.groups.flatMap(({ routes }) =>
    routes.flatMap(({ operationId, command: type }) => [operationId, type ?? operationId]),
  );
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  // The table of the tests is complete as well, and names nothing that is gone.
  expect(wrongNames(doors)).toEqual([]);
});

test('a page is told of a role what the role may', async () => {
  const operations = new Map(
    app.tillstream.groups.flatMap(({ base, routes }) =>
      routes.map((route) => [`${route.method} ${base}${route.path}` as string, route.operationId] as const),
    ),
  );
  for (const role of ROLES) {
    const may = guarded().filter((door) => rolesOf(door).includes(role));
    const { body } = await people[role].get('/venue/v1/session');
    expect(body.may).toEqual(rightsOf(role, true));
    const readings = may.filter(({ place }) => !place.includes('/audit/') && !place.includes('/venue/v1/command'));
    expect(body.may.readings.toSorted()).toEqual(readings.map(({ place }) => operations.get(place)).toSorted());
    expect(body.may.commands.toSorted()).toEqual(may.flatMap((door) => commandOf(door) ?? []).toSorted());
    expect(body.may.audit).toBe(may.some(({ place }) => place.includes('/audit/')));
  }
});
