// A database of its own: no process may act before it says so.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { organizationDecider } from '../../src/domain/organizations/decide.ts';
import { balanceOf, chargesOf, RECENT } from '../../src/domain/organizations/state.ts';
import { command, type TestApp } from '../support/app.ts';
import { type Counterparties, createCounterparties } from '../support/counterparties.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let money: Counterparties;
beforeAll(async () => {
  // The process would find that the cheques of the many charges do not exist.
  app = await startVenueApp({ runProcesses: false });
  venue = await createVenue(app);
  money = await createCounterparties(venue);
});
afterAll(() => app?.stop());

const OTHERS = 2 * RECENT + 100;
const APPEND = 500;

/** As if so many other cheques had been closed since. */
const chargeOthers = async (organization_id: number): Promise<void> => {
  const { brand_id, point_id } = venue;
  for (let from = 0; from < OTHERS; from += APPEND) {
    const events = Array.from({ length: Math.min(APPEND, OTHERS - from) }, (_, index) => ({
      id: randomUUID(),
      type: 'OrganizationCharged',
      data: {
        organization_id,
        brand_id,
        point_id,
        charge_id: randomUUID(),
        order_id: 1_000_000 + from + index,
        amount: 1,
      },
      metadata: {
        command_id: randomUUID(),
        correlation_id: 'test',
        causation_id: null,
        brand_id,
        point_id,
        schema_version: 1,
        occurred_at: new Date().toISOString(),
        actor: { kind: 'venue' as const, id: 'test', name: 'test' },
      },
    }));
    await app.tillstream.store.append(`organization-${organization_id}`, 'any', events);
  }
};

test('a cheque of long ago is charged once, however often it is closed and opened again', async () => {
  const { till } = venue;
  const organization_id = (await command(till, 'RegisterOrganization', { name: 'Artel', debt_limit: 5_000 })).id;
  const order_id = await money.open(600, organization_id);
  const send = async (type: string, fields: object, command_id = randomUUID()) => {
    const answer = await till.post(`/venue/v1/commands/${type}`, { command_id, ...fields });
    return `${answer.status} ${answer.body.status ?? answer.body.code}`;
  };
  const state = async () => {
    const handler = createCommandHandler(app.tillstream.store, app.tillstream.pool);
    return (await handler.load(organizationDecider, organization_id)).state!;
  };
  const owed = async () => 0 - balanceOf(await state()) - OTHERS;
  const [closing, reopening, again] = [randomUUID(), randomUUID(), randomUUID()];
  const close = money.closing(order_id, 600);
  expect(await send('CloseCheque', close, closing)).toBe('200 accepted');
  await chargeOthers(organization_id);
  expect(chargesOf(await state(), order_id)).toEqual([]);
  expect(await owed()).toBe(600);

  expect(await send('CloseCheque', close, closing)).toBe('200 duplicate');
  expect(await send('CloseCheque', close)).toBe('409 cheque_already_closed');
  expect(await owed()).toBe(600);
  const reopen = { order_id, reason: 'Paid by mistake' };
  expect(await send('ReopenCheque', reopen, reopening)).toBe('200 accepted');
  expect(await owed()).toBe(0);
  expect(await send('ReopenCheque', reopen, reopening)).toBe('200 duplicate');
  expect(await owed()).toBe(0);
  expect(await send('CloseCheque', close, again)).toBe('200 accepted');
  expect(await send('CloseCheque', close, again)).toBe('200 duplicate');
  expect(await send('ReopenCheque', reopen, reopening)).toBe('200 duplicate');
  expect(await owed()).toBe(600);
});
