import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
/** A till of the venue's second point, `own`. */
let bound: HttpClient;
let own: string;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  own = (await definePoint(venue.till, { name: 'Sergeli' })).id;
  const terms = { brand_id: venue.brand_id, audience: 'venue', name: 'second till', point_ids: [own] };
  bound = await app.client((await command(await app.platform(), 'IssueKey', terms)).api_key);
});
afterAll(() => app.stop());

test('a venue gives a key so many requests a minute as the operator allows, the platform more', async () => {
  const app12 = { audience: 'partner', name: 'App', requests_per_minute: 12_000 };
  const { key_id } = await command(venue.till, 'IssueKey', app12);
  const more = { requests_per_minute: 12_001 };
  expect(await refusal(venue.till, 'IssueKey', { ...app12, ...more })).toBe('400 field_too_big');
  expect(await refusal(venue.till, 'UpdateKey', { key_id, ...more })).toBe('400 field_too_big');
  const refused = await venue.till.post('/venue/v1/commands/UpdateKey', { command_id: randomUUID(), key_id, ...more });
  expect(refused.body.message).toContain('requests_per_minute');

  const platform = await app.platform();
  await command(platform, 'UpdateKey', { key_id, requests_per_minute: 1_000_000 });
  expect(await refusal(platform, 'UpdateKey', { key_id, requests_per_minute: 1_000_001 })).toBe('400 field_too_big');
  // What the platform gave stays when the venue changes something else.
  await command(venue.till, 'UpdateKey', { key_id, name: 'Our app' });
});

const waiter = {
  login: 'zuhra',
  name: 'Zuhra',
  role: 'waiter',
  role_name: 'Waiter',
  position_id: 2,
  position_name: 'Waiter',
};
const safe = { source: 'safe', code: 'S', name: 'Safe' };

/** Sends a command that is to leave nothing in the log, and answers how it was refused. */
const refusal = async (client: HttpClient, type: string, fields: object): Promise<string> => {
  const command_id = randomUUID();
  const { status, body } = await client.post(`/venue/v1/commands/${type}`, { command_id, ...fields });
  const events = await recorded(app.tillstream.store);
  expect(events.filter(({ metadata }) => metadata.command_id === command_id)).toEqual([]);
  return `${status} ${body.code}`;
};

describe('a till bound to a point', () => {
  test.each<[type: string, fields: () => object | Promise<object>]>([
    ['DefinePaymentPurpose', () => ({ name: 'Salary', is_payout: true })],
    ['DefineCancelCause', () => ({ name: 'Late', is_default: true, is_comment_required: false })],
    ['DefineOrderTypeSub', () => ({ name: 'Hall', order_type_id: 1, is_default: true })],
    ['DefinePaymentType', () => ({ name: 'Terminal', category_id: 2, point_ids: [own] })],
    ['DefineAccount', () => safe],
    ['DefineRegion', () => ({ name: 'Tashkent' })],
    [
      'DefineDistrict',
      async () => ({ region_id: (await command(venue.till, 'DefineRegion', { name: 'R' })).id, name: 'Urgut' }),
    ],
    ['IssueKey', () => ({ audience: 'partner', name: 'App' })],
    ['UpdateKey', () => ({ key_id: venue.partnerKeyId, name: 'Ours' })],
    ['RevokeKey', () => ({ key_id: venue.partnerKeyId })],
    ['HireEmployee', () => waiter],
    [
      'AdjustPoints',
      async () => {
        const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
        const { client } = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;
        return { client_id: client.client_id, amount: 500, reason: 'Birthday' };
      },
    ],
  ])('does not do what concerns the whole brand: %s', async (type, fields) => {
    expect(await refusal(bound, type, await fields())).toBe('403 points_forbidden');
  });

  test('a till bound to a point can use no other point, nor one of another brand', async () => {
    const { id } = await command(bound, 'HireEmployee', { ...waiter, point_id: own });
    for (const point_id of [venue.point_id, (await createVenue(app)).point_id]) {
      expect(await refusal(bound, 'DefineHall', { point_id, name: 'Hall' })).toBe('404 point_not_found');
      expect(await refusal(bound, 'DefineAccount', { point_id, ...safe })).toBe('404 point_not_found');
      expect(await refusal(bound, 'HireEmployee', { ...waiter, point_id })).toBe('404 point_not_found');
      expect(await refusal(bound, 'UpdateEmployee', { id, point_id })).toBe('404 point_not_found');
      const shift = { employee_id: id, point_id, check_in: new Date().toISOString() };
      expect(await refusal(bound, 'AddShift', shift)).toBe('404 point_not_found');
    }
    await command(bound, 'DefineAccount', { point_id: own, ...safe });
  });

  test('a till bound to a point changes only the employees of its point', async () => {
    const hire = async (point_id: string | null): Promise<number> =>
      (await command(venue.till, 'HireEmployee', { ...waiter, point_id })).id;
    for (const employee_id of [await hire(venue.point_id), await hire(null)]) {
      for (const type of ['BlockEmployee', 'DismissEmployee']) {
        expect(await refusal(bound, type, { employee_id })).toBe('404 employee_not_found');
      }
      expect(await refusal(bound, 'UpdateEmployee', { id: employee_id, point_id: own })).toBe('404 employee_not_found');
    }
    const employee_id = await hire(own);
    for (const type of ['BlockEmployee', 'UnblockEmployee', 'DismissEmployee']) {
      await command(bound, type, { employee_id });
    }
  });
});

test('a till of the whole brand names points of that brand alone', async () => {
  const { till } = venue;
  const { point_id } = await createVenue(app);
  const type = { name: 'Terminal', category_id: 2, point_ids: [venue.point_id, point_id] };
  expect(await refusal(till, 'DefinePaymentType', type)).toBe('404 point_not_found');
  expect(await refusal(till, 'DefineAccount', { point_id, ...safe })).toBe('404 point_not_found');
  expect(await refusal(till, 'HireEmployee', { ...waiter, point_id })).toBe('404 point_not_found');
  expect(await refusal(till, 'UpdateEmployee', { id: venue.cashier_id, point_id })).toBe('404 point_not_found');
});

describe('the terms of a key', () => {
  const partner = { audience: 'partner', name: 'App' };

  test('the terms of a key name points of its brand alone, when it is issued and when it is changed', async () => {
    const { till } = venue;
    const { point_id } = await createVenue(app);
    const { key_id } = await command(till, 'IssueKey', { ...partner, point_ids: [own] });
    for (const point_ids of [[point_id], [own, point_id], [randomUUID()]]) {
      expect(await refusal(till, 'IssueKey', { ...partner, point_ids })).toBe('404 point_not_found');
      expect(await refusal(till, 'UpdateKey', { key_id, point_ids })).toBe('404 point_not_found');
    }
  });

  test('the terms of a key limit no auditor to points, who would take what is missing for lost', async () => {
    const platform = await app.platform();
    const auditor = { brand_id: venue.brand_id, audience: 'auditor', name: 'Audit' };
    expect(await refusal(platform, 'IssueKey', { ...auditor, point_ids: [own] })).toBe('400 auditor_not_limited');
    const { key_id } = await command(platform, 'IssueKey', auditor);
    expect(await refusal(platform, 'UpdateKey', { key_id, point_ids: [own] })).toBe('400 auditor_not_limited');
    await command(platform, 'UpdateKey', { key_id, point_ids: null });
  });

  test('the terms of a key have for each order type a sub-type of its own', async () => {
    const { till } = venue;
    const define = async (order_type_id: number): Promise<number> =>
      (await command(till, 'DefineOrderTypeSub', { name: 'App', order_type_id, is_default: false })).id;
    const [takeaway, delivery] = [await define(2), await define(3)];
    for (const default_order_type_sub_ids of [
      { 2: takeaway, 3: takeaway },
      { 2: delivery, 3: delivery },
    ]) {
      const terms = { ...partner, default_order_type_sub_ids };
      expect(await refusal(till, 'IssueKey', terms)).toBe('400 order_type_sub_not_found');
    }
    await command(till, 'IssueKey', { ...partner, default_order_type_sub_ids: { 2: takeaway, 3: delivery } });
  });

  test('the terms of a key tell what an order came by, as they are when it is placed', async () => {
    const { till, menu_id } = venue;
    const key = await command(till, 'IssueKey', { ...partner, showcase_ids: [menu_id], source_id: 7 });
    const client = await app.client(key.api_key);
    const sourceOfNext = async (): Promise<number> => {
      const { order_id } = (await client.post('/v1/orders', orderBody(venue))).body;
      return (await till.get(`/venue/v1/orders/${order_id}`)).body.source_id;
    };
    expect(await sourceOfNext()).toBe(7);
    await command(till, 'UpdateKey', { key_id: key.key_id, source_id: 8 });
    expect(await sourceOfNext()).toBe(8);
  });
});

test('a key that was revoked while the back office was offline ended when it was', async () => {
  const { key_id } = await command(venue.till, 'IssueKey', { audience: 'partner', name: 'App' });
  const revoked_at = new Date(Date.now() - 3_600_000).toISOString();
  await command(venue.till, 'RevokeKey', { key_id, occurred_at: revoked_at });
  const { events } = (await venue.auditor.get('/audit/v1/events?type=KeyRevoked')).body;
  expect(events).toMatchObject([{ data: { key_id, revoked_at } }]);
});

test('a webhook that names no events is for all of them', async () => {
  const { key_id } = await command(venue.till, 'IssueKey', { audience: 'partner', name: 'App' });
  await command(venue.till, 'ConfigureWebhook', { key_id, url: 'https://partner.invalid/hook', events: [] });
  const { events } = (await venue.auditor.get('/audit/v1/events?type=WebhookConfigured')).body;
  expect(events).toMatchObject([{ data: { key_id, events: null } }]);
});
