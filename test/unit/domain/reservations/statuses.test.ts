import { describe, expect, test } from 'vitest';
import type { ReservationBookCommand } from '../../../../src/domain/reservations/commands.ts';
import type { ReservationBookEvent } from '../../../../src/domain/reservations/events.ts';
import { statusOf } from '../../../../src/domain/reservations/state.ts';
import { RESERVATION_STATUSES, type ReservationStatus } from '../../../../src/domain/reservations/status.ts';
import {
  A,
  B,
  book,
  cancel,
  DEPOSIT,
  eventsOf,
  given,
  historyOf,
  later,
  move,
  NOW,
  POINT,
  reseat,
  reservationIn,
  SOFA,
  seat,
  WINDOW,
} from './fixtures.ts';

const LATE = '2026-03-07T14:30:00.000Z';
const confirm = { type: 'Confirm', reservation_id: A, at: NOW } as const;
const decline = { type: 'Decline', reservation_id: A, at: NOW, reason: 'full' } as const;
const markNoShow = { type: 'MarkNoShow', reservation_id: A, at: NOW } as const;
const close = { type: 'CloseSeating', reservation_id: A, at: NOW, order_id: 501 } as const;
const report = { type: 'ReportDeposit', reservation_id: A, at: NOW, status: 'retained' } as const;
const fireNoShow = { type: 'FireNoShow', reservation_id: A, at: LATE } as const;
const forgo = { type: 'Forgo', brand_id: POINT.brand_id, point_id: POINT.point_id, reservation_id: A } as const;
const fireDecline = { type: 'FireDecline', reservation_id: A, at: LATE } as const;

const request = book({ table_id: null });
const HISTORIES: Record<ReservationStatus, ReservationBookEvent[]> = {
  pending: historyOf(request),
  created: historyOf(book()),
  opened: historyOf(book(), seat()),
  closed: historyOf(book(), seat(), close),
  cancelled: historyOf(book(), cancel()),
  no_show: historyOf(book(), markNoShow),
  declined: historyOf(request, decline),
};

/** What follows in each status: a status; `same`: nothing; `no`: 409 because of the status; else the refusal's code. */
type Outcomes = Record<ReservationStatus, string>;
const outcomes = (by: Partial<Outcomes>, otherwise = 'no'): Outcomes =>
  Object.fromEntries(RESERVATION_STATUSES.map((status) => [status, by[status] ?? otherwise])) as Outcomes;
const never = outcomes({}, 'same');

const TABLE: Record<string, { command: ReservationBookCommand; leads: Outcomes }> = {
  Book: { command: book(), leads: never },
  Forgo: { command: forgo, leads: never },
  Move: {
    command: move({ guests: 1, table_id: WINDOW.id }),
    leads: outcomes({ pending: 'pending', created: 'created' }),
  },
  Confirm: { command: confirm, leads: outcomes({ pending: 'created', created: 'same' }) },
  Decline: { command: decline, leads: outcomes({ pending: 'declined', declined: 'same' }) },
  Cancel: { command: cancel(), leads: outcomes({ pending: 'cancelled', created: 'cancelled', cancelled: 'same' }) },
  Seat: { command: seat(), leads: outcomes({ created: 'opened', opened: 'same' }) },
  ReseatGuests: { command: reseat(SOFA.id), leads: outcomes({ opened: 'opened', closed: 'same' }) },
  CloseSeating: { command: close, leads: outcomes({ opened: 'closed', closed: 'same' }) },
  MarkNoShow: { command: markNoShow, leads: outcomes({ created: 'no_show', no_show: 'same' }) },
  ReportDeposit: {
    command: report,
    leads: outcomes({ pending: 'no', created: 'no', opened: 'no' }, 'deposit_not_held'),
  },
  FireNoShow: { command: fireNoShow, leads: { ...never, created: 'no_show' } },
  FireDecline: { command: fireDecline, leads: { ...never, pending: 'declined' } },
};

describe.each(Object.entries(TABLE))('%s', (_name, { command, leads }) => {
  test.each(RESERVATION_STATUSES)('a reservation in status %s takes the command as the table says', (status) => {
    const lead = leads[status];
    const when = given(...HISTORIES[status]).when(command);
    if (lead === 'same') return when.thenNothing();
    if (lead === 'no') return when.thenRefused('conflict', 'reservation_status_conflict', { status });
    if (!RESERVATION_STATUSES.includes(lead as never)) return when.thenRefused('conflict', lead);
    expect(statusOf(when.result().state, A)).toBe(lead);
  });

  test('a reservation that is not there takes no command', () => {
    if (command.type === 'Book' || command.type === 'Forgo') return;
    const when = given().when(command);
    if (command.type.startsWith('Fire')) return when.thenNothing();
    when.thenRefused('not_found', 'reservation_not_found');
  });
});

test('what was forgone before it was booked is never booked, though it be asked for in time', () => {
  const [forgone, ...rest] = eventsOf([], forgo);
  expect([forgone!.type, rest]).toEqual(['BookingForgone', []]);
  given(forgone!).when(book()).thenRefused('conflict', 'booking_forgone');
  given(forgone!).when(forgo).thenNothing();
  // Another one may take the place.
  expect(eventsOf([forgone!], book({ reservation_id: B }))).toHaveLength(1);
});

test('what is over leaves nothing but its status, and holds nothing', () => {
  for (const status of ['closed', 'cancelled', 'no_show', 'declined'] as const) {
    const book = given(...HISTORIES[status]).state();
    expect(book).toMatchObject({ holds: [], parties: [] });
    expect(JSON.stringify(book.current)).not.toContain(A);
    expect(statusOf(book, A)).toBe(status);
  }
});

describe('timers', () => {
  test('timers of reservations fire at the minute, not before', () => {
    const [early, request_] = [later(-1, LATE), '2026-03-07T13:59:59.999Z'];
    given(...HISTORIES.created)
      .when({ ...fireNoShow, at: early })
      .thenNothing();
    given(...HISTORIES.pending)
      .when({ ...fireDecline, at: request_ })
      .thenNothing();
    expect(eventsOf(HISTORIES.pending, { ...fireDecline, at: '2026-03-07T14:00:00.000Z' })).toHaveLength(1);
  });

  test('timers of reservations fire late rather than never, and once', () => {
    const fired = historyOf(book(), { ...fireNoShow, at: later(10_000, LATE) });
    expect(reservationIn(fired).status).toBe('no_show');
    given(...fired)
      .when(fireNoShow)
      .thenNothing();
  });

  test('an unanswered request is declined by the system', () => {
    expect(reservationIn(historyOf(request, fireDecline))).toMatchObject({
      status: 'declined',
      cancelled_by: 'system',
    });
    expect(reservationIn(HISTORIES.declined)).toMatchObject({
      cancelled_by: 'venue',
      personal: { cancel_reason: 'full' },
    });
  });

  test('a timer of a reservation that was moved meanwhile does nothing', () => {
    given(...historyOf(book(), move({ start_time: '21:00' })))
      .when(fireNoShow)
      .thenNothing();
  });
});

describe('deposits', () => {
  const paid = historyOf(book({ deposit: DEPOSIT }));
  const status = (history: readonly ReservationBookEvent[]) => reservationIn(history).deposit?.status;
  const then = (...commands: ReservationBookCommand[]) => historyOf(book({ deposit: DEPOSIT }), ...commands);

  test('a deposit counts as paid when the guest is seated', () => {
    expect(status(then(seat()))).toBe('applied');
    given(...then(seat(), close))
      .when(report)
      .thenRefused('conflict', 'deposit_not_held');
  });

  test('a partner cancels a reservation with a deposit only if it says what becomes of the deposit', () => {
    given(...paid)
      .when(cancel())
      .thenRefused('invalid', 'deposit_status_required', { field: 'deposit_status' });
    const history = then(cancel({ deposit_status: 'refunded' }));
    expect(status(history)).toBe('refunded');
    given(...history)
      .when(report)
      .thenRefused('conflict', 'deposit_not_held');
  });

  test('what a partner says about a deposit that was not paid changes nothing', () => {
    expect(reservationIn(historyOf(book(), cancel({ deposit_status: 'refunded' }))).deposit).toBeNull();
  });

  test.each<[string, ReservationBookCommand[]]>([
    ['a no-show', [markNoShow]],
    ['a cancellation by the venue', [cancel({ by: 'venue', cancelled_by: 'venue' })]],
    ['its cheque was deleted', [seat(), { ...close, is_deleted: true }]],
  ])('after %s it is reported once', (_name, commands) => {
    const history = then(...commands);
    expect(status(history)).toBe('held');
    const reported = [...history, ...eventsOf(history, report)];
    expect(reported.at(-1)).toMatchObject({ type: 'DepositSettled', data: { deposit: { status: 'retained' } } });
    given(...reported)
      .when(report)
      .thenRefused('conflict', 'deposit_not_held');
  });

  test.each<[string, ReservationBookCommand[]]>([
    ['a no-show', [markNoShow]],
    ['a cancellation that left it open', [cancel({ by: 'venue', cancelled_by: 'venue' })]],
    ['its cheque was deleted', [seat(), { ...close, is_deleted: true }]],
  ])('after %s the venue may report it, once', (_name, commands) => {
    const history = then(...commands);
    const { status: before } = reservationIn(history);
    const said = cancel({ by: 'venue', cancelled_by: 'venue', deposit_status: 'refunded' });
    const reported = [...history, ...eventsOf(history, said)];
    expect(reported.at(-1)).toMatchObject({
      type: 'DepositSettled',
      data: { status: before, deposit: { status: 'refunded' } },
    });
    given(...reported)
      .when(report)
      .thenRefused('conflict', 'deposit_not_held');
    const again = () => eventsOf(reported, said);
    if (before === 'cancelled') expect(again()).toEqual([]);
    else expect(again).toThrow('reservation_status_conflict');
  });

  test('a deposit that a cheque used is held again if the cheque is opened again and deleted', () => {
    const used = then(seat(), close);
    expect(status(used)).toBe('applied');
    const left = reservationIn(used);
    const at = '2026-03-07T18:00:00.000Z';
    const deleted = { ...close, at, is_deleted: true, left };
    const held = [...used, ...eventsOf(used, deleted)];
    expect(held.at(-1)).toEqual({
      type: 'DepositHeldAgain',
      data: { ...left, updated_at: at, deposit: { ...DEPOSIT, status: 'held' } },
    });
    // The same again, and of another cheque.
    given(...held)
      .when(deleted)
      .thenNothing();
    given(...used)
      .when({ ...deleted, order_id: 999, left: { ...left, order_id: 502 } })
      .thenNothing();
    const reported = [...held, ...eventsOf(held, report)];
    expect(status(reported)).toBe('retained');
    // A process that was slow, and knew the reservation as it was before.
    given(...reported)
      .when(deleted)
      .thenNothing();
    given(...reported)
      .when(close)
      .thenNothing();
  });

  test('a partner tells what became of a deposit after a request was declined', () => {
    const history = historyOf(book({ deposit: DEPOSIT, table_id: null }), decline);
    expect(status([...history, ...eventsOf(history, { ...report, status: 'refunded' })])).toBe('refunded');
  });

  test('a reservation that is over and has a held deposit holds no table', () => {
    expect(then(markNoShow, book({ reservation_id: B }))).toHaveLength(3);
  });
});
