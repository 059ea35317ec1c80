import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY_PERMISSIONS } from '../../src/domain/keys/events.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClient, type HttpAnswer, type HttpClient } from '../support/http-client.ts';
import { type Door, doorsOf } from '../support/isolation/access.ts';
import { sharedApp } from '../support/shared-app.ts';

/** Every route and command with every kind of key, and with every permission missing. A new one is here by being there. */
let app: TestApp;
let doors: Door[];
let clients: Readonly<Record<string, HttpClient>>;
/** A partner's, by the permission that it alone lacks. */
let without: ReadonlyMap<string, HttpClient>;

beforeAll(async () => {
  app = await sharedApp();
  doors = doorsOf(app.tillstream.groups, app.url);
  const platform = await app.platform();
  const brand = { name: 'Oshxona', currency: 'UZS', country_code: 'UZ', language: 'en' };
  const { brand_id } = await command(platform, 'CreateBrand', brand);
  const clientOf = async (audience: string, permissions: readonly string[] = []): Promise<HttpClient> => {
    const key = await command(platform, 'IssueKey', { brand_id, audience, name: audience, permissions });
    return app.client(key.api_key);
  };
  const [partner, venue, auditor, ...lacking] = await Promise.all([
    ...[clientOf('partner', KEY_PERMISSIONS), clientOf('venue', KEY_PERMISSIONS), clientOf('auditor', KEY_PERMISSIONS)],
    ...KEY_PERMISSIONS.map((lost) =>
      clientOf(
        'partner',
        KEY_PERMISSIONS.filter((it) => it !== lost),
      ),
    ),
  ]);
  clients = { platform, partner: partner!, venue: venue!, auditor: auditor! };
  without = new Map(KEY_PERMISSIONS.map((lost, i) => [lost, lacking[i]!]));
});
afterAll(() => app.stop());

const brief = ({ status, body }: HttpAnswer): string => `${status} ${body.code ?? ''}`.trim();

/** What each door answered to whom, where that is not what was expected. */
const surprises = async (
  cases: readonly { door: Door; who: string; client: HttpClient; isExpected(answer: string): boolean }[],
): Promise<object[]> => {
  const answers = cases.map(async ({ door, who, client, isExpected }) => {
    const answer = brief(await door.knock(client));
    return isExpected(answer) ? [] : [{ place: door.place, who, answer }];
  });
  return (await Promise.all(answers)).flat();
};

const isRefused = (answer: string): boolean => /^(401|403)/.test(answer);

test('a key of another audience gets 403 before anything is read, and its own none', async () => {
  const cases = doors
    .filter(({ audiences }) => audiences.length > 0)
    .flatMap((door) =>
      Object.entries(clients).map(([who, client]) => {
        const isOwn = door.audiences.includes(who);
        const isExpected = (answer: string) => (isOwn ? !isRefused(answer) : answer === '403 audience_forbidden');
        return { door, who, client, isExpected };
      }),
    );
  expect(await surprises(cases)).toEqual([]);
});

test('without a token, or with one that is not ours, every route but the public ones is 401', async () => {
  const strangers = { nobody: app.anonymous, stranger: createClient(app.url, 'ey.ey.ey') };
  const cases = doors.flatMap((door) =>
    Object.entries(strangers).map(([who, client]) => {
      const isExpected = (answer: string) => answer.startsWith('401') !== (door.audiences.length === 0);
      return { door, who, client, isExpected };
    }),
  );
  expect(await surprises(cases)).toEqual([]);
});

test('a missing permission is a 403 before any object is looked up, and no other route asks for it', async () => {
  const cases = doors
    .filter(({ audiences }) => audiences.includes('partner'))
    .flatMap((door) =>
      [...without].map(([lost, client]) => {
        const isExpected = (answer: string) =>
          door.permission === lost ? answer === `403 no_access_to_${lost}` : !isRefused(answer);
        return { door, who: `without ${lost}`, client, isExpected };
      }),
    );
  expect(await surprises(cases)).toEqual([]);
  // Each permission guards something: else its doors would have gone unnoticed.
  expect(new Set(doors.map(({ permission }) => permission))).toEqual(new Set([undefined, ...KEY_PERMISSIONS]));
});
