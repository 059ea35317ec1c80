import { expect, test } from 'vitest';
import { createReadings } from '../../../../src/api/audit/personal/readings.ts';
import type { Route } from '../../../../src/api/http/route.ts';
import type { RouteRequest } from '../../../../src/api/http/route-request.ts';

/** What is recorded of a request that was shown personal data. */
const recordedOf = async (originalUrl: string): Promise<string[]> => {
  const recorded: string[] = [];
  const readings = createReadings(async ({ request }) => void recorded.push(request));
  const handler: Route['handler'] = async () => {
    readings.see(7);
    return { body: {} };
  };
  const request = { req: { method: 'GET', originalUrl }, caller: {}, brandId: 'b', requestId: 'r' };
  await readings.record({ handler } as Route).handler(request as unknown as RouteRequest);
  return recorded;
};

test.each([
  ['/audit/v1/events?actor=Aziz', '/audit/v1/events?actor=…'],
  ['/audit/v1/events?limit=5&actor=Aziz%20B&type=X', '/audit/v1/events?limit=5&actor=…&type=X'],
  ['/audit/v1/events?%61ctor=Aziz', '/audit/v1/events?%61ctor=…'],
  ['/audit/v1/events?limit=1&%61%63%74%6F%72=Aziz=B?c', '/audit/v1/events?limit=1&%61%63%74%6F%72=…'],
  ['/audit/v1/events?actor', '/audit/v1/events?actor'],
  [
    '/audit/v1/events?factor=1&at=2026-03-01T10:00:00%2B05:00',
    '/audit/v1/events?factor=1&at=2026-03-01T10:00:00%2B05:00',
  ],
  ['/audit/v1/events?%zz=1', '/audit/v1/events?%zz=1'],
  ['/audit/v1/clients/7', '/audit/v1/clients/7'],
])('the reading by %s is recorded without the name that was asked for', async (asked, recorded) => {
  expect(await recordedOf(asked)).toEqual([`GET ${recorded}`]);
});
