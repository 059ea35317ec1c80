import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandRoutes } from '../../../src/api/venue/commands.ts';
import { invalid } from '../../../src/domain/refusal.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';

const till = { ...partnerKey, key_id: 'till', audience: 'venue' as const };

let app: FakeApp;
beforeEach(async () => {
  const execute = async (_caller: unknown, type: string) => {
    throw type === 'Refused' ? invalid('point_not_found') : new TypeError('a bug of ours');
  };
  app = await startFakeApp(commandRoutes({ bus: { definitions: new Map(), execute }, settled: async () => {} }));
  app.keys.set(till.key_id, till);
});
afterEach(() => app.close());

it('in a batch a fault of ours is one rejected entry, and is in the log like any other', async () => {
  const json = { commands: [{ type: 'Refused' }, { type: 'Broken' }] };
  const { status, body } = await app.ask('POST', '/v1/commands', { token: app.tokenOf(till), json });
  expect(status).toBe(200);
  const codes = (body.results as { code: string }[]).map(({ code }) => code);
  expect(codes).toEqual(['point_not_found', 'internal']);
  const faults = app.logs.filter(({ msg }) => msg === 'request failed');
  expect(faults).toMatchObject([{ route: '/v1/commands', error: { type: 'TypeError', message: 'a bug of ours' } }]);
});
