import { describe, expect, it } from 'vitest';
import { ledgerDecider } from '../../../../src/domain/money/decide.ts';
import { type MoneyEvent, type MoneyMoved, moneyEvents } from '../../../../src/domain/money/events.ts';
import { employeeOf, type Leg, type Party } from '../../../../src/domain/money/shapes.ts';
import { recordedMovement } from '../../../../src/domain/money/state.ts';
import { tillDecider } from '../../../../src/domain/shifts/decide.ts';
import { type TillEvent, tillEvents } from '../../../../src/domain/shifts/events.ts';
import { specOf } from '../../../support/given-when-then.ts';

const brand_id = '3f2b1c1e-9d53-4c1c-8b1a-0d8f6f1a2b3c';
const point_id = '7a6b5c4d-1e2f-4a3b-9c8d-7e6f5a4b3c2d';
const at = '2026-03-02T09:00:00.000Z';
const SHIFT = 101;

const leg = (movement_id: number, register: Partial<Leg>): Leg => ({
  movement_id,
  point_id,
  timezone: 'Asia/Tashkent',
  business_date: '2026-03-02',
  register: 'account',
  shift_id: null,
  account_id: null,
  source: 'safe',
  payment_type_id: null,
  payment_category_id: null,
  ...register,
});
const drawer = (movement_id: number): Leg =>
  leg(movement_id, { register: 'shift', shift_id: SHIFT, source: 'cashbox', payment_category_id: 1 });
const safe = (movement_id: number): Leg => leg(movement_id, { account_id: 81 });

const moved = (of: Leg, party: Party | null = null): MoneyMoved => ({
  ...of,
  brand_id,
  moved_at: at,
  direction: 'minus',
  amount: 40_000,
  operation: 'expense',
  payment_purpose_id: null,
  party,
  personal: { employee_id: employeeOf(party), note: 'ice' },
});
const transfer = { brand_id, moved_at: at, amount: 100_000, note: null, from: drawer(7), to: safe(8) };
const cancelled = (movement_ids: number[], party: Party | null = null): MoneyEvent => ({
  type: 'MovementCancelled',
  data: { brand_id, movement_ids, cancelled_at: at, party },
});
const withReason = (of: MoneyEvent, employee_id: number | null, reason: string) =>
  ({ ...of, data: { ...of.data, personal: { employee_id, reason } } }) as MoneyEvent & TillEvent;
const cancel = (movement_id: number) => ({ type: 'CancelMovement', brand_id, movement_id, at }) as const;

describe('a ledger', () => {
  const { given } = specOf(ledgerDecider, moneyEvents);
  const spent: MoneyEvent = { type: 'MoneyMoved', data: moved(safe(7)) };
  const takeBack = (of: MoneyEvent) =>
    ({ type: 'CancelMovement', brand_id, at, recorded: recordedMovement(of)! }) as const;

  it('a ledger records what was moved, whatever was there', () => {
    given()
      .when({ type: 'MoveMoney', movement: moved(safe(7)) })
      .then(spent);
  });

  it('a ledger records a count with its difference, also a difference of 0', () => {
    const count = { ...safe(9), brand_id, counted_at: at, counted: 90, balance: 100 };
    given()
      .when({ type: 'CountAccount', count })
      .then({ type: 'AccountCounted', data: { ...count, amount: -10 } });
    given()
      .when({ type: 'CountAccount', count: { ...count, counted: 100 } })
      .then({ type: 'AccountCounted', data: { ...count, counted: 100, amount: 0 } });
  });

  it('a ledger takes a movement back once, and says whose it was', () => {
    const party = { kind: 'supplier', id: 5 } as const;
    const paid: MoneyEvent = { type: 'MoneyMoved', data: moved(safe(7), party) };
    given(spent)
      .when(takeBack(spent))
      .then(cancelled([7]));
    given(paid)
      .when(takeBack(paid))
      .then(cancelled([7], party));
    given(spent, cancelled([7]))
      .when(takeBack(spent))
      .thenRefused('conflict', 'movement_already_cancelled');
  });

  it('a movement is taken back with the reason, which is of the employee whose movement it was', () => {
    const reason = 'Written down twice';
    const employee = { kind: 'employee', id: 9 } as const;
    const toEmployee: MoneyEvent = { type: 'MoneyMoved', data: moved(safe(7), employee) };
    given(spent)
      .when({ ...takeBack(spent), reason })
      .then(withReason(cancelled([7]), null, reason));
    given(toEmployee)
      .when({ ...takeBack(toEmployee), reason })
      .then(withReason(cancelled([7], employee), 9, reason));
  });

  it('a ledger takes both sides of a transfer back, once', () => {
    const sent: MoneyEvent = { type: 'MoneyTransferred', data: { ...transfer, from: safe(7) } };
    given(sent)
      .when(takeBack(sent))
      .then(cancelled([7, 8]));
    given(sent, cancelled([7, 8]))
      .when(takeBack(sent))
      .thenRefused('conflict', 'movement_already_cancelled');
  });

  it('the state of a ledger grows with what was taken back alone', () => {
    const years = Array.from({ length: 5_000 }, (_, n): MoneyEvent => ({ type: 'MoneyMoved', data: moved(safe(n)) }));
    const { evolve, initial } = ledgerDecider;
    expect([...years, cancelled([7])].reduce(evolve, initial)).toEqual(evolve(initial, cancelled([7])));
  });

  it('a ledger takes a correction back', () => {
    const data = { ...safe(9), brand_id, counted_at: at, counted: 90, balance: 100, amount: -10 };
    const counted: MoneyEvent = { type: 'AccountCounted', data };
    given(counted)
      .when(takeBack(counted))
      .then(cancelled([9]));
  });
});

describe('a till', () => {
  const { given } = specOf(tillDecider, tillEvents);
  const opened: TillEvent = {
    type: 'ShiftOpened',
    data: {
      shift_id: SHIFT,
      shift_number: 1,
      point_id,
      brand_id,
      cashier_id: 9,
      personal: { employee_id: 9, login: 'a', name: 'A' },
      opening_cash: 0,
      business_date: '2026-03-02',
      opened_at: at,
      timezone: 'Asia/Tashkent',
    },
  };
  const closed: TillEvent = {
    type: 'ShiftClosed',
    data: { shift_id: SHIFT, point_id, brand_id, counted_cash: null, left_cash: 0, closed_at: at },
  };
  const hand = {
    shift_id: SHIFT,
    point_id,
    brand_id,
    timezone: 'Asia/Tashkent',
    account_id: 81,
    account_name: 'Safe',
    account_source: 'safe' as const,
    amount: 0,
    expected_amount: 0,
    revenue_id: 11,
    difference_id: 12,
    non_cash: [],
    business_date: '2026-03-02',
    accepted_at: at,
  };
  const accepted: TillEvent = { type: 'ShiftAccepted', data: hand };
  const spent: TillEvent = { type: 'MoneyMoved', data: moved(drawer(7)) };
  const move = { type: 'MoveMoney', movement: moved(drawer(7)) } as const;
  const send = { type: 'TransferMoney', transfer, own_shift_ids: [SHIFT] } as const;

  it('a till moves money of a shift until it is handed over, also after it is closed', () => {
    given(opened).when(move).then(spent);
    given(opened, closed).when(move).then(spent);
    given(opened, closed, accepted).when(move).thenRefused('conflict', 'shift_already_accepted');
    given().when(move).thenRefused('conflict', 'shift_already_accepted');
    given(opened).when(send).then({ type: 'MoneyTransferred', data: transfer });
    given(opened, closed, accepted).when(send).thenRefused('conflict', 'shift_already_accepted');
  });

  it('a till takes both sides of a transfer back, whichever is named', () => {
    const sent: TillEvent = { type: 'MoneyTransferred', data: transfer };
    for (const id of [7, 8]) {
      given(opened, sent)
        .when(cancel(id))
        .then(cancelled([7, 8]));
      given(opened, sent, cancelled([7, 8]))
        .when(cancel(id))
        .thenRefused('conflict', 'movement_already_cancelled');
    }
  });

  it('a till takes nothing back once the money is handed over', () => {
    given(opened, spent, closed)
      .when(cancel(7))
      .then(cancelled([7]));
    given(opened, spent, closed, accepted).when(cancel(7)).thenRefused('conflict', 'shift_already_accepted');
  });

  it('hands over only money that was added up after the last movement', () => {
    const accept = (money_changes: number) => ({ type: 'AcceptShift', accepted: hand, money_changes }) as const;
    given(opened, spent, closed).when(accept(0)).thenRefused('conflict', 'shift_money_changed');
    given(opened, spent, closed).when(accept(1)).then(accepted);
    given(opened, spent, closed, cancelled([7]))
      .when(accept(1))
      .thenRefused('conflict', 'shift_money_changed');
  });
});
