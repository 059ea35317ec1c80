// A database of its own: its processes go by its clock, and look at their checkpoints.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CommandHandler, createCommandHandler } from '../../src/commands/loop/handle.ts';
import {
  createOrganizationCharges,
  type OrganizationCharges,
} from '../../src/commands/organizations/organization-charges.ts';
import { ledgerDecider } from '../../src/domain/money/decide.ts';
import type { MoneyMoved } from '../../src/domain/money/events.ts';
import type { CloseCheque } from '../../src/domain/orders/commands.ts';
import { orderDecider } from '../../src/domain/orders/decide.ts';
import { type Order, placedOrder } from '../../src/domain/orders/state.ts';
import { organizationDecider } from '../../src/domain/organizations/decide.ts';
import { balanceOf } from '../../src/domain/organizations/state.ts';
import { tillDecider } from '../../src/domain/shifts/decide.ts';
import { systemEnvelope } from '../../src/processes/engine/process.ts';
import { createOrganizationChargesProcess } from '../../src/processes/organizations/organization-charges.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { type Counterparties, createCounterparties } from '../support/counterparties.ts';
import { recorded } from '../support/log.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let money: Counterparties;
/** A process that dies between two steps, and is not heard of again. */
let dying: { handler: CommandHandler; charges: OrganizationCharges };
let organization_id: number;
let order_id: number;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
  venue = await createVenue(app);
  money = await createCounterparties(venue);
  const handler = createCommandHandler(app.tillstream.store, app.tillstream.pool);
  dying = {
    handler,
    charges: createOrganizationCharges({ handler, store: app.tillstream.store, newUuid: randomUUID }),
  };
});
afterAll(() => app.stop());

/** An organization of its own for every test, with a cheque of 600 and a limit of 1 000. */
beforeEach(async () => {
  organization_id = (await command(venue.till, 'RegisterOrganization', { name: 'Artel', debt_limit: 1_000 })).id;
  order_id = await money.open(600, organization_id);
});

const envelope = () => systemEnvelope('test', new Date(clock.read()), venue);
const orderNow = async (): Promise<Order> =>
  placedOrder((await dying.handler.load(orderDecider, order_id)).state) as Order;
const balance = async (): Promise<number> =>
  balanceOf((await dying.handler.load(organizationDecider, organization_id)).state!);
const reported = async (): Promise<number> => {
  const { organizations } = (await venue.partner.get('/v1/reports/organizations')).body;
  return organizations.find((row: { organization_id: number }) => row.organization_id === organization_id).balance;
};
const charge = async () => dying.charges.charge(await orderNow(), { organization_id, amount: 600 }, envelope());
const close = () => command(venue.till, 'CloseCheque', money.closing(order_id, 600));
const closeWith = async (charge: CloseCheque['charge']) => {
  const payment = { payment_type_id: money.debt, payment_type_name: 'Debt', payment_category_id: 6, amount: 600 };
  const payments = [{ ...payment, tendered: null, is_deposit: false, loyalty: null, debtor_employee_id: null }];
  const closing = {
    cashier_id: venue.cashier_id,
    business_date: '2026-03-02',
    at: clock.at(0),
    payments,
    products: [],
  };
  const numbered = { shift_id: money.shift_id, cheque_number: 900 };
  return dying.handler.handle(
    orderDecider,
    order_id,
    { type: 'CloseCheque', ...closing, charge, ...numbered },
    envelope(),
  );
};
/** What each of the two processes acts on. Others' events move its checkpoint too, but only every few seconds. */
const FOLLOWED: Readonly<Record<string, RegExp>> = {
  'organization-charges': /^(OrganizationCharge(d|Released)|Cheque(Closed|Reopened)|GoodsReturned)$/,
  'money-parties': /^(MoneyMoved|MovementCancelled)$/,
};

/** The processes have seen everything, waited for as long as they do, and acted. */
const repaired = async (): Promise<void> => {
  const events = await recorded(app.tillstream.store);
  const lastOf = (name: string) => events.findLast(({ type }) => FOLLOWED[name]!.test(type))?.position ?? 0;
  await vi.waitFor(
    async () => {
      clock.move(20_001);
      await app.tillstream.processes.tick();
      const status = await app.tillstream.processes.status();
      const seen = status.filter(({ name }) => name in FOLLOWED);
      expect(seen.map(({ name, position }) => (position ?? 0) >= lastOf(name))).toEqual([true, true]);
    },
    { timeout: 10_000 },
  );
  // What was seen last has waited now, too.
  clock.move(20_001);
  await app.tillstream.processes.tick();
};
const both = async () => [await balance(), await reported()];

describe('a crash while a cheque is closed', () => {
  test('a charge whose cheque was not closed is released, and the cheque may not be closed with it any more', async () => {
    const late = await charge();
    expect(await both()).toEqual([-600, 0]);
    await repaired();
    expect(await both()).toEqual([0, 0]);
    await expect(closeWith(late)).rejects.toMatchObject({ code: 'charge_outdated' });
    // With another it may.
    await close();
    expect(await both()).toEqual([-600, -600]);
    await repaired();
    expect(await both()).toEqual([-600, -600]);
  });

  test('a charge after which the till gave a number is released, and the number is used by the next closing', async () => {
    await charge();
    const { state } = await dying.handler.handle(
      tillDecider,
      venue.point_id,
      { type: 'NumberCheque', order_id },
      envelope(),
    );
    await repaired();
    expect(await both()).toEqual([0, 0]);
    await close();
    expect((await orderNow()).cheque?.cheque_number).toBe(state.last_cheque_number);
    expect(await both()).toEqual([-600, -600]);
  });

  test('a closing is repeated before the charge is released, and both charges together count once', async () => {
    await charge();
    await close();
    expect(await reported()).toBe(-600);
    await repaired();
    expect(await both()).toEqual([-600, -600]);
  });

  test('the charge of a closed cheque stays, even if the answer to the closing was lost', async () => {
    await closeWith(await charge());
    await repaired();
    expect(await both()).toEqual([-600, -600]);
  });

  test('a charge of a deleted cheque is released', async () => {
    await charge();
    await command(venue.till, 'DeleteCheque', { order_id });
    await repaired();
    expect(await both()).toEqual([0, 0]);
  });
});

describe('a crash after a cheque was closed', () => {
  test('the charge of a reopened cheque is released', async () => {
    await close();
    await dying.handler.handle(orderDecider, order_id, { type: 'ReopenCheque', reason: 'x' }, envelope());
    await repaired();
    expect(await both()).toEqual([0, 0]);
    await close();
    await repaired();
    expect(await both()).toEqual([-600, -600]);
  });

  test('goods that came back are set off once', async () => {
    await close();
    const line = { line_id: (await orderNow()).lines[0]!.line_id, quantity: 200 };
    const type = { payment_type_id: money.debt, payment_type_name: 'Debt', payment_category_id: 6 };
    const amounts = { refunded_amount: undefined, service_amount: 0, delivery_amount: 0, debt_amount: 200 };
    const returned = {
      return_id: 77,
      at: clock.at(0),
      business_date: '2026-03-02',
      lines: [line],
      ...type,
      ...amounts,
    };
    const numbered = { divisible_product_ids: [], ordinal: 1, shift_id: money.shift_id, document_number: 900 };
    await dying.handler.handle(orderDecider, order_id, { type: 'ReturnGoods', ...returned, ...numbered }, envelope());
    await repaired();
    expect(await both()).toEqual([-400, -400]);
  });

  test('a payment is on the organization’s stream too, and so is its cancellation', async () => {
    const movement: MoneyMoved = {
      movement_id: 900_000 + organization_id,
      brand_id: venue.brand_id,
      point_id: venue.point_id,
      amount: 250,
      timezone: 'Asia/Tashkent',
      business_date: '2026-03-02',
      moved_at: clock.at(0),
      register: 'account',
      shift_id: null,
      account_id: money.bank,
      source: 'bank',
      payment_type_id: null,
      payment_category_id: null,
      direction: 'plus',
      operation: 'organization_payment',
      payment_purpose_id: null,
      personal: { employee_id: null, note: null },
      party: { kind: 'organization', id: organization_id, is_internal: false },
    };
    const { movement_id, brand_id } = movement;
    await dying.handler.handle(ledgerDecider, venue.point_id, { type: 'MoveMoney', movement }, envelope());
    await repaired();
    expect(await both()).toEqual([250, 250]);
    const recorded = { movement_ids: [movement_id], party: movement.party };
    const cancel = { type: 'CancelMovement' as const, brand_id, recorded, at: clock.at(0) };
    await dying.handler.handle(ledgerDecider, venue.point_id, cancel, envelope());
    await repaired();
    expect(await both()).toEqual([0, 0]);
  });
});

test('two processes that repair the same at once, twice over, end where one does', async () => {
  const another = await money.open(300, organization_id);
  await closeWith(await charge());
  await dying.handler.handle(orderDecider, order_id, { type: 'ReopenCheque', reason: 'x' }, envelope());
  const lost = await dying.charges.charge(
    placedOrder((await dying.handler.load(orderDecider, another)).state) as Order,
    { organization_id, amount: 300 },
    envelope(),
  );
  const types = [
    'OrganizationCharged',
    'OrganizationChargeReleased',
    'ChequeClosed',
    'ChequeReopened',
    'GoodsReturned',
  ];
  const events = await app.tillstream.store.readAll(0, 10_000, { brandId: venue.brand_id, types });
  const processes = [1, 2].map(() => createOrganizationChargesProcess({ ...dying, clock: clock.read }));
  clock.move(60_000);
  for (let turn = 0; turn < 2; turn++) {
    await Promise.all(
      processes.map(async ({ follower, ticker }) => {
        await follower.handle(events, {} as never);
        clock.move(20_001);
        await ticker.tick(new Date(clock.read()));
      }),
    );
  }
  expect(await both()).toEqual([0, 0]);
  const stream = await app.tillstream.store.read(`organization-${organization_id}`);
  expect(stream.filter(({ type }) => type === 'OrganizationChargeReleased')).toHaveLength(2);
  const { abandoned_charge_ids } = placedOrder((await dying.handler.load(orderDecider, another)).state) as Order;
  expect(abandoned_charge_ids).toEqual([lost.charge_id]);
});
