import { expect, test } from 'vitest';
import type { Envelope } from '../../../../src/commands/loop/envelope.ts';
import { closeOnCharge } from '../../../../src/commands/organizations/close-on-charge.ts';
import type { Charge, OrganizationCharges } from '../../../../src/commands/organizations/organization-charges.ts';
import type { Order } from '../../../../src/domain/orders/state.ts';
import { conflict } from '../../../../src/domain/refusal.ts';

const order = { brand_id: 'brand', point_id: 'point', order_id: 1 } as Order;
const debt = { organization_id: 7, amount: 100 };

/** Charges that are noted, and not recorded. */
const open = () => {
  const noted: string[] = [];
  let made = 0;
  const charges: OrganizationCharges = {
    charge: async (_, owed) => {
      made += 1;
      noted.push(`charge ${made}`);
      return { ...owed, charge_id: String(made) };
    },
    release: async (_, { charge_id }) => {
      noted.push(`release ${charge_id}`);
    },
    reopen: async () => {},
    setOff: async () => {},
  };
  const close = (attempts: (charge: Charge | null) => Promise<string>) =>
    closeOnCharge(
      charges,
      () => ({}) as Envelope,
      async (chargeFor) => attempts(await chargeFor(order, debt)),
    );
  return { noted, charges, close };
};

test('a cheque that is closed keeps its charge', async () => {
  const { noted, close } = open();
  expect(await close(async (charge) => `closed with ${charge?.charge_id}`)).toBe('closed with 1');
  expect(noted).toEqual(['charge 1']);
});

test('a charge of a refused closing is released', async () => {
  const { noted, close } = open();
  await expect(close(() => Promise.reject(conflict('shift_not_open')))).rejects.toMatchObject({
    code: 'shift_not_open',
  });
  expect(noted).toEqual(['charge 1', 'release 1']);
});

test('a closing whose charge is outdated charges anew', async () => {
  const { noted, close } = open();
  const closed = await close(async (charge) => {
    if (charge?.charge_id === '1') throw conflict('charge_outdated');
    return `closed with ${charge?.charge_id}`;
  });
  expect(closed).toBe('closed with 2');
  expect(noted).toEqual(['charge 1', 'release 1', 'charge 2']);
});

test('a closing that finds another charge outdated each time is to be sent again', async () => {
  const { noted, close } = open();
  await expect(close(() => Promise.reject(conflict('charge_outdated')))).rejects.toThrow('changed each time');
  expect(noted).toHaveLength(6);
});

test('a charge is left to the process organization-charges if it is unknown whether the cheque was closed', async () => {
  const { noted, close } = open();
  await expect(close(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(noted).toEqual(['charge 1']);
});

test('a cheque without a debt asks for nothing', async () => {
  const { noted, charges } = open();
  const envelope = (): Envelope => {
    throw new Error('nothing is recorded');
  };
  expect(await closeOnCharge(charges, envelope, (chargeFor) => chargeFor(order, null))).toBeNull();
  expect(noted).toEqual([]);
});
