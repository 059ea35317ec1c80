import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAuditLines } from '../../../../src/api/audit/audit-lines.ts';
import { auditEventsRoute } from '../../../../src/api/audit/events.ts';
import { UnreadAccount } from '../../../../src/api/http/readers/unread-account.ts';
import type { RouteRequest } from '../../../../src/api/http/route-request.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';

const eventsOf = (sizes: readonly number[]): RecordedEvent[] =>
  sizes.map((size, index) => ({
    id: `event-${index}`,
    stream: 'order-1',
    revision: index,
    position: 10 * (index + 1),
    type: 'Noted',
    recorded_at: '2026-05-01T10:00:00.000Z',
    data: { text: 'x'.repeat(size) },
    metadata: { occurred_at: '2026-05-01T10:00:00.000Z' } as RecordedEvent['metadata'],
  }));

/** The route over a log of these events. `read` counts those that were read. */
const routeOver = (log: readonly RecordedEvent[]) => {
  const seen = { read: 0, most: 0 };
  const readAll = async (after: number, limit: number) => {
    const found = log.filter(({ position }) => position > after).slice(0, limit);
    seen.read += found.length;
    seen.most = Math.max(seen.most, found.length);
    return found;
  };
  const linesOf = () => ({
    of: async (events: readonly RecordedEvent[]) => events.map(({ position }) => `${position}\n`.padEnd(999)).join(''),
    proof: async () => 'proof\n',
  });
  const { handler } = auditEventsRoute({ store: {}, search: { readAll }, linesOf }, createAuditLines());
  const leaving = new AbortController();
  const ask = async (type: string, limit: number, after = 0) =>
    handler({
      query: { after, limit },
      brandId: 'brand',
      caller: { key_id: 'auditor' },
      signal: leaving.signal,
      unread: new UnreadAccount([], new Map()),
      req: { headers: {}, accepts: () => type },
    } as unknown as RouteRequest);
  return { seen, ask, leaving };
};

test('the parts of an answer make one JSON: the events of the page, whether there are more, and where they begin', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 80 });
  const property = fc.asyncProperty(
    sizes,
    fc.integer({ min: 1, max: 90 }),
    fc.nat(90),
    async (lengths, limit, skip) => {
      const log = eventsOf(lengths);
      const { ask, leaving } = routeOver(log);
      const answer = await ask('application/json', limit, 10 * skip);
      let text = '';
      if ('bytes' in answer) text = answer.bytes.toString();
      else if ('stream' in answer) {
        const write = async (chunk: string | Buffer) => {
          text += chunk.toString();
        };
        await answer.stream({ write, isFull: false, signal: leaving.signal });
      }
      const rest = log.slice(skip);
      const has_more = rest.length > limit;
      const body = JSON.parse(text);
      expect(body).toMatchObject({ has_more, next_after: has_more ? rest[limit - 1]!.position : null });
      expect(body.events.map((event: RecordedEvent) => event.position)).toEqual(
        rest.slice(0, limit).map(({ position }) => position),
      );
    },
  );
  await fc.assert(property, { numRuns: 50 });
});

test.each(['application/json', 'application/x-ndjson'])(
  'the log is read only as far as the auditor reads the answer, and no further when the auditor leaves: %s',
  async (type) => {
    const { seen, ask, leaving } = routeOver(eventsOf(Array(10_000).fill(1_000)));
    const answer = await ask(type, 10_000);
    if (!('stream' in answer)) throw new Error('no stream');
    const begun = seen.read;
    expect(begun).toBeLessThan(1_000);
    let take = (): void => {};
    const write = () => new Promise<void>((resolve) => (take = resolve));
    const over = answer.stream({ write, isFull: false, signal: leaving.signal });
    for (let round = 0; round < 10; round++) await turn();
    expect(seen.read).toBe(begun);
    take();
    for (let round = 0; round < 10; round++) await turn();
    expect(seen.read).toBeGreaterThan(begun);
    const read = seen.read;
    expect(read).toBeLessThan(2_000);
    leaving.abort();
    take();
    await expect(over).rejects.toThrow();
    expect(seen.read).toBe(read);
  },
);

test('large events are read few at a time', async () => {
  const { seen, ask } = routeOver(eventsOf(Array(300).fill(500_000)));
  await ask('application/json', 10_000);
  expect(seen.read).toBeLessThanOrEqual(20);
});
