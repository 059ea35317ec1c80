import { expect, it } from 'vitest';
import { createMenuRenderings } from '../../../../src/projections/menu/menu-renderings.ts';
import { toSheet } from '../../../../src/projections/menu/menu-sheet.ts';
import { renderShowcase } from '../../../../src/projections/menu/render-showcase.ts';
import { toStopList } from '../../../../src/projections/stop-list/stop-list.ts';
import { menuOf, product, showcase, shown } from './point-menu-fixture.ts';

const menuWith = (name: string) => menuOf({ products: [product(1, { name })], showcases: [showcase(5, [shown(1)])] });
const none = toStopList([]);
const stopped = toStopList([{ product_id: 1, quantity: 0 }]);

/** Renderings, and how often a menu was drawn anew. */
const open = (maxBytes?: number) => {
  const renderings = createMenuRenderings(maxBytes);
  let drawn = 0;
  const get = async (menu = menuWith('Plov'), stop_list = none, period = '', name = 'menu') =>
    (await renderings.get(name, { menu, stop_list, period }, async () => {
      drawn += 1;
      const { products, ...head } = (await renderShowcase(menu, 5, 1, '12:00'))!;
      return toSheet(head, products);
    }))!;
  return { get, renderings, drawn: () => drawn };
};

it('a menu is drawn once, and a changed stop-list does not draw it again', async () => {
  const { get, drawn } = open();
  const menu = menuWith('Plov');
  const first = await get(menu);
  expect(await get(menu)).toBe(first);
  expect((await get(menu, stopped)).bytes.toString()).toContain('"is_available":false');
  expect(await get(menu, toStopList([]))).toEqual(first);
  expect(drawn()).toBe(1);
});

it('a menu is drawn again when it is another one, or its prices may be', async () => {
  const { get, drawn } = open();
  const menu = menuWith('Plov');
  await get(menu);
  expect((await get(menuWith('Osh'))).bytes.toString()).toContain('Osh');
  expect(drawn()).toBe(2);
  // Whoever still holds the menu of before gets that one, and keeps it from nobody.
  expect((await get(menu)).bytes.toString()).toContain('Plov');
  await get(menu, none, '1');
  expect(drawn()).toBe(4);
  await get(menu, none, '1', 'another');
  expect(drawn()).toBe(5);
});

it('the kept menus have no more bytes than allowed', async () => {
  const { get, drawn } = open(1_500);
  const menu = menuWith('Plov');
  for (const name of ['a', 'b', 'c', 'd', 'a']) await get(menu, none, '', name);
  expect(drawn()).toBe(5);
  await get(menu, none, '', 'a');
  expect(drawn()).toBe(5);
});

it('a menu that does not exist is not kept', async () => {
  const { renderings } = open();
  const source = { menu: menuWith('Plov'), stop_list: none, period: '' };
  expect(await renderings.get('menu', source, async () => undefined)).toBeUndefined();
  expect(await renderings.get('menu', source, () => toSheet({}, []))).toBeDefined();
});

it('callers who come while a menu is drawn wait for one drawing', async () => {
  const { get, drawn } = open();
  const menu = menuWith('Plov');
  const [one, other] = await Promise.all([get(menu), get(menu), get(menuWith('Osh'), none, '', 'another')]);
  expect(other.bytes).toBe(one.bytes);
  expect(drawn()).toBe(2);
});
