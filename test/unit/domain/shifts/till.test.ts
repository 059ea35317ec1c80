import { describe, expect, it } from 'vitest';
import { pagedEntryOf } from '../../../../src/domain/collections/paged-by-id.ts';
import { tillDecider } from '../../../../src/domain/shifts/decide.ts';
import { type ShiftAccepted, type TillEvent, tillEvents } from '../../../../src/domain/shifts/events.ts';
import { NO_OPEN_CHEQUES } from '../../../../src/domain/shifts/open-cheques.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(tillDecider, tillEvents);

const point_id = '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11';
const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const at = '2026-03-01T18:00:00.000Z';

const shift = (shift_id: number) => ({
  shift_id,
  point_id,
  brand_id,
  cashier_id: 12,
  opening_cash: 200_000,
  business_date: '2026-03-01',
  opened_at: '2026-03-01T04:00:00.000Z',
  timezone: 'Asia/Tashkent',
  personal: { employee_id: 12, login: 'dilnoza', name: 'Dilnoza Karimova' },
});
const opened = (shift_id: number, shift_number: number): TillEvent => ({
  type: 'ShiftOpened',
  data: { ...shift(shift_id), shift_number },
});
const closed = (shift_id: number): TillEvent => ({
  type: 'ShiftClosed',
  data: { shift_id, point_id, brand_id, counted_cash: null, left_cash: 0, closed_at: at },
});
const numbered = (order_id: number, shift_id: number, cheque_number: number): TillEvent => ({
  type: 'ChequeNumbered',
  data: { point_id, brand_id, order_id, shift_id, cheque_number },
});

describe('a till shift', () => {
  it('a till shift is the first of the point', () => {
    given()
      .when({ type: 'OpenShift', shift: shift(101) })
      .then(opened(101, 1));
  });

  it('a till shift is numbered on from the last', () => {
    given(opened(101, 1), closed(101))
      .when({ type: 'OpenShift', shift: shift(205) })
      .then(opened(205, 2));
  });

  it('a till shift is open alone', () => {
    given(opened(101, 1))
      .when({ type: 'OpenShift', shift: shift(205) })
      .thenRefused('conflict', 'shift_already_open');
  });

  it('a till shift is closed, with the cash that was counted', () => {
    given(opened(101, 1))
      .when({ type: 'CloseShift', shift_id: 101, counted_cash: 950_000, left_cash: 200_000, at, open_cheques: null })
      .then({
        type: 'ShiftClosed',
        data: { shift_id: 101, point_id, brand_id, counted_cash: 950_000, left_cash: 200_000, closed_at: at },
      });
  });

  it('a till shift is not closed before it was opened, whatever the clock says', () => {
    given(opened(101, 1))
      .when({
        type: 'CloseShift',
        shift_id: 101,
        counted_cash: null,
        left_cash: 0,
        at: '2026-03-01T03:59:59.999Z',
        open_cheques: null,
      })
      .then({
        type: 'ShiftClosed',
        data: {
          shift_id: 101,
          point_id,
          brand_id,
          counted_cash: null,
          left_cash: 0,
          closed_at: '2026-03-01T04:00:00.000Z',
        },
      });
  });

  it('a till shift is not closed while cheques are open, unless they are to stay open', () => {
    const cheques = [{ order_id: 7, table_id: 3, waiter_id: null, total_amount: 45_000 }];
    const open_cheques = { count: 1, amount: 45_000, cheques };
    const close = { type: 'CloseShift', shift_id: 101, counted_cash: null, left_cash: 0, at } as const;
    const attempt = () => tillDecider.decide(given(opened(101, 1)).state(), { ...close, open_cheques });
    expect(attempt).toThrow(
      expect.objectContaining({
        kind: 'conflict',
        code: 'shift_has_open_cheques',
        params: { count: 1, amount: 45_000 },
        more: { details: { open_cheques: cheques } },
      }),
    );
    given(opened(101, 1))
      .when({ ...close, open_cheques: null })
      .then(closed(101));
    // Whose shift is not open, learns that first.
    given(opened(101, 1), closed(101))
      .when({ ...close, open_cheques })
      .thenRefused('conflict', 'shift_not_open');
  });

  it('a till shift is not closed twice', () => {
    given(opened(101, 1), closed(101))
      .when({ type: 'CloseShift', shift_id: 101, counted_cash: null, left_cash: 0, at, open_cheques: NO_OPEN_CHEQUES })
      .thenRefused('conflict', 'shift_not_open');
  });

  it('a till shift is not closed in the place of the one that is open now', () => {
    given(opened(101, 1), closed(101), opened(205, 2))
      .when({ type: 'CloseShift', shift_id: 101, counted_cash: null, left_cash: 0, at, open_cheques: NO_OPEN_CHEQUES })
      .thenRefused('conflict', 'shift_not_open');
  });
});

describe('a cheque number', () => {
  it('a cheque number is the next of the point', () => {
    given(opened(101, 1))
      .when({ type: 'NumberCheque', order_id: 7 })
      .then(numbered(7, 101, 1));
    given(opened(101, 1), numbered(7, 101, 1))
      .when({ type: 'NumberCheque', order_id: 5 })
      .then(numbered(5, 101, 2));
  });

  it('a cheque number is given to an order once, and can be read from the state then', () => {
    const spec = given(opened(101, 1), numbered(7, 101, 1), numbered(5, 101, 2));
    spec.when({ type: 'NumberCheque', order_id: 7 }).thenNothing();
    expect(pagedEntryOf(spec.state().numbers, 7)).toBe(1);
    expect(spec.state().open_shift?.shift_id).toBe(101);
  });

  it('a cheque number goes on from shift to shift, and is of the shift that is open', () => {
    const spec = given(opened(101, 1), numbered(7, 101, 1), closed(101), opened(205, 2));
    spec.when({ type: 'NumberCheque', order_id: 8 }).then(numbered(8, 205, 2));
    // Numbers of a closed shift are forgotten: an order it left unpaid is closed, and numbered, by the next.
    spec.when({ type: 'NumberCheque', order_id: 7 }).then(numbered(7, 205, 2));
  });

  it('a cheque number copies a page of neighbouring orders, not every number the shift has given', () => {
    const before = given(opened(101, 1), numbered(1_000_007, 101, 1), numbered(2_000_007, 101, 2)).state();
    const after = tillDecider.evolve(before, numbered(2_000_008, 101, 3));
    expect(after.numbers.map(([, page]) => page)).toEqual([
      [[1_000_007, 1]],
      [
        [2_000_007, 2],
        [2_000_008, 3],
      ],
    ]);
    expect(after.numbers[0]).toBe(before.numbers[0]);
  });

  it('a cheque number needs an open shift', () => {
    given().when({ type: 'NumberCheque', order_id: 7 }).thenRefused('conflict', 'shift_not_open');
    given(opened(101, 1), closed(101))
      .when({ type: 'NumberCheque', order_id: 7 })
      .thenRefused('conflict', 'shift_not_open');
  });
});

describe('accepting a shift', () => {
  const accepted: ShiftAccepted = {
    shift_id: 101,
    point_id,
    brand_id,
    timezone: 'Asia/Tashkent',
    account_id: 81,
    account_name: 'Safe',
    account_source: 'safe',
    amount: 950_000,
    expected_amount: 960_000,
    revenue_id: 301,
    difference_id: 302,
    non_cash: [
      {
        payment_type_id: 9,
        payment_category_id: 2,
        account_id: 82,
        account_name: 'Bank',
        account_source: 'bank',
        amount: 5,
        expected_amount: 5,
        revenue_id: 303,
        difference_id: 304,
      },
    ],
    business_date: '2026-03-01',
    accepted_at: at,
  };
  const event: TillEvent = { type: 'ShiftAccepted', data: accepted };
  const accept = { type: 'AcceptShift' as const, accepted, money_changes: 0 };

  it('accepting a shift hands its money over, once it is closed', () => {
    given(opened(101, 1)).when(accept).thenRefused('conflict', 'shift_not_closed');
    given(opened(101, 1), closed(101)).when(accept).then(event);
    // Whatever came after it.
    given(opened(101, 1), closed(101), opened(205, 2)).when(accept).then(event);
  });

  it('accepting a shift is done once', () => {
    given(opened(101, 1), closed(101), event).when(accept).thenRefused('conflict', 'shift_already_accepted');
  });
});

describe('the number of a return', () => {
  const number = (order_id: number, ordinal: number) =>
    ({ type: 'NumberReturn', brand_id, point_id, order_id, ordinal }) as const;
  const numberedReturn = (order_id: number, ordinal: number, document_number: number): TillEvent => ({
    type: 'ReturnNumbered',
    data: { point_id, brand_id, order_id, ordinal, document_number },
  });

  it("the number of a return is the point's next, also when no shift is open", () => {
    given()
      .when(number(7, 1))
      .then(numberedReturn(7, 1, 1));
    given(numberedReturn(7, 1, 1))
      .when(number(9, 1))
      .then(numberedReturn(9, 1, 2));
    given(numberedReturn(7, 1, 1))
      .when(number(7, 2))
      .then(numberedReturn(7, 2, 2));
  });

  it("the number of a return is given once to a cheque's first return, second…, whoever asks", () => {
    const spec = given(numberedReturn(7, 1, 1), numberedReturn(9, 1, 2), numberedReturn(7, 2, 3));
    spec.when(number(7, 2)).thenNothing();
    spec.when(number(7, 1)).thenNothing();
    spec.when(number(7, 3)).then(numberedReturn(7, 3, 4));
  });
});
