import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from '../../../../src/domain/decider.ts';
import type { OrganizationCommand } from '../../../../src/domain/organizations/commands.ts';
import { organizationDecider } from '../../../../src/domain/organizations/decide.ts';
import type { OrganizationEvent } from '../../../../src/domain/organizations/events.ts';
import { balanceOf, evolveKeeping, type OrganizationState } from '../../../../src/domain/organizations/state.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import { effort } from '../../../support/effort.ts';
import { brand_id, charge, payment, registered, registration, release, setOff } from './organization-fixture.ts';

/** The rules once more, as plainly as can be: everything in lists, and every balance added up anew. */
const createModel = (limit: number | null, opening: number) => {
  let debtLimit = limit;
  const charges: { order: number; charge: string; amount: number }[] = [];
  const payments = new Map<number, number | 'cancelled'>();
  const setOffs = new Map<number, number>();
  const total = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);
  const ofOrder = (order: number): number =>
    Math.max(0, ...charges.filter((it) => it.order === order).map(({ amount }) => amount));
  const orders = (): Set<number> => new Set(charges.map(({ order }) => order));
  const paid = () => total([...payments.values()].map((it) => (it === 'cancelled' ? 0 : it)));
  const balance = (without?: number): number =>
    opening + paid() + total(setOffs.values()) - total([...orders()].map((it) => (it === without ? 0 : ofOrder(it))));

  const run = (command: OrganizationCommand): 'refused' | undefined => {
    switch (command.type) {
      case 'ChangeOrganization':
        debtLimit = command.details.debt_limit;
        return;
      case 'Charge': {
        const { order_id: order, charge_id, amount } = command;
        if (charges.some((it) => it.order === order && it.charge === charge_id)) return;
        if (debtLimit !== null && amount - balance(order) > debtLimit) return 'refused';
        charges.push({ order, charge: charge_id, amount });
        return;
      }
      case 'ReleaseCharge': {
        const index = charges.findIndex((it) => it.order === command.order_id && it.charge === command.charge_id);
        if (index >= 0) charges.splice(index, 1);
        return;
      }
      case 'SetOffDebt':
        if (!setOffs.has(command.return_id)) setOffs.set(command.return_id, command.amount);
        return;
      case 'RecordPayment':
        if (!payments.has(command.payment.movement_id))
          payments.set(command.payment.movement_id, command.payment.amount);
        return;
      case 'CancelPayment':
        payments.set(command.movement_id, 'cancelled');
    }
  };
  return { run, balance, limit: () => debtLimit };
};

const { registered_on: _, registered_at: __, timezone: ___, organization_id: ____, ...details } = registration;
const { opening_balance: _____, point_id: ______, ...changeable } = details;

const CHANGED_AT = '2026-03-05T12:00:00.000Z';
const number = fc.integer({ min: 1, max: 4 });
const amount = fc.integer({ min: 1, max: 60 });
const limit = fc.option(fc.integer({ min: 0, max: 150 }));
const commands: fc.Arbitrary<OrganizationCommand> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(number, number, amount).map((it) => charge(...it)) },
  { weight: 3, arbitrary: fc.tuple(number, number).map((it) => release(...it)) },
  { weight: 1, arbitrary: fc.tuple(number, amount).map((it) => setOff(...it)) },
  {
    weight: 2,
    arbitrary: fc.tuple(number, amount).map((it) => ({ type: 'RecordPayment', payment: payment(...it) }) as const),
  },
  { weight: 1, arbitrary: number.map((movement_id) => ({ type: 'CancelPayment', brand_id, movement_id }) as const) },
  {
    weight: 1,
    arbitrary: limit.map(
      (debt_limit) =>
        ({
          type: 'ChangeOrganization',
          details: { ...changeable, debt_limit },
          opening: null,
          at: CHANGED_AT,
        }) as const,
    ),
  },
);

it('no order of charges, releases, payments and returns brings a debt over the limit in force at the charge', () => {
  let refused = 0;
  let charged = 0;
  const property = fc.property(
    limit,
    fc.integer({ min: -80, max: 80 }),
    fc.array(commands, { maxLength: 40 }),
    (debt_limit, opening_balance, run) => {
      const model = createModel(debt_limit, opening_balance);
      let state: OrganizationState = organizationDecider.evolve(null, registered({ debt_limit, opening_balance }));
      for (const command of run) {
        let events: readonly OrganizationEvent[] | 'refused';
        try {
          events = organizationDecider.decide(state, command);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          events = 'refused';
        }
        assert.equal(model.run(command), events === 'refused' ? 'refused' : undefined);
        if (events === 'refused') {
          refused += 1;
          continue;
        }
        state = fold(organizationDecider, state, events);
        assert.equal(balanceOf(state!), model.balance());
        if (command.type !== 'Charge' || events.length === 0) continue;
        charged += 1;
        const now = model.limit();
        const others = model.balance(command.order_id);
        if (now !== null) assert.ok(command.amount - others <= now);
      }
    },
  );
  fc.assert(property, { numRuns: effort({ short: 500, long: 5_000 }) });
  // Both happened, so the property says something.
  expect(refused).toBeGreaterThan(100);
  expect(charged).toBeGreaterThan(100);
});

it('balances are the same whether all charges are kept or the last alone', () => {
  let older = 0;
  const closings = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom('close', 'reopen', 'late')), {
    minLength: 20,
    maxLength: 60,
  });
  const property = fc.property(closings, amount, (run, owed) => {
    const [all, few] = [evolveKeeping(1_000), evolveKeeping(2)];
    let [whole, last] = [all(null, registered()), few(null, registered())];
    /** The charge of each order whose cheque is closed, and those that were released. */
    const open = new Map<number, number>();
    const gone: [number, number][] = [];
    const next = (command: OrganizationCommand): void => {
      const events = organizationDecider.decide(last, command);
      assert.deepEqual(events, organizationDecider.decide(whole, command));
      whole = events.reduce(all, whole);
      last = events.reduce(few, last);
      assert.equal(balanceOf(last!), balanceOf(whole!));
    };
    for (const [step, [order, what]] of run.entries()) {
      const known = open.get(order);
      if (what === 'close' && known === undefined) {
        open.set(order, step);
        next(charge(order, step, owed + step));
      } else if (what === 'reopen' && known !== undefined) {
        open.delete(order);
        gone.push([order, known]);
        next(release(order, known, owed + known));
      } else if (what === 'late' && gone.length > 0) {
        // The process that settles what a crash left does it once more.
        const [of, id] = gone[step % gone.length]!;
        next(release(of, id, owed + id));
      }
      older += last!.older;
    }
    assert.ok(last!.charges.flatMap(([, page]) => page).length <= 4);
    assert.equal(balanceOf(last!), 0 - [...open.values()].reduce((total, id) => total + owed + id, 0));
  });
  fc.assert(property, { numRuns: effort({ short: 500, long: 5_000 }) });
  expect(older).toBeGreaterThan(1_000);
});
