import { expect, onTestFinished, test, vi } from 'vitest';
import { replay } from '../../../../../src/api/audit/changes/replay.ts';
import type { AnyAuditedEntity, Asker } from '../../../../../src/api/audit/entity.ts';
import type { RecordedEvent } from '../../../../../src/event-store/event-store.ts';

const events = Array.from({ length: 1_000 }, (_, revision) => ({ revision }) as RecordedEvent);

const counting = (onView = (): void => {}): AnyAuditedEntity =>
  ({
    folding: { initial: 0, evolve: (count: number, { revision }: RecordedEvent) => count + (revision % 2) },
    view: (count: number) => {
      onView();
      return { count };
    },
  }) as unknown as AnyAuditedEntity;

const askerOf = (signal: AbortSignal) => ({ signal }) as unknown as Asker;

test('a replay tells of each state that differs from the one before, and of its event', async () => {
  const seen: [unknown, number][] = [];
  await replay(counting(), events, askerOf(new AbortController().signal), (state, { revision }) => {
    seen.push([state, revision]);
  });
  expect(seen).toHaveLength(500);
  expect(seen[2]).toEqual([{ count: 3 }, 5]);
});

test('a replay lets other work run, and ends when its caller has gone', async () => {
  const leaving = new AbortController();
  let views = 0;
  const entity = counting(() => {
    views++;
  });
  setImmediate(() => leaving.abort(new Error('gone')));
  // A clock that goes on by a millisecond each time it is looked at: how fast the machine is does not count.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  onTestFinished(() => clock.mockRestore());
  await expect(replay(entity, events, askerOf(leaving.signal), () => {})).rejects.toThrow('gone');
  expect(views).toBeLessThan(10);
});
