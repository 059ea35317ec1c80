// A database of its own: it reads the tables of a read model without an app.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadPointReferences } from '../../../src/projections/points/point-references.ts';
import { findPoint, hallsOf, isTableOfBrand } from '../../../src/projections/points/queries.ts';
import { brandsCount, cancelCauses, orderTypeSubs, paymentTypes } from '../../../src/projections/references/queries.ts';
import { createVenueWorld, platform, point, venueOf } from '../../support/venue-world.ts';

const world = createVenueWorld();

describe('reference lists', () => {
  it('reference lists are those of the point and its brand', async () => {
    const brand_id = await world.createBrand();
    const venue = venueOf(brand_id);
    const here = (await world.run(venue, 'DefinePoint', point)).id;
    const there = (await world.run(venue, 'DefinePoint', point)).id;
    const cash = (
      await world.run(venue, 'DefinePaymentType', { name: 'Cash', category_id: 1, point_ids: [here, here] })
    ).id;
    const card = { name: 'Card', category_id: 2, point_ids: [there] };
    const cardId = (await world.run(venue, 'DefinePaymentType', card)).id;
    const sub = { name: 'Hall', order_type_id: 1, is_default: true };
    const delivery = (await world.run(venue, 'DefineOrderTypeSub', { ...sub, order_type_id: 3 })).id;
    const older = (await world.run(venue, 'DefineOrderTypeSub', sub)).id;
    const newer = (await world.run(venue, 'DefineOrderTypeSub', { ...sub, name: 'Terrace' })).id;
    const cause = { name: 'Late', is_default: true, is_comment_required: true };
    const formerId = (await world.run(venue, 'DefineCancelCause', { ...cause, name: 'Ill' })).id;
    const causeId = (await world.run(venue, 'DefineCancelCause', cause)).id;
    const hall = (await world.run(venue, 'DefineHall', { point_id: here, name: 'Main' })).id;
    const empty = (await world.run(venue, 'DefineHall', { point_id: here, name: 'Terrace' })).id;
    const table = (await world.run(venue, 'DefineTable', { hall_id: hall, name: 'Window', capacity: 4 })).id;
    const bar = (await world.run(venue, 'DefineTable', { hall_id: hall, name: 'Bar' })).id;

    expect(await paymentTypes(world.pool, brand_id, here)).toEqual([{ id: cash, name: 'Cash', category_id: 1 }]);
    const subs = [
      { id: older, ...sub, is_default: false },
      { id: newer, ...sub, name: 'Terrace' },
      { id: delivery, ...sub, order_type_id: 3 },
    ];
    expect(await orderTypeSubs(world.pool, brand_id)).toEqual(subs);
    expect(await orderTypeSubs(world.pool, brand_id, 3)).toEqual([subs[2]]);
    const former = { id: formerId, ...cause, name: 'Ill', is_default: false };
    expect(await cancelCauses(world.pool, brand_id)).toEqual([former, { id: causeId, ...cause }]);
    expect(await hallsOf(world.pool, brand_id, here)).toEqual([
      {
        id: hall,
        name: 'Main',
        tables: [
          { id: table, name: 'Window', capacity: 4 },
          { id: bar, name: 'Bar', capacity: null },
        ],
      },
      { id: empty, name: 'Terrace', tables: [] },
    ]);
    expect(await loadPointReferences(world.pool, brand_id, here)).toEqual({
      halls: await hallsOf(world.pool, brand_id, here),
      book: expect.objectContaining({ point_id: here, tables: expect.any(Map) }),
      point: await findPoint(world.pool, brand_id, here),
      timezone: 'Asia/Tashkent',
      payment_types: new Map([[cash, { id: cash, name: 'Cash', category_id: 1 }]]),
      order_type_subs: subs,
      cancel_causes: new Map([
        [formerId, former],
        [causeId, { id: causeId, ...cause }],
      ]),
      tables: new Set([table, bar]),
    });

    await world.run(venue, 'DefinePaymentType', { ...card, id: cardId, point_ids: [] });
    expect(await paymentTypes(world.pool, brand_id, there)).toEqual([]);
    const stranger = await world.createBrand();
    expect(await orderTypeSubs(world.pool, stranger)).toEqual([]);
    expect(await hallsOf(world.pool, stranger, here)).toEqual([]);
    expect(await paymentTypes(world.pool, stranger, here)).toEqual([]);
    expect(await cancelCauses(world.pool, stranger)).toEqual([]);
    expect(await isTableOfBrand(world.pool, brand_id, table)).toBe(true);
    expect(await isTableOfBrand(world.pool, stranger, table)).toBe(false);
  });

  it('reference lists answer the same id when a definition is repeated', async () => {
    const brand_id = await world.createBrand();
    const command_id = randomUUID();
    const first = await world.run(venueOf(brand_id), 'DefineRegion', { name: 'Tashkent' }, command_id);
    const other = await world.run(venueOf(brand_id), 'DefineRegion', { name: 'Samarkand' });
    const district = { region_id: first.id, name: 'Chilonzor' };
    expect((await world.run(venueOf(brand_id), 'DefineDistrict', district)).id).toEqual(expect.any(Number));
    const repeat = await world.run(venueOf(brand_id), 'DefineRegion', { id: other.id, name: 'Bukhara' }, command_id);
    expect(repeat).toMatchObject({ status: 'duplicate', id: first.id });
    const { rows } = await world.pool.query('select name from read.regions where brand_id = $1 order by name', [
      brand_id,
    ]);
    expect(rows).toEqual([{ name: 'Samarkand' }, { name: 'Tashkent' }]);
  });
});

describe('brands', () => {
  it('brandsCount counts a new brand', async () => {
    const before = await brandsCount(world.pool);
    await world.createBrand();
    expect(await brandsCount(world.pool)).toBe(before + 1);
  });

  it.each([
    ['currency', 'XXY', 'currency_unknown'],
    ['country_code', 'ZZ', 'country_unknown'],
    ['language', 'uz', 'field_not_allowed'],
    ['currency_exponent', 5, 'field_too_big'],
  ])('brands with a bad %s are refused', async (field, value, code) => {
    const brand = { name: 'Plov House', currency: 'UZS', country_code: 'UZ', language: 'ru', [field]: value };
    await expect(world.run(platform, 'CreateBrand', brand)).rejects.toMatchObject({ code, params: { field } });
  });
});
