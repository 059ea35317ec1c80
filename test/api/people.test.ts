import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountKeyId } from '../../src/commands/accounts/account-directory.ts';
import type { Caller } from '../../src/commands/bus/caller.ts';
import type { Role } from '../../src/domain/accounts/roles.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { command, type TestApp } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const newLogin = (): string => `p.${randomUUID().slice(0, 8)}`;
const invite = (role: Role, fields: object = {}) =>
  command(venue.till, 'InviteAccount', { login: newLogin(), name: 'Nodira', role, ...fields });

/** The person of an account as the command bus knows callers. */
const personOf = (id: number, role: Role, brand_id: string, employee_id: number | null = null): Caller => ({
  key_id: accountKeyId(id),
  audience: 'venue',
  brand_id,
  point_ids: null,
  name: 'Nodira',
  account: { id, role, employee_id },
});

/** What a command of a person came to: its result, or the code of the refusal. */
const tryAs = async (person: Caller, type: string, fields: object): Promise<string> => {
  try {
    await app.tillstream.bus.execute(person, type, { command_id: randomUUID(), ...fields }, randomUUID());
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const newBrand = async (login = newLogin()) => {
  const platform = await app.platform();
  const brand = { name: 'Oshxona', currency: 'UZS', country_code: 'UZ', language: 'en' };
  const made = await command(platform, 'CreateBrand', { ...brand, owner: { login, name: 'First' } });
  return { login, brand_id: made.brand_id as string, invitation: made.invitation as string };
};

describe('an invitation', () => {
  test('of the first owner comes with the brand, and is accepted once', async () => {
    const { login, brand_id, invitation } = await newBrand();
    const { accounts, accountActs } = app.tillstream;
    const credential = randomUUID();
    const accept = (text: string) => accountActs.accept(text, credential, 'test').catch((error: Refusal) => error.code);
    // Two at once: one of them counts.
    const outcomes = await Promise.all([accept(invitation), accept(invitation)]);
    const id = outcomes.find((it) => typeof it === 'number') as number;
    expect(outcomes.toSorted()).toEqual([id, 'invitation_invalid'].toSorted());
    expect(await accept(invitation)).toBe('invitation_invalid');
    expect(await accept(`${id}.${'x'.repeat(43)}`)).toBe('invitation_invalid');
    expect(await accept('nonsense')).toBe('invitation_invalid');
    const found = await accounts.byLogin(login.toUpperCase());
    expect(found).toMatchObject({ account_id: id, brand_id, login, role: 'owner', credential_id: credential });
    expect(found).toEqual(await accounts.byId(id));
    // Nobody but the last owner is there.
    expect(await tryAs(personOf(id, 'owner', brand_id), 'DisableAccount', { account_id: id })).toBe('last_owner');
    const toCook = { account_id: id, role: 'cook' };
    expect(await tryAs(personOf(id, 'owner', brand_id), 'ChangeAccount', toCook)).toBe('last_owner');
  });

  test('is shown once: a repeat of the command has null, and the log has only its hash', async () => {
    const body = { command_id: randomUUID(), login: newLogin(), name: 'Nodira', role: 'cook' };
    const first = (await venue.till.post('/venue/v1/commands/InviteAccount', body)).body;
    const again = (await venue.till.post('/venue/v1/commands/InviteAccount', body)).body;
    const { account_id, invitation } = first.result;
    expect(invitation).toMatch(new RegExp(`^${account_id}\\.[A-Za-z0-9_-]{43}$`));
    expect(again).toMatchObject({ status: 'duplicate', result: { account_id, invitation: null } });
    const stored = JSON.stringify(await app.tillstream.stored.read(`account-${account_id}`));
    expect(stored).not.toContain(invitation.split('.')[1]);
    expect(stored).not.toContain(body.login);
    expect(stored).not.toContain('Nodira');
  });

  test('is refused for a login that anybody has, whatever its letters, in whichever brand', async () => {
    const login = newLogin();
    await invite('cook', { login });
    const asked = { login: login.toUpperCase(), name: 'Other', role: 'cook' };
    const refused = { status: 409, body: { code: 'login_taken' } };
    const body = (fields: object) => ({ command_id: randomUUID(), ...fields });
    expect(await venue.till.post('/venue/v1/commands/InviteAccount', body(asked))).toMatchObject(refused);
    const other = await createVenue(app, { name: 'Other' });
    expect(await other.till.post('/venue/v1/commands/InviteAccount', body(asked))).toMatchObject(refused);
    const platform = await app.platform();
    const brand = { name: 'Third', currency: 'UZS', country_code: 'UZ', language: 'en' };
    const owner = { login, name: 'Third' };
    expect(await platform.post('/venue/v1/commands/CreateBrand', body({ ...brand, owner }))).toMatchObject(refused);
  });
});

describe('owners', () => {
  test('two who shut each other out at once leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const { brand_id, login } = await newBrand();
      const first = (await app.tillstream.accounts.byLogin(login))!.account_id;
      const second = newLogin();
      const asFirst = personOf(first, 'owner', brand_id);
      await tryAs(asFirst, 'InviteAccount', { login: second, name: 'Second', role: 'owner' });
      const other = (await app.tillstream.accounts.byLogin(second))!.account_id;
      const asOther = personOf(other, 'owner', brand_id);
      const acts = [
        ['DisableAccount', { account_id: other }],
        ['ChangeAccount', { account_id: other, role: 'manager' }],
      ] as const;
      const [type, fields] = acts[round % 2]!;
      const outcomes = await Promise.all([
        tryAs(asFirst, type, fields),
        tryAs(asOther, 'DisableAccount', { account_id: first }),
      ]);
      expect(outcomes.toSorted()).toEqual(['done', 'last_owner']);
      // Back again, the other one may go.
      const left = outcomes[0] === 'done' ? first : other;
      const gone = left === first ? other : first;
      const by = personOf(left, 'owner', brand_id);
      await tryAs(by, 'EnableAccount', { account_id: gone });
      await tryAs(by, 'ChangeAccount', { account_id: gone, role: 'owner' });
      expect(await tryAs(by, 'DisableAccount', { account_id: left })).toBe('done');
    }
  });

  test('are out of reach for managers', async () => {
    const { account_id } = await invite('owner');
    const manager = personOf((await invite('manager')).account_id, 'manager', venue.brand_id);
    const acts = [
      ['InviteAccount', { login: newLogin(), name: 'N', role: 'owner' }],
      ['ChangeAccount', { account_id, name: 'N' }],
      ['DisableAccount', { account_id }],
      ['EnableAccount', { account_id }],
      ['ResetAccount', { account_id }],
    ] as const;
    for (const [type, fields] of acts)
      expect([type, await tryAs(manager, type, fields)]).toEqual([type, 'owner_forbidden']);
    expect(await tryAs(manager, 'EraseAccount', { account_id, reason: 'left' })).toBe('role_forbidden');
    const { account_id: cook } = await invite('cook');
    expect(await tryAs(manager, 'DisableAccount', { account_id: cook })).toBe('done');
  });
});

test('whoever is erased stays a number, and the login is free again', async () => {
  const login = newLogin();
  const { account_id } = await invite('manager', { login, name: 'Zarina Umarova' });
  const listed = async () => {
    const { body } = await venue.till.get('/venue/v1/accounts?limit=1000');
    return body.accounts.find((it: { account_id: number }) => it.account_id === account_id);
  };
  expect(await listed()).toMatchObject({ login, name: 'Zarina Umarova', last_signed_in_at: null, has_password: false });
  const person = personOf(account_id, 'manager', venue.brand_id);
  expect(await tryAs(person, 'DefineRegion', { name: 'North' })).toBe('done');
  const events = async (actor: string) => {
    const query = new URLSearchParams({ actor, type: 'RegionDefined' });
    return (await venue.auditor.get(`/audit/v1/events?${query}`)).body.events;
  };
  const [seen] = await events('Zarina Umarova');
  expect(seen.actor).toEqual({ kind: 'account', id: String(account_id), name: 'Zarina Umarova' });
  expect(await events(String(account_id))).toEqual([seen]);
  const erase = { account_id, reason: 'left' };
  await expect(command(venue.till, 'EraseAccount', erase)).rejects.toThrow();
  await command(venue.till, 'DisableAccount', { account_id });
  await command(venue.till, 'EraseAccount', erase);
  expect(await listed()).toMatchObject({ login: null, name: null, is_disabled: true, is_erased: true });
  expect(await events('Zarina Umarova')).toEqual([]);
  const actor = { kind: 'account', id: String(account_id), name: `account ${account_id}` };
  expect(await events(`account ${account_id}`)).toEqual([{ ...seen, actor }]);
  expect(await app.tillstream.accounts.byLogin(login)).toBeUndefined();
  const { account_id: next } = await invite('cook', { login });
  expect(next).not.toBe(account_id);
});
