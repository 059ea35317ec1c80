import { describe, expect, test } from 'vitest';
import type { Entry } from '../history.ts';
import { found, historyOf } from './by-hand.ts';
import { readsNeverGoBack } from './reads.ts';

describe('reads never go back', () => {
  const seen = (order_status: string, fields: Partial<Entry> = {}) => ({
    kind: 'read' as const,
    order_id: 1,
    order_status,
    ...fields,
  });

  test('the rule that reads never go back holds where statuses are skipped, and where requests overlap', () => {
    const overlapping = seen('CREATED', { invokedAt: 9, endedAt: 30 });
    expect(found(readsNeverGoBack, { history: historyOf(seen('CREATED'), seen('COOKING'), overlapping) })).toEqual([]);
  });

  test('the rule that reads never go back sees an older status, at another app and for another client too', () => {
    const older = seen('CREATED', { door: 1, client: 5 });
    expect(found(readsNeverGoBack, { history: historyOf(seen('DELETED'), older) })).toEqual([
      'order 1 went from DELETED back to CREATED',
    ]);
  });

  test('the rule that reads never go back lets the list come later than the order, and never go back itself', () => {
    const listed = (status: string) => ({ kind: 'list' as const, listed: [[1, status]] as const });
    expect(found(readsNeverGoBack, { history: historyOf(seen('COOKING'), listed('CREATED')) })).toEqual([]);
    expect(found(readsNeverGoBack, { history: historyOf(listed('COOKING'), listed('CREATED')) })).toEqual([
      'order 1 in the list went from COOKING back to CREATED',
    ]);
  });

  test('the rule that reads never go back sees a cancelled reservation that is shown as booked again, and a list of them that goes back', () => {
    const read = (reservation_status: string) => ({
      kind: 'readBooking' as const,
      reservation_id: 'r',
      reservation_status,
    });
    const listed = (kind: 'listBookings' | 'feed', status: string) => ({
      kind,
      listed_reservations: [['r', status]] as const,
    });
    expect(found(readsNeverGoBack, { history: historyOf(read('cancelled'), read('created')) })).toEqual([
      'reservation r went from cancelled back to created',
    ]);
    expect(found(readsNeverGoBack, { history: historyOf(read('cancelled'), listed('feed', 'created')) })).toEqual([]);
    const back = historyOf(listed('feed', 'cancelled'), listed('listBookings', 'created'));
    expect(found(readsNeverGoBack, { history: back })).toEqual([
      'reservation r in the list went from cancelled back to created',
    ]);
  });

  test('the rule that reads never go back sees an order that is not found any more', () => {
    expect(found(readsNeverGoBack, { history: historyOf({ kind: 'read', order_id: 1, status: 404 }) })).toEqual([
      'order 1 is not found',
    ]);
    const history = historyOf({ kind: 'readBooking', reservation_id: 'r', status: 404 });
    expect(found(readsNeverGoBack, { history })).toEqual(['reservation r is not found']);
  });
});
