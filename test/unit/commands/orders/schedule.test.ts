import { expect, test } from 'vitest';
import { scheduleOrder } from '../../../../src/commands/orders/schedule.ts';
import type { OrderDelivery } from '../../../../src/domain/orders/events.ts';

const NOW = '2026-03-01T09:00:00.000Z';
const AT = '2026-03-01T12:00:00.000Z';
const release = (preparation_minutes: number, minutes?: number) =>
  scheduleOrder(AT, NOW, { preparation_minutes }, minutes === undefined ? null : ({ minutes } as OrderDelivery))
    .release_at;

test('a preorder goes to the till so long before its time as kitchen and courier take together, and half an hour at least', () => {
  expect(release(20)).toBe('2026-03-01T11:30:00.000Z');
  expect(release(50)).toBe('2026-03-01T11:10:00.000Z');
  expect(release(20, 45)).toBe('2026-03-01T10:55:00.000Z');
});
