import { expect, test } from 'vitest';
import { Unavailable } from '../../../../src/commands/loop/unavailable.ts';
import { type Books, bookOnce } from '../../../../src/commands/reservations/book-once.ts';
import type { ExternalIds } from '../../../../src/commands/reservations/external-ids.ts';
import { conflict } from '../../../../src/domain/refusal.ts';

/** Two points' books and the one external_id, in memory. */
const setUp = () => {
  let claim: { point_id: string; reservation_id: string } | undefined;
  const booked = new Map<string, string>();
  const forgone = new Set<string>();
  const externalIds: ExternalIds = {
    claim: async ({ point_id, reservation_id }) => {
      const is_new = claim === undefined;
      claim ??= { point_id, reservation_id };
      return { ...claim, is_new };
    },
    pass: async ({ point_id, reservation_id }, from) => {
      if (claim?.reservation_id === from.reservation_id) claim = { point_id, reservation_id };
    },
  };
  const booksAt = (pointId: string): Books<string> => ({
    has: async (_, id) => booked.has(id),
    forgo: async (_, id) => {
      if (!booked.has(id)) forgone.add(id);
      return !booked.has(id);
    },
    book: async (id) => {
      if (forgone.has(id)) throw conflict('booking_forgone');
      booked.set(id, pointId);
      return id;
    },
    found: async (_, id) => id,
  });
  const book = (point_id: string, books = booksAt(point_id)) =>
    bookOnce({ key_id: 'key', external_id: 'e', point_id }, externalIds, books);
  return { booked, forgone, booksAt, book };
};

test('the same again, wherever, is the one that is booked', async () => {
  const { book, booked } = setUp();
  const first = await book('here');
  expect([await book('here'), await book('there')]).toEqual([first, first]);
  expect([...booked]).toEqual([[first, 'here']]);
});

test('what was refused at one point is booked at another, and the slow first attempt finds it there', async () => {
  const { book, booked, booksAt } = setUp();
  const slow = Promise.withResolvers<void>();
  const first = book('here', {
    ...booksAt('here'),
    book: async (id) => {
      await slow.promise;
      return booksAt('here').book(id);
    },
  });
  const second = await book('there');
  slow.resolve();
  expect(await first).toBe(second);
  expect([...booked.values()]).toEqual(['there']);
});

test.for(['here', 'there'])('who forgoes it and dies leaves it to be booked, %s', async (point) => {
  const { book, booked, booksAt } = setUp();
  const refusal = conflict('table_busy');
  await expect(book('here', { ...booksAt('here'), book: () => Promise.reject(refusal) })).rejects.toBe(refusal);
  const died = new Error('died');
  const dying: Books<string> = {
    ...booksAt('there'),
    forgo: async (...of) => {
      await booksAt('there').forgo(...of);
      throw died;
    },
  };
  await expect(book('there', dying)).rejects.toBe(died);
  const id = await book(point);
  expect([...booked]).toEqual([[id, point]]);
});

test('one that is forgone again and again gives up, and nothing is booked', async () => {
  const { book, booked, booksAt } = setUp();
  const unlucky: Books<string> = { ...booksAt('here'), book: () => Promise.reject(conflict('booking_forgone')) };
  await expect(book('here', unlucky)).rejects.toThrow(Unavailable);
  expect(booked.size).toBe(0);
});
