import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createGivenPositions } from '../../../../src/processes/engine/given-positions.ts';

const at = (...positions: number[]) => positions.map((position) => ({ position }) as RecordedEvent);

test('the checkpoint is held back to the event given before a pending one', () => {
  const given = createGivenPositions();
  given.add(at(1_482, 1_700, 2_050));
  given.add(at(2_900));
  expect(given.lastBefore(2_050, 2_900)).toBe(1_700);
  expect(given.lastBefore(2_900, 1_700)).toBe(1_700);
  expect(given.lastBefore(1_482, 2_900)).toBeUndefined();
});

test('events that come again are known already, and those before the checkpoint are forgotten', () => {
  const given = createGivenPositions();
  given.add(at(10, 20, 30));
  given.forget(20);
  given.add(at(30, 40));
  expect(given.lastBefore(30, 40)).toBeUndefined();
  expect(given.lastBefore(40, 40)).toBe(30);
});

test('positions get coarser where something is pending for long, and stay positions of events', () => {
  const given = createGivenPositions();
  for (let position = 10; position <= 1_000_000; position += 10) given.add(at(position));
  const last = given.lastBefore(500_000, 1_000_000)!;
  expect(last % 10).toBe(0);
  expect(last).toBeGreaterThan(400_000);
  expect(last).toBeLessThan(500_000);
});
