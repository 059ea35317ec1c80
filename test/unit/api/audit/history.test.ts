import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAuditLines } from '../../../../src/api/audit/audit-lines.ts';
import { orderEntity } from '../../../../src/api/audit/entities/orders.ts';
import { shiftPages } from '../../../../src/api/audit/entities/shift-events.ts';
import { auditEntityRoutes } from '../../../../src/api/audit/entity-routes.ts';
import { mergedPages, streamPages } from '../../../../src/api/audit/read-history.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';

const brandId = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const signal = new AbortController().signal;

const eventAt = (position: number, revision: number, text = ''): RecordedEvent =>
  ({
    position,
    revision,
    stream: 'order-7',
    id: 'id',
    type: 'ItemsAdded',
    recorded_at: 'now',
    data: { text },
    metadata: { brand_id: brandId, schema_version: 1 },
  }) as unknown as RecordedEvent;

/** A store of one stream, which counts how many events were read. */
const storeOf = (events: readonly RecordedEvent[]) => {
  const store = {
    handedOut: 0,
    read: async (_: string, from: number, limit: number) => {
      const page = events.slice(from, from + limit);
      store.handedOut += page.length;
      return page;
    },
  };
  return store;
};

const historyOf = async (store: ReturnType<typeof storeOf>) => {
  const entity = orderEntity({ store } as never);
  const [route] = auditEntityRoutes(entity, createAuditLines());
  const unread = { mustHold: () => {}, release: () => {} };
  const request = { params: { order_id: 7 }, brandId, signal, unread, caller: { key_id: 'key' }, language: 'en' };
  return (await route!.handler(request as never)) as {
    bytes?: Buffer;
    stream?: (out: { signal: AbortSignal; write(text: string | Buffer): Promise<void> }) => Promise<void>;
  };
};

test('a long history is read as its reader takes it, and nobody holds the whole of it', async () => {
  const store = storeOf(Array.from({ length: 10_000 }, (_, index) => eventAt(index, index, 'x'.repeat(1_000))));
  const answer = await historyOf(store);
  expect(store.handedOut).toBeLessThan(1_000);
  let text = '';
  let ahead = 0;
  const write = async (part: string | Buffer) => {
    text += part;
    const written = text.split('"event_id"').length - 1;
    ahead = Math.max(ahead, store.handedOut - written);
  };
  await answer.stream!({ signal, write });
  const { events } = JSON.parse(text);
  expect(events.map(({ revision }: RecordedEvent) => revision)).toEqual(Array.from({ length: 10_000 }, (_, it) => it));
  expect(ahead).toBeLessThan(1_000);
});

test('a short history is answered whole, and one of another brand is not found', async () => {
  const answer = await historyOf(storeOf([eventAt(0, 0), eventAt(4, 1)]));
  expect(JSON.parse(answer.bytes!.toString()).events).toHaveLength(2);
  const other = { ...eventAt(0, 0), metadata: { ...eventAt(0, 0).metadata, brand_id: 'other' } };
  await expect(historyOf(storeOf([other]))).rejects.toMatchObject({ code: 'order_not_found' });
  await expect(historyOf(storeOf([]))).rejects.toMatchObject({ code: 'order_not_found' });
});

test('a till shift with many events is read as its reader takes it, in log order', async () => {
  const shift_id = 7;
  const of = (type: string, data: object) => (position: number) =>
    ({ ...eventAt(position, position), stream: 'till', type, data }) as RecordedEvent;
  const kinds = [
    (index: number) => of('MoneyMoved', { shift_id, movement_id: index })(index),
    (index: number) => of('ChequeNumbered', { shift_id, cheque_number: index })(index),
    (index: number) => of('ChequeNumbered', { shift_id: 8, cheque_number: index })(index),
    (index: number) => of('MovementCancelled', { movement_ids: [index - 3] })(index),
  ];
  const events = [
    of('ShiftOpened', { shift_id })(0),
    ...Array.from({ length: 9_998 }, (_, index) => kinds[index % 4]!(index + 1)),
    of('ShiftClosed', { shift_id })(9_999),
  ];
  const store = storeOf(events);
  const readAt = async (positions: readonly number[]) => {
    store.handedOut += positions.length;
    return positions.map((position) => events[position]!);
  };
  const query = async ({ values: [, entity] }: { values: string[] }) => {
    const named = ['ShiftOpened', 'MoneyMoved', 'ShiftClosed'];
    const types = entity === 'shift' ? named : ['MovementCancelled'];
    return { rows: events.filter(({ type }) => types.includes(type)) };
  };
  let taken = 0;
  let largest = 0;
  let beforeFirst: number | undefined;
  const expected = events.filter(({ data }) => (data as { shift_id?: number }).shift_id !== 8);
  for await (const page of shiftPages({ store: { ...store, readAt }, pool: { query } } as never, brandId, 7, signal)) {
    beforeFirst ??= store.handedOut;
    largest = Math.max(largest, page.length);
    expect(page.map(({ position }) => position)).toEqual(
      expected.slice(taken, taken + page.length).map(({ position }) => position),
    );
    taken += page.length;
  }
  expect(taken).toBe(expected.length);
  // Those that name the shift, to know its movements, and a page of each kind.
  expect(beforeFirst).toBeLessThan(4_000);
  expect(largest).toBeLessThan(1_000);
});

test('pages of several streams are those of one, in log order, with nothing left out', async () => {
  const streams = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(streams, fc.integer({ min: 1, max: 7 }), async (owners, size) => {
      const events = owners.map((_, position) => eventAt(position, 0));
      const sources = [0, 1, 2].map((owner) => {
        const own = events
          .filter((_, index) => owners[index] === owner)
          .map((event, revision) => ({ ...event, revision }));
        return streamPages(storeOf(own), 'any', signal, {
          size,
          from: 1,
          isWanted: ({ position }) => position % 3 > 0,
        });
      });
      const merged = (await Array.fromAsync(mergedPages(sources))).flat();
      const later = events.filter((_, index) => owners.indexOf(owners[index]!) < index);
      const wanted = later.filter(({ position }) => position % 3 > 0);
      expect(merged.map(({ position }) => position)).toEqual(wanted.map(({ position }) => position));
    }),
  );
});
