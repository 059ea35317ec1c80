import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src/commands/bus/caller.ts';
import type { CommandDefinition } from '../../../../src/commands/bus/command.ts';
import type { CommandContext } from '../../../../src/commands/bus/context.ts';
import { validate } from '../../../../src/commands/fields/validate.ts';
import { menuCommands } from '../../../../src/commands/menu/index.ts';
import { stopListCommands } from '../../../../src/commands/stop-list/stop-list.ts';
import { type Decider, type DomainEvent, fold } from '../../../../src/domain/decider.ts';
import type { Product } from '../../../../src/domain/menu/catalogue/events.ts';
import type { RefusalKind } from '../../../../src/domain/refusal.ts';
import { plainProduct } from '../../../support/products.ts';

const brand_id = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0001';
const point_id = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0002';
const otherPoint = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0003';

const commands: readonly CommandDefinition[] = [...menuCommands, ...stopListCommands];

type AnyDecider = Decider<unknown, unknown, DomainEvent>;

/** Runs the commands as the bus does, on streams in memory that hold a brand's two points and nothing else. */
const createVenue = (point_ids: Caller['point_ids'] = null) => {
  const streams = new Map<string, DomainEvent[]>(
    [point_id, otherPoint].map((id) => [
      `point-${id}`,
      [{ type: 'PointDefined', data: { point_id: id, brand_id: id === point_id ? brand_id : otherPoint } }],
    ]),
  );
  const ids = new Map<string, number>();

  const eventsOf = (stream: string): readonly DomainEvent[] => streams.get(stream) ?? [];
  const load = async (decider: AnyDecider, id: string | number) =>
    fold(decider, decider.initial, eventsOf(`${decider.category}-${id}`));
  const handle = async (decider: AnyDecider, id: string | number, command: unknown) => {
    const stream = `${decider.category}-${id}`;
    const events = decider.decide(await load(decider, id), command);
    streams.set(stream, [...eventsOf(stream), ...events]);
    return { events, position: 1, duplicate: false };
  };

  const run = async (type: string, fields: object, command_id: string = type): Promise<Record<string, unknown>> => {
    const definition = commands.find((it) => it.type === type);
    if (!definition) throw new Error(`there is no command ${type}`);
    const newId = async (label = ''): Promise<number> => {
      const key = `${command_id} ${label}`;
      ids.set(key, ids.get(key) ?? 101 + ids.size);
      return ids.get(key)!;
    };
    const caller = { key_id: 'till', audience: 'venue', brand_id, point_ids, name: 'Till' };
    const context = { caller, brand_id, command_id, load, handle, newId } as unknown as CommandContext;
    const { result } = await definition.run(validate(definition.input, fields), context, undefined);
    return result;
  };
  return { run, eventsOf };
};

const refused = (kind: RefusalKind, code: string, params: object = {}) =>
  expect.objectContaining({ kind, code, params: expect.objectContaining(params) });

const define = async (run: ReturnType<typeof createVenue>['run'], name: string): Promise<number> =>
  Number((await run('DefineProduct', { type: 'product', name, base_price: 100 }, name)).id);

const listing = (ids: number[], fields: object) => ids.map((product_id) => ({ product_id, ...fields }));

describe('the commands of the catalogue', () => {
  it('the commands of the catalogue are for venues', () =>
    expect(commands.map(({ type, audiences }) => [type, audiences])).toEqual(
      [
        'DefineCategory',
        'DefineMenuFolder',
        'DefineProduct',
        'SetPrices',
        'SetCosts',
        'SetOnSale',
        'CloseMenuSection',
        'PublishShowcase',
        'SetStopList',
        'ClearStopList',
      ].map((type) => [type, ['venue']]),
    ));

  it.each([
    ['SetPrices', 'prices[1].product_id', (ids: number[]) => ({ prices: listing(ids, { price: 1 }) })],
    ['SetCosts', 'costs[1].product_id', (ids: number[]) => ({ costs: listing(ids, { cost: 1 }) })],
    ['SetOnSale', 'product_ids[1]', (product_ids: number[]) => ({ product_ids, on_sale: false })],
    ['SetStopList', 'entries[1].product_id', (ids: number[]) => ({ entries: listing(ids, { quantity: 0 }) })],
    ['ClearStopList', 'product_ids[1]', (product_ids: number[]) => ({ product_ids })],
    [
      'PublishShowcase',
      'products[1].product_id',
      (ids: number[]) => ({
        name: 'App',
        categories: [{ id: 1, name: 'Hot', order_number: 1 }],
        products: listing(ids, { category_id: 1 }),
      }),
    ],
  ])('%s names products of the brand only', async (type, field, fieldsFor) => {
    const { run } = createVenue();
    const known = await define(run, 'Plov');
    await expect(run(type, { point_id, ...fieldsFor([known, 99]) })).rejects.toEqual(
      refused('invalid', 'product_not_found', { field, product_id: 99 }),
    );
  });

  it.each([
    ['SetPrices', { prices: [{ product_id: 1, price: 1 }] }],
    ['SetCosts', { costs: [{ product_id: 1, cost: 1 }] }],
    ['SetOnSale', { product_ids: [1], on_sale: true }],
    ['CloseMenuSection', { category_id: 1, closed: true }],
    ['SetStopList', { entries: [{ product_id: 1, quantity: 0 }] }],
    ['ClearStopList', {}],
  ])('%s is for a point of the brand, and one of the key', async (type, fields) => {
    const notFound = refused('not_found', 'point_not_found');
    await expect(createVenue().run(type, { point_id: otherPoint, ...fields })).rejects.toEqual(notFound);
    await expect(createVenue([otherPoint]).run(type, { point_id, ...fields })).rejects.toEqual(notFound);
  });

  it.each(['DefineCategory', 'DefineMenuFolder', 'DefineProduct'])(
    '%s is refused for an id that is not there',
    async (type) =>
      expect(createVenue().run(type, { id: 9, type: 'product', name: 'Plov', base_price: 1 })).rejects.toMatchObject({
        kind: 'not_found',
      }),
  );

  it.each([
    ['DefineCategory', { name: 'Hot' }],
    ['DefineMenuFolder', { name: 'Kitchen' }],
    ['DefineProduct', { type: 'product', name: 'Plov', base_price: 1 }],
    ['PublishShowcase', { name: 'App', categories: [], products: [] }],
  ])('%s concerns the whole brand: not for a key bound to points', async (type, fields) =>
    expect(createVenue([point_id]).run(type, fields)).rejects.toEqual(refused('forbidden', 'points_forbidden')),
  );
});

describe('DefineProduct', () => {
  it('DefineProduct fills in what was left out', async () => {
    const { run, eventsOf } = createVenue();
    const { id } = await run('DefineProduct', {
      type: 'product',
      name: 'Plov',
      base_price: 35_000,
      modifier_groups: [{ name: 'Sauce', min: 0, max: 1, required: false, items: [] }],
    });
    expect(eventsOf(`catalogue-${brand_id}`)[0]?.data).toEqual(
      plainProduct(id as number, {
        modifier_groups: [{ id: expect.any(Number), name: 'Sauce', min: 0, max: 1, required: false, items: [] }],
      }),
    );
  });

  it('DefineProduct gives each new group an id of its own, keeps the ids it is given, and no bounds means no limit', async () => {
    const { run, eventsOf } = createVenue();
    const sauce = await define(run, 'Sauce');
    const group = (name: string, id?: number) => ({
      id,
      name,
      min: 0,
      max: 0,
      required: true,
      items: [{ product_id: sauce }],
    });
    const plov = { type: 'product', name: 'Plov', base_price: 1 };
    const { id } = await run('DefineProduct', { ...plov, modifier_groups: [group('a'), group('b')] });
    const groups = () => (eventsOf(`catalogue-${brand_id}`).at(-1) as { data: Product }).data.modifier_groups;
    const [first, second] = groups().map((it) => it.id);
    expect(new Set([id, first, second]).size).toBe(3);
    expect(groups()[0]).toMatchObject({ items: [{ product_id: sauce, min_amount: 0, max_amount: 0 }] });

    const again = { ...plov, id, modifier_groups: [group('c'), group('b', second)] };
    await run('DefineProduct', again, 'another command');
    expect(groups()[1]?.id).toBe(second);
    expect([id, first, second]).not.toContain(groups()[0]?.id);
  });
});

describe('SetPrices', () => {
  const setting = (window: object) => ({ point_id, prices: [{ product_id: 101, price: 1, window }] });

  it('orders the days of a window, so that one window is one whatever their order', async () => {
    const { run, eventsOf } = createVenue();
    await define(run, 'Plov');
    await run('SetPrices', setting({ days: [7, 2, 5], from: '12:00', to: '24:00' }));
    await run('SetPrices', setting({ days: [2, 5, 7], from: '12:00', to: '24:00' }));
    expect(eventsOf(`point_menu-${point_id}`)).toMatchObject([
      { type: 'PricesSet', data: { prices: [{ window: { days: [2, 5, 7] } }] } },
    ]);
  });

  it.each([
    [{ days: [], from: '12:00', to: '15:00' }, 'field_empty', 'days'],
    [{ days: [1, 2, 1], from: '12:00', to: '15:00' }, 'field_duplicate', 'days'],
    [{ days: [8], from: '12:00', to: '15:00' }, 'field_too_big', 'days[0]'],
    [{ days: [0], from: '12:00', to: '15:00' }, 'field_too_small', 'days[0]'],
    [{ days: [1], from: '24:00', to: '15:00' }, 'field_not_time', 'from'],
    [{ days: [1], from: '12:00', to: '24:01' }, 'field_not_time', 'to'],
    [{ days: [1], from: '12:00', to: '12:00' }, 'price_window_empty', 'to'],
  ])('SetPrices refuses the window %j: %s', async (window, code, field) => {
    const { run } = createVenue();
    await define(run, 'Plov');
    await expect(run('SetPrices', setting(window))).rejects.toEqual(
      refused('invalid', code, { field: `prices[0].window.${field}` }),
    );
  });

  it('SetPrices refuses a price below 0, and one with a fraction', async () => {
    const { run } = createVenue();
    const prices = (price: number) => ({ point_id, prices: [{ product_id: 1, price }] });
    await expect(run('SetPrices', prices(-1))).rejects.toEqual(refused('invalid', 'field_too_small'));
    await expect(run('SetPrices', prices(0.5))).rejects.toEqual(refused('invalid', 'field_not_integer'));
  });
});

describe('CloseMenuSection', () => {
  it('CloseMenuSection closes and opens a category of the brand', async () => {
    const { run, eventsOf } = createVenue();
    const { id: category_id } = await run('DefineCategory', { name: 'Hot' });
    await run('CloseMenuSection', { point_id, category_id, closed: true });
    await run('CloseMenuSection', { point_id, category_id, closed: false });
    const events = eventsOf(`point_menu-${point_id}`);
    expect(events.map((event) => event.type)).toEqual(['MenuSectionClosed', 'MenuSectionOpened']);
  });

  it('CloseMenuSection is refused for a category that is not there', async () =>
    expect(createVenue().run('CloseMenuSection', { point_id, category_id: 9, closed: true })).rejects.toEqual(
      refused('invalid', 'category_not_found', { field: 'category_id' }),
    ));
});

describe('PublishShowcase', () => {
  it('PublishShowcase answers its id under both names, and the same again when it is published anew', async () => {
    const { run } = createVenue();
    const fields = { name: 'App', categories: [], products: [] };
    const { id, menu_id } = await run('PublishShowcase', fields);
    expect(menu_id).toBe(id);
    expect(await run('PublishShowcase', { ...fields, id, name: 'Site' }, 'another')).toEqual({ id, menu_id: id });
  });

  it('PublishShowcase is refused for an id that was never published', async () =>
    expect(createVenue().run('PublishShowcase', { id: 9, name: 'App', categories: [], products: [] })).rejects.toEqual(
      refused('not_found', 'menu_not_found', { menu_id: 9 }),
    ));

  it('PublishShowcase has only products that stand in its own categories', async () => {
    const { run } = createVenue();
    const product_id = await define(run, 'Plov');
    const { id: category_id } = await run('DefineCategory', { name: 'Hot' });
    const products = [{ product_id, category_id }];
    await expect(run('PublishShowcase', { name: 'App', categories: [], products })).rejects.toEqual(
      refused('invalid', 'category_not_found', { field: 'products[0].category_id' }),
    );
  });
});

describe('lists', () => {
  const many = (count: number, entry: object) => Array.from({ length: count }, () => entry);
  const group = { name: 'Sauce', min: 0, max: 0, required: false, items: [] as object[] };
  const product = { type: 'product', name: 'Plov', base_price: 1 };

  it.each([
    ['SetPrices', { point_id, prices: many(5_001, { product_id: 1, price: 1 }) }, 'prices', 5_000],
    ['SetCosts', { point_id, costs: many(5_001, { product_id: 1, cost: 1 }) }, 'costs', 5_000],
    ['SetStopList', { point_id, entries: many(5_001, { product_id: 1, quantity: 1 }) }, 'entries', 5_000],
    [
      'PublishShowcase',
      { name: 'App', categories: [], products: many(5_001, { product_id: 1, category_id: 1 }) },
      'products',
      5_000,
    ],
    [
      'PublishShowcase',
      { name: 'App', categories: many(1_001, { id: 1, name: 'Hot', order_number: 1 }), products: [] },
      'categories',
      1_000,
    ],
    ['DefineProduct', { ...product, modifier_groups: many(51, group) }, 'modifier_groups', 50],
    [
      'DefineProduct',
      { ...product, modifier_groups: [{ ...group, items: many(201, { product_id: 1 }) }] },
      'modifier_groups[0].items',
      200,
    ],
  ])('lists of %s are bounded', async (type, fields, field, max) =>
    expect(createVenue().run(type, fields)).rejects.toEqual(refused('invalid', 'field_too_long', { field, max })),
  );
});
