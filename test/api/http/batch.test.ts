import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandRoutes } from '../../../src/api/venue/commands.ts';
import { invalid } from '../../../src/domain/refusal.ts';
import { StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';

const till = { ...partnerKey, key_id: 'till', audience: 'venue' as const };

let app: FakeApp;
const executed: unknown[] = [];
beforeEach(async () => {
  executed.length = 0;
  const execute = async (_caller: unknown, type: string, body: unknown) => {
    executed.push(body);
    if (type === 'Away') throw new StoreUnavailable('the event log can not be read', { cause: new Error('no leader') });
    throw type === 'Refused' ? invalid('point_not_found') : new TypeError('a bug of ours');
  };
  const bus = { definitions: new Map(), execute };
  app = await startFakeApp(commandRoutes({ bus, openTrial: () => bus }));
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

it('however many requests fail because a store is away, one line a second says so, without a stack', async () => {
  const away = () => app.logs.filter(({ msg }) => msg === 'requests can not be carried out now');
  const json = { commands: Array.from({ length: 40 }, () => ({ type: 'Away' })) };
  const began = performance.now();
  await app.ask('POST', '/v1/commands', { token: app.tokenOf(till), json });
  expect(away().length).toBeLessThanOrEqual(1 + (performance.now() - began) / 1_000);
  expect(away()[0]).toMatchObject({
    route: '/v1/commands',
    error: { type: 'StoreUnavailable', cause: { message: 'no leader' } },
    untold: 0,
  });
  expect(JSON.stringify(app.logs)).not.toContain('stack');
});

it('in a batch an entry of too many fields is one rejected entry, and is not read', async () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));
  const commands = [
    { type: 'Refused', ...fields(200) },
    { type: 'Refused', fields: fields(201) },
    { type: 'Refused', a: 1, b: 2, fields: { type: 'own', b: 3 } },
  ];
  const { body } = await app.ask('POST', '/v1/commands', { token: app.tokenOf(till), json: { commands } });
  const results = body.results as { code: string; message: string }[];
  expect(results.map(({ code }) => code)).toEqual([
    'field_too_many_fields',
    'field_too_many_fields',
    'point_not_found',
  ]);
  expect(results[0]!.message).toContain(' body ');
  expect(results[1]!.message).toContain(' fields ');
  expect(executed).toEqual([{ type: 'own', a: 1, b: 3 }]);
});
