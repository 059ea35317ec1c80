import { expect, test } from 'vitest';
import { createAuditLines } from '../../../../src/api/audit/audit-lines.ts';
import { auditEventsRoute } from '../../../../src/api/audit/events.ts';
import type { RouteRequest } from '../../../../src/api/http/route-request.ts';
import type { EventStore } from '../../../../src/event-store/event-store.ts';

test('the log is read for an auditor only as long as the auditor reads the answer', async () => {
  const leaving = new AbortController();
  const signals: (AbortSignal | undefined)[] = [];
  const readAll: EventStore['readAll'] = async (_after, _limit, _filter, signal) => {
    signals.push(signal);
    return [];
  };
  const linesOf = () => ({ of: async () => '', proof: async () => '' });
  const request = {
    ...{ query: { after: 0, limit: 10 }, brandId: 'brand', caller: { key_id: 'auditor' } },
    req: { headers: {}, accepts: () => 'application/x-ndjson' },
  } as unknown as RouteRequest;
  const answer = await auditEventsRoute({ store: {}, search: { readAll }, linesOf }, createAuditLines()).handler(
    request,
  );
  if (!('stream' in answer)) throw new Error('no stream');
  await answer.stream({ write: async () => {}, isFull: false, signal: leaving.signal });
  expect(signals).toEqual([leaving.signal]);
});
