import { expect, test } from 'vitest';
import { hashPassword } from '../../../../src/api/sessions/argon2id.ts';
import { createSignIn, type SignInOptions } from '../../../../src/api/sessions/sign-in.ts';
import type { AccountView } from '../../../../src/commands/accounts/account-directory.ts';

/** Some ten milliseconds: much more than all the rest of an attempt. */
const COST = { memoryKib: 8_192, passes: 2 };
const BY = { address: '203.0.113.7', requestId: 'test', signal: new AbortController().signal, logFault: () => {} };

const account = (is_disabled: boolean, credential_id: string | null) =>
  ({ account_id: 1, is_disabled, credential_id }) as unknown as AccountView;

const open = async () => {
  const hash = await hashPassword('the right password', COST);
  const accounts: Readonly<Record<string, AccountView>> = {
    known: account(false, 'credential'),
    disabled: account(true, 'credential'),
    invited: account(false, null),
  };
  return createSignIn({
    accounts: { byLogin: async (login: string) => accounts[login] },
    passwords: { find: async (id: string) => (id === 'credential' ? hash : undefined) },
    knownAddresses: { has: async () => false, note: async () => {} },
    failures: { requireFew: () => {}, begin: async () => {}, failed: async () => {}, succeeded: async () => {} },
    inQueue: (work: () => Promise<unknown>) => work(),
    note: async () => {},
    isOfDemo: undefined,
    cost: COST,
  } as unknown as SignInOptions);
};

/** Processor time of some attempts, in microseconds: how busy the machine is beside them does not count. */
const costOf = async (signIn: Awaited<ReturnType<typeof open>>, login: string): Promise<number> => {
  const before = process.cpuUsage();
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(signIn.signIn(login, 'a wrong password', BY)).rejects.toMatchObject({ code: 'sign_in_failed' });
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

test('an attempt costs alike whether there is such an account or not, from the first one on', async () => {
  const signIn = await open();
  const unknown = await costOf(signIn, 'unknown');
  const costs = [unknown];
  for (const login of ['known', 'disabled', 'invited', 'known', 'unknown']) costs.push(await costOf(signIn, login));
  // An attempt without a hash would cost next to nothing. What a collection of garbage adds to one of them says nothing.
  const usual = costs.toSorted((one, other) => one - other)[costs.length >> 1]!;
  expect(Math.min(...costs)).toBeGreaterThan(usual / 3);
});

test('the right password lets in, but not to an account that is shut out or was never accepted', async () => {
  const signIn = await open();
  expect(await signIn.signIn('known', 'the right password', BY)).toMatchObject({ account_id: 1 });
  for (const login of ['disabled', 'invited', 'unknown']) {
    await expect(signIn.signIn(login, 'the right password', BY)).rejects.toMatchObject({ status: 401 });
  }
  // Outside of the demo everybody has a password.
  await expect(signIn.signIn('known', undefined, BY)).rejects.toMatchObject({ code: 'field_required' });
});
