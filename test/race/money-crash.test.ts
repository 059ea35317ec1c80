// A database of its own: two processes share it, and are killed.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { command } from '../support/app.ts';
import { type AppPair, startAppPair } from '../support/app-pair.ts';
import type { AppProcess } from '../support/app-process.ts';
import { type Counterparties, createCounterparties } from '../support/counterparties.ts';
import { effort } from '../support/effort.ts';
import { createClient, type HttpClient, Unanswered } from '../support/http-client.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

const KILLS = effort({ short: 3, long: 12 });
const CLIENTS = 12;
const DONE_BETWEEN_KILLS = 40;
/**
 * Between two steps of a client while a process starts: without it they take the time that the start needs. Before each kill all of
 * them are at work again.
 */
const PAUSE_MS = 500;
const LIMIT = 5_000;
const EATEN = 600;

let pair: AppPair;
/** The process that all clients ask, before it is killed. */
let aimedAt: AppProcess | undefined;

beforeAll(async () => {
  pair = await startAppPair();
  if (pair.database.eventStoreUrl === undefined) await pair.database.pool.query(SLOW_CLOSINGS);
}, 60_000);
afterAll(() => pair?.stop());

test('kills between two streams of money leave nothing half done, whether or not the caller asks again', {
  timeout: 600_000,
}, async () => {
  const venue = await createVenue(pair);
  const parties = await createParties(venue, await createCounterparties(venue));

  let isOver = false;
  let isStarting = false;
  const done = createTally();
  const working = Promise.all(
    Array.from({ length: CLIENTS }, async (_, name) => {
      for (let step = name; !isOver; step++) {
        await parties.steps[step % parties.steps.length]!(name % 2 === 0).catch((error: unknown) => {
          if (!(error instanceof GaveUp)) throw error;
        });
        done.add();
        if (isStarting) await delay(PAUSE_MS);
      }
    }),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    await Promise.race([done.reach((kill + 1) * DONE_BETWEEN_KILLS), working]);
    const process = pair.processes[kill % 2]!;
    aimedAt = process;
    await Promise.race([killInClosing(process), working]);
    aimedAt = undefined;
    // The other one goes on meanwhile.
    isStarting = true;
    await process.start();
    isStarting = false;
  }
  await Promise.race([done.reach((KILLS + 1) * DONE_BETWEEN_KILLS), working]);
  isOver = true;
  await working;

  const recorded = await readLog(venue.auditor);
  expect([...parties.answered].filter((key) => !recorded.keys.has(key))).toEqual([]);
  // A charge whose cheque was not closed is released when its time is over: else it would count for the debt limit for ever.
  await vi.waitFor(async () => expect(await openCharges(venue.auditor)).toEqual([]), {
    timeout: 90_000,
    interval: 1_000,
  });
  await vi.waitFor(async () => expect(await parties.shown()).toEqual(recorded.balances), {
    timeout: 90_000,
    // Reports are limited by the minute.
    interval: 3_000,
  });
  expect(Object.keys(recorded.balances.organizations)).toHaveLength(2);
  expect(await parties.deepestDebt()).toBeGreaterThanOrEqual(-LIMIT);
  for (const [account_id, counted] of recorded.accounts) {
    expect(await command(venue.till, 'CountAccount', { account_id, counted })).toMatchObject({ difference: 0 });
  }
});

interface Balances {
  /** By organization: what it paid, less what its closed cheques cost. */
  readonly organizations: Record<string, number>;
  /** What the supplier was paid, and what the employee was. */
  readonly supplier: number;
  readonly salary: number;
}

/** What cheques and movements say: each is one event, which is there or not. */
const readLog = async (auditor: HttpClient) => {
  const organizations: Record<string, number> = {};
  const paid = { organization: 0, supplier: 0, employee: 0 };
  const accounts = new Map<number, number>();
  const keys = new Set<string>();
  const types = 'ChequeClosed,MoneyMoved,MoneyTransferred,MovementCancelled';
  const { events } = (await auditor.get(`/audit/v1/events?type=${types}&limit=10000`)).body;
  const cancelled = new Set<number>(
    events.flatMap(({ type, data }: Event) => (type === 'MovementCancelled' ? data.movement_ids : [])),
  );
  const hold = (account: number, amount: number) => accounts.set(account, (accounts.get(account) ?? 0) + amount);
  for (const { type, data } of events as Event[]) {
    if (type === 'ChequeClosed') {
      keys.add(`cheque ${data.order_id}`);
      organizations[data.organization_id] = (organizations[data.organization_id] ?? 0) - EATEN;
    }
    if (type === 'MoneyTransferred') {
      keys.add(`movement ${data.from.movement_id}`);
      hold(data.from.account_id, -data.amount);
      hold(data.to.account_id, data.amount);
    }
    if (type !== 'MoneyMoved') continue;
    keys.add(`movement ${data.movement_id}`);
    if (cancelled.has(data.movement_id)) continue;
    hold(data.account_id, data.direction === 'plus' ? data.amount : -data.amount);
    const { kind, id } = data.party as { kind: keyof typeof paid; id: number };
    paid[kind] += data.amount;
    if (kind === 'organization') organizations[id] = (organizations[id] ?? 0) + data.amount;
  }
  const balances: Balances = { organizations, supplier: paid.supplier, salary: paid.employee };
  return { balances, accounts, keys };
};

/** Charges that were neither released nor closed with. */
const openCharges = async (auditor: HttpClient): Promise<string[]> => {
  const types = 'OrganizationCharged,OrganizationChargeReleased,ChequeClosed';
  const { events } = (await auditor.get(`/audit/v1/events?type=${types}&limit=10000`)).body;
  const chargesOf = (isCharge: boolean): string[] =>
    (events as Event[]).flatMap(({ type, data }) =>
      (type === 'OrganizationCharged') === isCharge ? data.charge_id : [],
    );
  const ended = new Set(chargesOf(false));
  return chargesOf(true).filter((charge) => !ended.has(charge));
};

// biome-ignore lint/suspicious/noExplicitAny: data are as varied as the events
type Event = { readonly type: string; readonly data: any };

/** A closing takes a while to be written: at a random moment a kill seldom falls between a charge and the closing of its cheque. */
const SLOW_CLOSINGS = `
  create function slow_closing() returns trigger language plpgsql as
    'begin perform pg_sleep(0.2); return new; end';
  create trigger slow_closing before insert on log.events for each row
    when (new.type = 'ChequeClosed') execute function slow_closing()`;
const CLOSING = `
  select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;

/** Kills the process while a closing is being written, which so never comes to the log. Where another store has the events: at once. */
const killInClosing = async (process: AppProcess): Promise<void> => {
  const { pool, eventStoreUrl } = pair.database;
  if (eventStoreUrl !== undefined) return process.kill();
  while ((await pool.query(CLOSING)).rowCount === 0);
  await process.kill();
  await pool.query(`select pg_terminate_backend(pid) from (${CLOSING}) as closing`);
};

const createTally = () => {
  let count = 0;
  let heard = Promise.withResolvers<void>();
  return {
    add: (): void => {
      count += 1;
      heard.resolve();
      heard = Promise.withResolvers<void>();
    },
    reach: async (goal: number): Promise<void> => {
      while (count < goal) await heard.promise;
    },
  };
};

/** No answer came, and the caller does not ask again. */
class GaveUp extends Error {}

/** Sends the command to either process until one of them answers, or gives up. */
const sendUntilAnswered = async (token: string, isPatient: boolean, type: string, fields: object) => {
  const body = { command_id: randomUUID(), ...fields };
  for (let attempt = 0; ; attempt++) {
    const { url } = aimedAt ?? pair.processes[(attempt + body.command_id.charCodeAt(0)) % 2]!;
    const answer = await createClient(url, token)
      .post(`/venue/v1/commands/${type}`, body)
      .catch((error: unknown) => {
        if (!(error instanceof Unanswered)) throw error;
        return undefined;
      });
    // Let the kill take effect before trying again.
    await new Promise((resolve) => setImmediate(resolve));
    if (!answer && !isPatient) throw new GaveUp();
    if (!answer || answer.status === 503) continue;
    expect([200, 409], `${type}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    return { result: answer.body.result, refused: answer.status === 409 ? answer.body.code : null };
  }
};

/** Companies that eat on account, a supplier and an employee: what is done with them, and what was answered to it. */
const createParties = async (venue: TestVenue, { bank, debt, unit }: Counterparties) => {
  const { till, partner, auditor, point_id, cashier_id, cash } = venue;
  const id = async (type: string, fields: object): Promise<number> => (await command(till, type, { ...fields })).id;
  const safe = await id('DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' });
  const payment_purpose_id = await id('DefinePaymentPurpose', { name: 'Salary', is_payout: true });
  const supplier_id = await id('RegisterSupplier', { name: 'Bozor' });
  const organizations = [
    await id('RegisterOrganization', { name: 'Artel', debt_limit: LIMIT }),
    await id('RegisterOrganization', { name: 'Uzum', debt_limit: LIMIT }),
  ];
  /** Cheques that are closed and movements that are made, as their answers said. */
  const answered = new Set<string>();
  const send = async (isPatient: boolean, type: string, fields: object) => {
    const { result, refused } = await sendUntilAnswered(till.token!, isPatient, type, fields);
    expect(refused, type).toBeNull();
    return result;
  };
  const move = async (isPatient: boolean, type: string, fields: object): Promise<number> => {
    const { id: movement_id } = await send(isPatient, type, fields);
    answered.add(`movement ${movement_id}`);
    return movement_id;
  };
  let turn = 0;
  const nextOrganization = (): number => organizations[turn++ % organizations.length]!;
  const payment = (amount: number) => ({
    organization_id: nextOrganization(),
    point_id,
    amount,
    source: 'bank',
    account_id: bank,
    payment_type_id: cash,
  });

  const eat = async (isPatient: boolean): Promise<void> => {
    const organization_id = nextOrganization();
    const { order_id } = await send(isPatient, 'OpenCheque', { point_id, order_type_id: 1 });
    await send(isPatient, 'AddItems', { order_id, items: [{ product_id: unit, quantity: EATEN }] });
    await send(isPatient, 'AssignCheque', { order_id, organization_id });
    const payments = [{ payment_type_id: debt, amount: EATEN }];
    const closing = { order_id, cashier_id, payments };
    const { refused } = await sendUntilAnswered(till.token!, isPatient, 'CloseCheque', closing);
    expect([null, 'debt_limit_exceeded']).toContain(refused);
    if (refused === null) answered.add(`cheque ${order_id}`);
  };
  const pay = async (isPatient: boolean): Promise<void> => {
    await move(isPatient, 'ReceiveOrganizationPayment', payment(400));
  };
  const payAndCancel = async (isPatient: boolean): Promise<void> => {
    const movement_id = await move(isPatient, 'ReceiveOrganizationPayment', payment(90));
    await send(isPatient, 'CancelMovement', { movement_id });
  };
  const paySupplier = async (isPatient: boolean): Promise<void> => {
    const fields = { supplier_id, amount: 50, account_id: bank, point_id, payment_purpose_id };
    await move(isPatient, 'PaySupplier', fields);
  };
  const paySalary = async (isPatient: boolean): Promise<void> => {
    const fields = { employee_id: cashier_id, point_id, payment_purpose_id, amount: 20, account_id: safe };
    await move(isPatient, 'PaySalary', fields);
  };
  const transfer = (isPatient: boolean) =>
    send(isPatient, 'TransferMoney', { from: { account_id: bank }, to: { account_id: safe }, amount: 30 });

  const day = (days: number): string => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  const report = async (path: string) => {
    const { status, body } = await partner.get(`/v1/reports/${path}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  return {
    answered,
    steps: [eat, pay, paySupplier, eat, payAndCancel, paySalary, transfer],
    shown: async (): Promise<Balances> => {
      const debts = (await report('organizations')).organizations;
      const { suppliers } = await report('suppliers');
      const { employees } = await report(`payroll?date_from=${day(-1)}&date_to=${day(1)}`);
      const balance = (it: number): number =>
        debts.find((row: { organization_id: number }) => row.organization_id === it).balance;
      return {
        organizations: Object.fromEntries(organizations.map((it) => [it, balance(it)])),
        supplier: Math.abs(suppliers[0].balance),
        salary: employees.find((row: { employee_id: number }) => row.employee_id === cashier_id).paid_amount,
      };
    },
    /** The lowest balance that a charge left behind, from the organizations' own events. */
    deepestDebt: async (): Promise<number> => {
      let deepest = 0;
      for (const organization of organizations) {
        let paid = 0;
        const payments = new Map<number, number>();
        /** By order and charge. A closing that is tried again charges again: of its charges the highest counts. */
        const charges = new Map<number, Map<string, number>>();
        const owed = (): number =>
          [...charges.values()].reduce((sum, ofOrder) => sum + Math.max(0, ...ofOrder.values()), 0);
        const path = `/audit/v1/events?stream=organization-${organization}&limit=10000`;
        for (const { type, data } of (await auditor.get(path)).body.events) {
          const { order_id, charge_id, movement_id, amount } = data;
          if (type === 'OrganizationPaymentReceived') {
            payments.set(movement_id, amount);
            paid += amount;
          }
          if (type === 'OrganizationPaymentCancelled') paid -= payments.get(movement_id) ?? 0;
          if (type === 'OrganizationChargeReleased') charges.get(order_id)?.delete(charge_id);
          if (type !== 'OrganizationCharged') continue;
          charges.set(order_id, (charges.get(order_id) ?? new Map()).set(charge_id, amount));
          deepest = Math.min(deepest, paid - owed());
        }
      }
      return deepest;
    },
  };
};
