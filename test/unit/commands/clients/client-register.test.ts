import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Identities } from '../../../../src/commands/claims/identities.ts';
import { createClientRegister } from '../../../../src/commands/clients/client-register.ts';
import type { CommandHandler } from '../../../../src/commands/loop/handle.ts';
import type { ClientCommand } from '../../../../src/domain/clients/commands.ts';
import { clientDecider } from '../../../../src/domain/clients/decide.ts';
import type { Client, ClientState } from '../../../../src/domain/clients/state.ts';
import { fold } from '../../../../src/domain/decider.ts';
import { envelope } from '../../../support/tally.ts';

let now: number;
beforeEach(() => {
  now = 1_000;
  // The cache holds on to the clock that was there when it was loaded: that one is set, and not replaced.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const passAMinute = () => {
  now += 61_000;
  vi.advanceTimersByTime(61_000);
};

/** Two processes over one log, who do not hear each other's notifications. */
const setUp = () => {
  let state: ClientState = null;
  const load = vi.fn(async ({ category }: { readonly category: string }) => ({
    state: category === clientDecider.category ? state : null,
    revision: 0,
  }));
  const handle = async (_: unknown, __: unknown, command: ClientCommand) => {
    const events = clientDecider.decide(state, command);
    state = fold(clientDecider, state, events);
    return { state, events };
  };
  const open = () =>
    createClientRegister({
      handler: { load, handle } as unknown as CommandHandler,
      identities: { claim: async () => ({ id: 7, claimed: false, result: null }) } as unknown as Identities,
      hash: (text: string) => text,
      draftKey: () => ({}) as never,
      readyKey: () => {},
      nameNotifications: { notify: async () => {}, onNotified: () => {} },
    });
  const of = (name: string) => ({ brand_id: 'brand', phone: '+998901234567', name });
  return { one: open(), two: open(), load, of, name: () => (state as Client | null)?.name };
};

test('a name that another process has changed, whose notification did not arrive, is believed for a minute at most', async () => {
  const { one, two, of, name } = setUp();
  await one.findOrCreate(of('Anna'), envelope());
  await two.findOrCreate(of('Bella'), envelope());
  expect(await one.known(of('Anna'))).toBe(7);
  passAMinute();
  expect(await one.known(of('Anna'))).toBeUndefined();
  await one.findOrCreate(of('Anna'), envelope());
  expect(name()).toBe('Anna');
});

test('a guest whose name is what it was is known: the log is asked once a minute', async () => {
  const { one, load, of } = setUp();
  await one.findOrCreate(of('Anna'), envelope());
  for (const asked of [0, 1, 2]) {
    for (let order = 0; order < 10; order++) expect(await one.known(of('Anna'))).toBe(7);
    expect(load.mock.calls.filter(([{ category }]) => category === 'client')).toHaveLength(asked);
    passAMinute();
  }
});
