import { expect, test } from 'vitest';
import type { Identities } from '../../../../src/commands/claims/identities.ts';
import { createClientRegister } from '../../../../src/commands/clients/client-register.ts';
import type { CommandHandler } from '../../../../src/commands/loop/handle.ts';
import { envelope } from '../../../support/tally.ts';

/** A register of one client whose name is another one by the time the register is told of its own. */
const setUp = () => {
  let notify: (clientId: number | null) => void = () => {};
  let inLog = 'Anna';
  const stateNow = () => ({ state: { client_id: 7, name: inLog }, events: [] });
  const handle = async () => {
    const before = stateNow();
    inLog = 'Bella';
    notify(7);
    return before;
  };
  const register = createClientRegister({
    handler: { handle, load: async () => stateNow() } as unknown as CommandHandler,
    identities: { claim: async () => ({ id: 7, claimed: false, result: null }) } as unknown as Identities,
    hash: (text: string) => text,
    draftKey: () => ({}) as never,
    readyKey: () => {},
    nameNotifications: {
      notify: async () => {},
      onNotified: (callback) => {
        notify = callback;
      },
    },
  });
  const of = (name: string) => ({ brand_id: 'brand', phone: '+998901234567', name });
  return { register, of };
};

test('a name that was changed while it was recorded is not believed to be the client’s', async () => {
  const { register, of } = setUp();
  expect(await register.findOrCreate(of('Anna'), envelope())).toBe(7);
  expect(await register.known(of('Anna'))).toBeUndefined();
  expect(await register.nameOf(7)).toBe('Bella');
});
