// A database of its own: it reads the tables of a read model without an app.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TIMEZONE } from '../../../src/domain/local-time.ts';
import { DEFAULT_RESERVATION_RULES } from '../../../src/domain/points/commands.ts';
import { loadPointReferences } from '../../../src/projections/points/point-references.ts';
import { brandTimezone, findPoint, listPoints } from '../../../src/projections/points/queries.ts';
import { createVenueWorld, point, refused, venueOf } from '../../support/venue-world.ts';

const world = createVenueWorld();

describe('points', () => {
  it('points are defined with what is usual, and replaced whole', async () => {
    const brand_id = await world.createBrand();
    const { id } = await world.run(venueOf(brand_id), 'DefinePoint', point);
    const always = { is_open: true, open: '00:00', close: '24:00' };
    expect(await findPoint(world.pool, brand_id, id)).toEqual({
      ...point,
      accepts_orders_when_closed: null,
      logo: null,
      point_id: id,
      brand_id,
      phone: '+998712000000',
      address: null,
      timezone: 'Asia/Tashkent',
      business_day_cutoff: '00:00',
      preparation_minutes: 0,
      working_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, ...always })),
      reservation_rules: DEFAULT_RESERVATION_RULES,
      special_days: {},
    });
    const working_hours = [
      { day: 2, is_open: true, open: '18:00', close: '02:00' },
      { day: 1, is_open: false },
    ];
    const reservation_rules = { slot_step_minutes: 15 };
    const replacement = { ...point, id, timezone: 'europe/istanbul', working_hours, reservation_rules };
    expect((await world.run(venueOf(brand_id), 'DefinePoint', replacement)).id).toBe(id);
    const replaced = await findPoint(world.pool, brand_id, id);
    expect(replaced).toMatchObject({ timezone: 'Europe/Istanbul', reservation_rules: { slot_step_minutes: 15 } });
    expect(replaced?.working_hours.filter((day) => day.is_open)).toEqual([working_hours[0]]);
  });

  it.each([
    ['phone', '12', 'phone_invalid'],
    ['timezone', 'Mars/Base', 'timezone_unknown'],
    ['timezone', '+05:00', 'timezone_unknown'],
    ['timezone', 'cet', 'timezone_unknown'],
    ['latitude', 91, 'field_too_big'],
    ['working_hours', [{ day: 8, is_open: false }], 'field_too_big'],
    ['working_hours', [{ day: 1, is_open: true, open: '10:00' }], 'field_required'],
    ['reservation_rules', { max_days_ahead: 91 }, 'field_too_big'],
  ])('points with a bad %s (%j) are refused', async (field, value, code) => {
    const brand_id = await world.createBrand();
    await expect(world.run(venueOf(brand_id), 'DefinePoint', { ...point, [field]: value })).rejects.toMatchObject({
      kind: 'invalid',
      code,
      params: { field: expect.stringMatching(`^${field}`) },
    });
  });

  it('points of another brand can be neither seen nor named', async () => {
    const [brand_id, other] = [await world.createBrand(), await world.createBrand()];
    const command_id = randomUUID();
    const own = (await world.run(venueOf(brand_id), 'DefinePoint', point, command_id)).id;
    // A command id is a brand's own: the other brand may use the same one.
    const foreign = (await world.run(venueOf(other), 'DefinePoint', point, command_id)).id;
    expect(foreign).not.toBe(own);
    expect(await findPoint(world.pool, brand_id, foreign)).toBeUndefined();
    expect(await loadPointReferences(world.pool, brand_id, foreign)).toBeUndefined();
    expect((await listPoints(world.pool, brand_id, null)).map((it) => it.point_id)).toEqual([own]);
    expect(await listPoints(world.pool, brand_id, [foreign])).toEqual([]);
    const notFound = refused('not_found', 'point_not_found');
    await expect(world.run(venueOf(brand_id), 'DefinePoint', { ...point, id: foreign })).rejects.toEqual(notFound);
    await expect(world.run(venueOf(brand_id), 'DefineHall', { point_id: foreign, name: 'Hall' })).rejects.toEqual(
      notFound,
    );
  });

  it('points tell the time of their brand: the first by name of those one may see', async () => {
    const brand_id = await world.createBrand();
    const timezoneOf = (pointIds: string[] | null) => brandTimezone(world.pool, brand_id, pointIds);
    expect(await timezoneOf(null)).toBe(DEFAULT_TIMEZONE);
    const define = async (name: string, timezone: string): Promise<string> =>
      (await world.run(venueOf(brand_id), 'DefinePoint', { ...point, name, timezone })).id;
    const second = await define('B', 'Europe/Istanbul');
    await define('A', 'Asia/Almaty');
    expect(await timezoneOf(null)).toBe('Asia/Almaty');
    expect(await timezoneOf([second])).toBe('Europe/Istanbul');
    expect(await timezoneOf([randomUUID()])).toBe(DEFAULT_TIMEZONE);
    const other = await world.createBrand();
    expect(await brandTimezone(world.pool, other, null)).toBe(DEFAULT_TIMEZONE);
  });

  it('points bound to a key keep it to themselves', async () => {
    const brand_id = await world.createBrand();
    const own = (await world.run(venueOf(brand_id), 'DefinePoint', point)).id as string;
    const other = (await world.run(venueOf(brand_id), 'DefinePoint', point)).id;
    const foreignHall = (await world.run(venueOf(brand_id), 'DefineHall', { point_id: other, name: 'Hall' })).id;
    const till = venueOf(brand_id, [own]);
    await world.run(till, 'DefinePoint', { ...point, id: own, address: 'Amir Temur 5' });
    await world.run(till, 'DefineHall', { point_id: own, name: 'Hall' });
    const wholeBrand = refused('forbidden', 'points_forbidden');
    await expect(world.run(till, 'DefinePoint', point)).rejects.toEqual(wholeBrand);
    await expect(world.run(till, 'DefineRegion', { name: 'Tashkent' })).rejects.toEqual(wholeBrand);
    await expect(world.run(till, 'IssueKey', { audience: 'partner', name: 'App' })).rejects.toEqual(wholeBrand);
    await expect(world.run(till, 'DefinePoint', { ...point, id: other })).rejects.toEqual(
      refused('not_found', 'point_not_found'),
    );
    await expect(world.run(till, 'DefineTable', { hall_id: foreignHall, name: 'A1' })).rejects.toEqual(
      refused('not_found', 'hall_not_found'),
    );
  });
});
