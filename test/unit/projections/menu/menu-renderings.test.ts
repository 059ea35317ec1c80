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
  const get = (menu = menuWith('Plov'), stop_list = none, period = '', name = 'menu') =>
    renderings.get(name, { menu, stop_list, period }, () => {
      drawn += 1;
      const { products, ...head } = renderShowcase(menu, 5, 1, '12:00')!;
      return toSheet(head, products);
    })!;
  return { get, renderings, drawn: () => drawn };
};

it('a menu is drawn once, and a changed stop-list does not draw it again', () => {
  const { get, drawn } = open();
  const menu = menuWith('Plov');
  const first = get(menu);
  expect(get(menu)).toBe(first);
  expect(get(menu, stopped).bytes.toString()).toContain('"is_available":false');
  expect(get(menu, toStopList([]))).toEqual(first);
  expect(drawn()).toBe(1);
});

it('a menu is drawn again when it is another one, or its prices may be', () => {
  const { get, drawn } = open();
  const menu = menuWith('Plov');
  get(menu);
  expect(get(menuWith('Osh')).bytes.toString()).toContain('Osh');
  expect(drawn()).toBe(2);
  // Whoever still holds the menu of before gets that one, and keeps it from nobody.
  expect(get(menu).bytes.toString()).toContain('Plov');
  get(menu, none, '1');
  expect(drawn()).toBe(4);
  get(menu, none, '1', 'another');
  expect(drawn()).toBe(5);
});

it('the kept menus have no more bytes than allowed', () => {
  const { get, drawn } = open(1_500);
  const menu = menuWith('Plov');
  for (const name of ['a', 'b', 'c', 'd', 'a']) get(menu, none, '', name);
  expect(drawn()).toBe(5);
  get(menu, none, '', 'a');
  expect(drawn()).toBe(5);
});

it('a menu that does not exist is not kept', () => {
  const { renderings } = open();
  const source = { menu: menuWith('Plov'), stop_list: none, period: '' };
  expect(renderings.get('menu', source, () => undefined)).toBeUndefined();
  expect(renderings.get('menu', source, () => toSheet({}, []))).toBeDefined();
});
