// A database of its own: it reads the tables of a read model without an app.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findKeyId } from '../../../src/projections/keys/queries.ts';
import { createVenueWorld, NOW, platform, point, refused, venueOf } from '../../support/venue-world.ts';

const world = createVenueWorld();

const rowOf = async (keyId: unknown): Promise<unknown> =>
  (await world.pool.query('select * from read.access_keys where key_id = $1', [keyId])).rows[0];

describe('keys', () => {
  it('keys are found by hash, and stand there as their terms are now', async () => {
    const brand_id = await world.createBrand();
    const fields = { brand_id, audience: 'partner', name: 'App', permissions: ['reports', 'reports'] };
    const { result } = await world.run(platform, 'IssueKey', fields);
    const sub = await world.run(venueOf(brand_id), 'DefineOrderTypeSub', {
      name: 'App',
      order_type_id: 3,
      is_default: false,
    });

    const hash = `hash of ${result.api_key}`;
    expect(await findKeyId(world.pool, hash)).toBe(result.key_id);
    const issued = {
      key_id: result.key_id,
      key_hash: hash,
      brand_id,
      audience: 'partner',
      name: 'App',
      permissions: ['reports'],
      point_ids: null,
      expires_at: null,
      auto_confirm: false,
      operator_confirmation: 'none',
      source_id: 0,
      requests_per_minute: null,
      showcase_ids: [],
      default_order_type_sub_ids: {},
      issued_at: new Date(NOW),
      revoked_at: null,
      webhook_url: null,
      webhook_events: null,
    };
    expect(await rowOf(result.key_id)).toEqual(issued);

    const expires_at = new Date('2027-01-01T00:00:00.000Z');
    const changes = { expires_at: '2027-01-01T05:00:00+05:00', default_order_type_sub_ids: { 3: sub.id } };
    await world.run(venueOf(brand_id), 'UpdateKey', { key_id: result.key_id, ...changes });
    const changed = { ...issued, expires_at, default_order_type_sub_ids: { 3: sub.id } };
    expect(await rowOf(result.key_id)).toEqual(changed);

    await world.run(venueOf(brand_id), 'RevokeKey', { key_id: result.key_id });
    expect(await rowOf(result.key_id)).toEqual({ ...changed, revoked_at: new Date(NOW) });
    expect(await findKeyId(world.pool, 'another hash')).toBeUndefined();
  });

  it('keys are shown once', async () => {
    const brand_id = await world.createBrand();
    const command_id = randomUUID();
    const fields = { brand_id, audience: 'venue', name: 'Till' };
    const first = await world.run(platform, 'IssueKey', fields, command_id);
    expect(first).toMatchObject({ status: 'accepted', result: { api_key: expect.stringMatching(/^key-/) } });
    expect(await world.run(platform, 'IssueKey', fields, command_id)).toMatchObject({
      status: 'duplicate',
      result: { ...first.result, api_key: null },
    });
  });

  it('keys of another brand, or of the venue itself, are not a venue’s to issue or change', async () => {
    const [brand_id, other] = [await world.createBrand(), await world.createBrand()];
    const partner = { audience: 'partner', name: 'App' };
    const foreign = (await world.run(platform, 'IssueKey', { ...partner, brand_id: other })).id;
    const own = (await world.run(platform, 'IssueKey', { audience: 'venue', name: 'Till', brand_id })).id;
    const venue = venueOf(brand_id);

    await expect(world.run(venue, 'IssueKey', { ...partner, audience: 'auditor' })).rejects.toEqual(
      refused('forbidden', 'audience_forbidden'),
    );
    await expect(world.run(venue, 'IssueKey', { ...partner, brand_id: other })).rejects.toEqual(
      refused('not_found', 'brand_not_found'),
    );
    for (const key_id of [foreign, own, randomUUID()]) {
      const notFound = refused('not_found', 'key_not_found');
      await expect(world.run(venue, 'UpdateKey', { key_id, name: 'Mine' })).rejects.toEqual(notFound);
      await expect(world.run(venue, 'RevokeKey', { key_id })).rejects.toEqual(notFound);
    }
    await expect(world.run(platform, 'IssueKey', partner)).rejects.toMatchObject({
      code: 'field_required',
      params: { field: 'brand_id' },
    });
    await expect(world.run(platform, 'IssueKey', { ...partner, audience: 'platform' })).rejects.toMatchObject({
      code: 'field_not_allowed',
    });
    await world.run(platform, 'RevokeKey', { key_id: foreign });
  });

  it('keys refer to points, menus and order sub-types of their own brand alone', async () => {
    const [brand_id, other] = [await world.createBrand(), await world.createBrand()];
    const foreign = (await world.run(venueOf(other), 'DefinePoint', point)).id;
    const sub = await world.run(venueOf(brand_id), 'DefineOrderTypeSub', {
      name: 'App',
      order_type_id: 2,
      is_default: true,
    });
    const issue = (terms: object) =>
      world.run(venueOf(brand_id), 'IssueKey', { audience: 'partner', name: 'App', ...terms });
    await expect(issue({ point_ids: [foreign] })).rejects.toEqual(refused('not_found', 'point_not_found'));
    const [menu, foreignMenu] = [await world.publishShowcase(brand_id), await world.publishShowcase(other)];
    for (const showcase_ids of [[menu, foreignMenu], [999_999]]) {
      await expect(issue({ showcase_ids })).rejects.toEqual(refused('not_found', 'menu_not_found'));
    }
    await expect(issue({ point_ids: [] })).rejects.toMatchObject({ code: 'field_empty' });
    await expect(issue({ default_order_type_sub_ids: { 3: sub.id } })).rejects.toMatchObject({
      code: 'order_type_sub_not_found',
      params: { field: 'default_order_type_sub_ids.3' },
    });
    await expect(issue({ default_order_type_sub_ids: { 4: sub.id } })).rejects.toMatchObject({ kind: 'invalid' });
    const { id: key_id } = await issue({ showcase_ids: [menu], default_order_type_sub_ids: { 2: sub.id } });
    await expect(world.run(venueOf(brand_id), 'UpdateKey', { key_id, showcase_ids: [foreignMenu] })).rejects.toEqual(
      refused('not_found', 'menu_not_found'),
    );
    expect(await rowOf(key_id)).toMatchObject({
      showcase_ids: [menu],
      default_order_type_sub_ids: { 2: sub.id },
    });
  });
});
