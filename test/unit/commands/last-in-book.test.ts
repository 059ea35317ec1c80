import { expect, test } from 'vitest';
import { Unavailable } from '../../../src/commands/loop/unavailable.ts';
import { lastInBook } from '../../../src/commands/reservations/last-in-book.ts';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';

/** A book in which reservation `a` changes at these revisions, among changes of others. */
const bookOf = (length: number, changes: readonly number[]) => {
  const asked: number[] = [];
  const read = async (_: string, from = 0, limit = length): Promise<RecordedEvent[]> => {
    asked.push(from);
    return Array.from({ length: Math.min(limit, length - from) }, (_, index) => {
      const revision = from + index;
      const data = { reservation_id: changes.includes(revision) ? 'a' : 'b', revision, personal: {} };
      return { type: 'ReservationCancelled', data, revision } as unknown as RecordedEvent;
    });
  };
  return { asked, last: (revision: number) => lastInBook({ read }, 'point-1', revision, 'a') };
};

test.each([
  ['the last event', 900, [3, 899], 899, 1],
  ['the first event', 600, [0], 0, 3],
])(
  'the search for the last event finds a reservation in %s of its book',
  async (_, length, changes, revision, pages) => {
    const { asked, last } = bookOf(length, changes);
    expect(await last(length - 1)).toMatchObject({ revision });
    expect(asked).toHaveLength(pages);
  },
);

test('the search for a reservation’s last event goes no further than the revision it was given', async () => {
  expect(await bookOf(20, [5, 15]).last(10)).toMatchObject({ revision: 5 });
});

test('the search for a reservation’s last event gives up after some thousand events of a long book', async () => {
  const { asked, last } = bookOf(50_000, [7]);
  await expect(last(49_999)).rejects.toThrow(Unavailable);
  expect(asked).toHaveLength(8);
});
