import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { openStream } from '../support/event-stream.ts';
import { actOnAccount, invite, openBrowser, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const pathOf = (point_id = venue.point_id) => `/venue/v1/points/${point_id}/stream`;

describe('the live feed of a point', () => {
  test('says what changed there or in the brand, and nothing of persons, money or other points', async () => {
    const { till, point_id, table_id, products, cashier_id } = venue;
    const { id: elsewhere } = await definePoint(till, { name: 'Elsewhere' });
    const { body: board } = await till.get(`/venue/v1/points/${point_id}/board`);
    const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
    const stream = await openStream(app, till, { path: pathOf(), query: `?after=${board.position}` });
    await command(till, 'SetStopList', { point_id, entries: [{ product_id: products.kazy, quantity: 2 }] });
    await command(till, 'SetStopList', { point_id: elsewhere, entries: [{ product_id: products.kazy, quantity: 3 }] });
    await command(till, 'SeatWalkIn', { table_id, guests: 2 });
    const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
    await command(till, 'UpdateEmployee', { id: cashier_id, name: 'Nobody may hear this' });
    const { id: hall_id } = await command(till, 'DefineHall', { point_id: elsewhere, name: 'Not here' });
    const { id: cause } = await command(till, 'DefineCancelCause', {
      name: 'No wind',
      is_default: false,
      is_comment_required: false,
    });
    await stream.heard(6);
    await stream.close();
    expect(hall_id).toBeGreaterThan(0);
    expect(stream.events.map(({ data: { entity, entity_id } }) => [entity, entity_id])).toEqual([
      ['order', `${order_id}`],
      ['stop_list', point_id],
      ['table', `${table_id}`],
      ['shift', `${shift_id}`],
      ['employee', `${cashier_id}`],
      ['cancel_cause', `${cause}`],
    ]);
    for (const { id, type, data } of stream.events) {
      expect([Object.keys(data), data.position, type]).toEqual([
        ['position', 'type', 'entity', 'entity_id'],
        id,
        'message',
      ]);
    }
    // It goes on where it ended, as a browser comes back.
    const again = await openStream(app, till, { path: pathOf(), lastEventId: stream.events[3]!.id });
    await again.heard(2);
    await again.close();
    expect(again.events).toEqual(stream.events.slice(4));
  });

  test('is open to a page by its cookie, and ends with the session or the role', async () => {
    const listen = async () => {
      const invited = await invite(app, venue.brand_id, 'cook');
      const browser = await signedIn(app.url, invited);
      const feed = await fetch(app.url + pathOf(), { headers: { cookie: browser.cookie! } });
      expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      return { ...invited, browser, ended: feed.text() };
    };
    const one = await listen();
    await one.browser.ask('DELETE', '/venue/v1/session');
    expect(await one.ended).toMatch(/^retry: 1000\nid: \d+\n\n/);
    const other = await listen();
    await actOnAccount(app, other.account_id, venue.brand_id, {
      type: 'ChangeAccount',
      terms: { role: 'auditor' },
      brand_id: venue.brand_id,
      touches_owners: true,
      released: null,
    });
    await other.ended;
  });

  test('the live feed of a point is closed to whoever may not see the point', async () => {
    const other = await createVenue(app);
    expect(await other.till.get(pathOf())).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
    const { login } = await invite(app, venue.brand_id, 'cook', { point_ids: [venue.point_id] });
    expect(login).toBeDefined();
    expect((await openBrowser(app.url).ask('GET', pathOf())).status).toBe(401);
  });
});
